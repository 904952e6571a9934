import { encodeCallResult } from "../../../protocol/codec/codec.js";
import type { ClientCapabilities } from "../../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import type { CallToolResult } from "../../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import type { MaybePromise } from "../../../protocol/maybe-promise.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { requestLogFacts } from "../../../session/request-log-facts.js";
import { textParameter } from "../../../session/request-params.js";
import { ResultInParts, type Result } from "../../../session/result.js";
import { inTime } from "../../client-input/in-time.js";
import { clientInputCode } from "../../client-input/lazy-code.js";
import { RequestContext } from "../../client-input/request-context.js";
import { resultOfRounds, runRounds } from "../../client-input/rounds.js";
import {
  endWith,
  inputRequiredFacts,
  passOn,
  type Outcome,
  type RunEnd,
} from "../../client-input/rounds-model.js";
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
  const end = new CallEnd(core, name, request);
  if (!tool.requires) return run(core, tool, name, args, request, end);
  return endWith(runIfSupported(core, tool, tool.requires, name, args, request), end);
}

/** Writes the result of a call. */
class CallEnd implements RunEnd<CallToolResult, Result> {
  readonly #core: ServerCore;
  readonly #name: string;
  readonly #request: IncomingRequest;

  constructor(core: ServerCore, name: string, request: IncomingRequest) {
    this.#core = core;
    this.#name = name;
    this.#request = request;
  }

  done(outcome: Outcome<CallToolResult>): Result {
    const { results } = this.#core;
    const { protocolVersion } = this.#request;
    if (outcome.kind === "input_required") {
      return results.write(outcome.result, protocolVersion, inputRequiredFacts);
    }
    if (outcome.value.isError) this.#request.toolFailed = true;
    const encoded = encodeCallResult(outcome.value, protocolVersion);
    const parts = results.partsOf(encoded, protocolVersion);
    return parts ? new ResultInParts(parts) : results.write(encoded, protocolVersion);
  }

  /** Converts the error of a tool to a result. @throws ProtocolError unchanged */
  failed(error: unknown): Result {
    if (error instanceof ProtocolError) throw error;
    const log = this.#request.aborted ? undefined : this.#core.log;
    const value = toolFailure(error, this.#name, log, requestLogFacts(this.#request));
    return this.done({ kind: "done", value });
  }
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
    return run(core, tool, name, args, request, passOn());
  });
}

/** @param end gets what the tool throws, or a ProtocolError */
function run<R>(
  core: ServerCore,
  tool: ToolEntry,
  name: string,
  args: JsonObject,
  request: IncomingRequest,
  end: RunEnd<CallToolResult, R>,
): MaybePromise<R> {
  const binding = { method: "tools/call", name, args };
  const { sealer } = core;
  const { timeoutMs, handleLate } = tool;
  const call = (ctx: CallContext): ReturnType<ToolEntry["call"]> =>
    tool.callForWire ? tool.callForWire(args, ctx) : tool.call(args, ctx);
  if (timeoutMs === undefined) return resultOfRounds(request, binding, { sealer }, call, end);
  const outcome = inTime<Outcome<CallToolResult>>(
    timeoutMs,
    request.signal,
    (signal) => runRounds(request, binding, { sealer, signal }, call),
    handleLate &&
      (async (error) => {
        const value = await handleLate(error, args, new RequestContext(request));
        return { kind: "done", value };
      }),
  );
  return endWith(outcome, end);
}
