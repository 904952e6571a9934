import type { JsonObject } from "../protocol/json.js";
import { traceContextOf } from "../protocol/trace-context.js";
import type { Telemetry, TraceHeaders } from "./telemetry.js";

/**
 * Returns the trace headers of a call to another server: the current span if telemetry is on, else the client's trace
 * context, so that the trace continues past this server. Nothing else of `_meta` is sent.
 *
 * @see MCP 2026-07-28, Base Protocol, Trace Context
 */
export function outgoingTrace(telemetry: Telemetry | undefined, meta: JsonObject): TraceHeaders {
  return telemetry?.outgoing?.() ?? { ...traceContextOf(meta) };
}
