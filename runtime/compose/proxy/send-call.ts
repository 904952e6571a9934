/** Sends calls to a remote server, in the revision that it speaks. */
import type { McpClient, RequestOptions } from "../../client/client.js";
import { parameterHeaders } from "../../protocol/headers/request-headers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { inputRequired } from "../../server/client-input/input-required.js";
import type { InputRequired } from "../../server/types/call-context.js";
import { signalOf } from "../../protocol/cancellable.js";
import type { RemoteCall } from "./remote-call.js";
import { demandsTask, forwardOptions, paramsOfRound } from "./remote-calls.js";

/** @param timeoutMs how long the remote server may take */
export type SendCall = (
  client: McpClient,
  call: RemoteCall<unknown>,
  timeoutMs: number | undefined,
) => Promise<JsonObject | InputRequired>;

/** Sends a call to a server since 2026-07-28. A result that asks for input is one of this server then, which seals its state. */
export const sendModern: SendCall = async (client, call, timeoutMs) => {
  const { method, params, ctx, tool, cancellation } = call;
  const headers = headersOf(client, call);
  const options = forwardOptions(client, ctx, { timeoutMs, headers, signal: cancellation });
  try {
    return askedFor(await client.request(method, paramsOfRound(params, ctx), options));
  } catch (error) {
    if (!tool || !demandsTask(error, ctx)) throw error;
    return callToEnd(client, params, forwardOptions(client, ctx, { timeoutMs, envelope: {} }));
  }
};

/** Sends a call to a server before 2026-07-28. A tool that runs only as a task is followed to its end. */
export const sendLegacy: SendCall = (client, call, timeoutMs) => {
  const { method, params, ctx, tool, cancellation } = call;
  const options = forwardOptions(client, ctx, { timeoutMs, signal: cancellation });
  return tool?.task === "required"
    ? callToEnd(client, params, options)
    : client.request(method, params, options);
};

/** Calls a tool as a task, and follows that. */
async function callToEnd(
  client: McpClient,
  params: JsonObject,
  options: RequestOptions,
): Promise<JsonObject> {
  const { name, arguments: args } = params as { name: string; arguments: JsonObject };
  const signal = options.signal && { signal: signalOf(options.signal) };
  const result = await client.callTool(name, args, { ...options, ...signal, checkOutput: false });
  return result as unknown as JsonObject;
}

function askedFor(result: JsonObject): JsonObject | InputRequired {
  if (member(result, "resultType") !== "input_required") return result;
  const requests = member(result, "inputRequests");
  return inputRequired({
    ...(isObject(requests) && { inputRequests: requests as never }),
    state: member(result, "requestState") ?? null,
  });
}

/** Repeats arguments in headers, as the schema of a tool asks for. */
function headersOf(
  client: McpClient,
  { params, tool }: RemoteCall<unknown>,
): Readonly<Record<string, string>> | undefined {
  if (!tool?.headers || tool.headers.length === 0 || client.transport !== "http") return undefined;
  return parameterHeaders(tool.headers, params["arguments"] as JsonObject);
}
