import { encodeCallResult } from "../../protocol/codec.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { checkRequired } from "../asking/capabilities.js";
import { runRounds, type Outcome } from "../asking/rounds.js";
import type { CallContext } from "../call-context.js";
import { offers } from "../capabilities.js";
import type { ToolEntry } from "../catalogue.js";
import { inputRequiredFacts, type Methods, type ServerCore } from "./method.js";
import { textParameter } from "./params.js";
import { inTime } from "./time-limit.js";

const noArguments: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** @see MCP 2026-07-28, Tools */
export function toolMethods(core: ServerCore): Methods {
  const serves = (): boolean => offers(core, "tools");
  return [
    ["tools/list", { eras: "both", serves, handle: (request) => core.lists.page(request) }],
    ["tools/call", { eras: "both", serves, handle: (request) => callTool(core, request) }],
  ];
}

async function callTool(core: ServerCore, request: IncomingRequest): Promise<string> {
  const name = textParameter(request, "name");
  const tool = core.catalogue.tools.get(name);
  if (!tool) {
    throw new ProtocolError(errorCodes.invalidParams, `Unknown tool: ${name.slice(0, 128)}`);
  }
  const given = member(request.params, "arguments");
  const args = given === undefined ? noArguments : given;
  if (!isObject(args)) {
    throw new ProtocolError(errorCodes.invalidParams, "`arguments` must be an object.");
  }
  const outcome = await run(core, tool, name, args, request);
  const { protocolVersion } = request;
  if (outcome.kind === "input_required") {
    return core.results.write(outcome.result, protocolVersion, inputRequiredFacts);
  }
  if (outcome.value.isError) request.toolFailed = true;
  return core.results.write(encodeCallResult(outcome.value, protocolVersion), protocolVersion);
}

/** Calls a tool; what fails in it becomes a result that says so. @throws ProtocolError */
async function run(
  core: ServerCore,
  tool: ToolEntry,
  name: string,
  args: JsonObject,
  request: IncomingRequest,
): Promise<Outcome<CallToolResult>> {
  try {
    if (tool.requires) checkRequired(tool.requires, request);
    const binding = { method: "tools/call", name, args };
    const { sealer } = core;
    const { timeoutMs } = tool;
    const call = (ctx: CallContext): ReturnType<ToolEntry["call"]> => tool.call(args, ctx);
    if (timeoutMs === undefined) return await runRounds(request, binding, { sealer }, call);
    return await inTime(timeoutMs, request.signal, (signal) =>
      runRounds(request, binding, { sealer, signal }, call),
    );
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return { kind: "done", value: failure(error, name, request.aborted) };
  }
}

/** A failure as the model sees it: its own message when it was made for it, else no particulars. */
function failure(error: unknown, tool: string, aborted: boolean): CallToolResult {
  let text: string;
  if (error instanceof ToolError) text = error.message;
  else {
    text = `The tool ${tool} failed because of an error in the server.`;
    if (!aborted) console.error(`Tool ${tool} failed:`, error);
  }
  return { content: [{ type: "text", text }], isError: true };
}
