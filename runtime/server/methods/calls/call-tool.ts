import { encodeCallResult } from "../../../protocol/codec/codec.js";
import type { ClientCapabilities } from "../../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import type { CallToolResult } from "../../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import { isPromiseLike, type MaybePromise } from "../../../protocol/maybe-promise.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { requestLogFacts } from "../../../session/request-log-facts.js";
import { textParameter } from "../../../session/request-params.js";
import { ResultInParts, type Result } from "../../../session/result.js";
import { inTime } from "../../client-input/in-time.js";
import { clientInputCode } from "../../client-input/lazy-code.js";
import { RequestContext } from "../../client-input/request-context.js";
import { runRounds } from "../../client-input/rounds.js";
import { inputRequiredFacts, type Outcome } from "../../client-input/rounds-model.js";
import type { ToolEntry } from "../../registry/registry.js";
import { toolFailure } from "../../results/tool-failure.js";
import { becomesTask } from "../../tasks/policy.js";
import type { CallContext } from "../../types/call-context.js";
import type { ServerCore } from "../method.js";

const noArguments: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** Stays synchronous as long as the tool does, because quick tools are called often. */
export function callTool(core: ServerCore, request: IncomingRequest): MaybePromise<Result> {
  const name = textParameter(request, "name");
  const tool = core.registry.tools.get(name);
  if (!tool) {
    throw new ProtocolError(errorCodes.invalidParams, `Unknown tool: ${name.slice(0, 128)}`);
  }
  const given = member(request.params, "arguments");
  const args = given === undefined ? noArguments : given;
  if (!isObject(args)) {
    throw new ProtocolError(errorCodes.invalidParams, "`arguments` must be an object.");
  }
  if (becomesTask(tool, request, core)) {
    return core.tasks.answer(request, (requests) => requests.begin(request, { tool, name, args }));
  }
  let outcome: MaybePromise<Outcome<CallToolResult>>;
  try {
    outcome = tool.requires
      ? runIfSupported(core, tool, tool.requires, name, args, request)
      : run(core, tool, name, args, request);
  } catch (error) {
    return write(core, request, failed(core, name, request, error));
  }
  if (!isPromiseLike(outcome)) return write(core, request, outcome);
  return outcome.then(
    (later) => write(core, request, later),
    (error: unknown) => write(core, request, failed(core, name, request, error)),
  );
}

function write(
  core: ServerCore,
  request: IncomingRequest,
  outcome: Outcome<CallToolResult>,
): Result {
  const { protocolVersion } = request;
  if (outcome.kind === "input_required") {
    return core.results.write(outcome.result, protocolVersion, inputRequiredFacts);
  }
  if (outcome.value.isError) request.toolFailed = true;
  const encoded = encodeCallResult(outcome.value, protocolVersion);
  const parts = core.results.partsOf(encoded, protocolVersion);
  return parts ? new ResultInParts(parts) : core.results.write(encoded, protocolVersion);
}

/** Runs a tool that requires capabilities of its client. */
function runIfSupported(
  core: ServerCore,
  tool: ToolEntry,
  requires: ClientCapabilities,
  name: string,
  args: JsonObject,
  request: IncomingRequest,
): Promise<Outcome<CallToolResult>> {
  return clientInputCode.use(async ({ checkRequired }) => {
    request.throwIfAborted();
    checkRequired(requires, request);
    return run(core, tool, name, args, request);
  });
}

/** @throws what the tool throws; ProtocolError */
function run(
  core: ServerCore,
  tool: ToolEntry,
  name: string,
  args: JsonObject,
  request: IncomingRequest,
): MaybePromise<Outcome<CallToolResult>> {
  const binding = { method: "tools/call", name, args };
  const { sealer } = core;
  const { timeoutMs, handleLate } = tool;
  const call = (ctx: CallContext): ReturnType<ToolEntry["call"]> =>
    tool.callForWire ? tool.callForWire(args, ctx) : tool.call(args, ctx);
  if (timeoutMs === undefined) return runRounds(request, binding, { sealer }, call);
  return inTime<Outcome<CallToolResult>>(
    timeoutMs,
    request.signal,
    (signal) => runRounds(request, binding, { sealer, signal }, call),
    handleLate &&
      (async (error) => {
        const value = await handleLate(error, args, new RequestContext(request));
        return { kind: "done", value };
      }),
  );
}

/** Converts the error of a tool to a result. @throws ProtocolError unchanged */
function failed(
  core: ServerCore,
  name: string,
  request: IncomingRequest,
  error: unknown,
): Outcome<CallToolResult> {
  if (error instanceof ProtocolError) throw error;
  const log = request.aborted ? undefined : core.log;
  return { kind: "done", value: toolFailure(error, name, log, requestLogFacts(request)) };
}
