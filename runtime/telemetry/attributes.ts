/** The attributes of requests by the conventions of OpenTelemetry. @see Semantic conventions for Model Context Protocol, Server */
import { defined } from "../protocol/defined.js";
import type { RequestOutcome, RequestTelemetry } from "./telemetry.js";

export interface TelemetryAttributes {
  [name: string]: string | number;
}

/** Returns the attributes of spans and metrics. They have few different values. */
export function commonAttributes(request: RequestTelemetry): TelemetryAttributes {
  const { method, name, network } = request;
  const attributes: TelemetryAttributes = {
    "mcp.method.name": method,
    "mcp.protocol.version": request.protocolVersion,
  };
  if (name !== undefined) attributes[nameAttribute(method)] = name;
  if (method === "tools/call") attributes["gen_ai.operation.name"] = "execute_tool";
  if (network) attributes["network.transport"] = network.transport;
  if (network?.protocol) attributes["network.protocol.name"] = network.protocol;
  return attributes;
}

/** Returns the attributes of spans alone, because they differ for each request. */
export function spanAttributes({ id, sessionId, uri }: RequestTelemetry): TelemetryAttributes {
  return {
    "jsonrpc.request.id": String(id).slice(0, 256),
    ...defined({ "mcp.session.id": sessionId, "mcp.resource.uri": uri }),
  };
}

/** Returns the attributes that the outcome adds to both. With `error.type` the request counts as failed. */
export function outcomeAttributes(method: string, outcome: RequestOutcome): TelemetryAttributes {
  const { errorCode, isToolError, isCancelled } = outcome;
  // Clients end a subscription by cancelling it, so that is no error.
  if (isCancelled) return method === "subscriptions/listen" ? {} : { "error.type": "cancelled" };
  if (errorCode !== undefined) {
    return { "error.type": String(errorCode), "rpc.response.status_code": String(errorCode) };
  }
  return isToolError ? { "error.type": "tool_error" } : {};
}

function nameAttribute(method: string): string {
  return method === "prompts/get" ? "gen_ai.prompt.name" : "gen_ai.tool.name";
}
