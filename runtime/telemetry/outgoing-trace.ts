import type { JsonObject } from "../protocol/json.js";
import { traceContextOf } from "../protocol/trace-context.js";
import type { Telemetry, TraceHeaders } from "./telemetry.js";

/**
 * What a call to another server says of the trace: where telemetry knows it, the current span, else what the client
 * said, so that the trace goes on past a server that takes no part in it. Nothing else of `_meta` leaves.
 *
 * @see MCP 2026-07-28, Base Protocol, Trace Context
 */
export function outgoingTrace(telemetry: Telemetry | undefined, meta: JsonObject): TraceHeaders {
  return telemetry?.outgoing?.() ?? { ...traceContextOf(meta) };
}
