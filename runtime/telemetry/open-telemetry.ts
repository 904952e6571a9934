import type { OpenTelemetryOptions } from "./open-telemetry-options.js";
import type { Telemetry } from "./telemetry.js";

/**
 * Records spans and metrics by the semantic conventions of OpenTelemetry for MCP. Each request has one span, a child of the
 * client's span if `_meta` names it and the parent of spans of the handler. The metrics are `mcp.server.operation.duration`
 * and `mcp.server.active_requests`. Arguments and results are not recorded.
 *
 * Uses the package `@opentelemetry/api`, whose SDK the program must set up first.
 *
 * @throws Error if the package is not installed
 */
export async function openTelemetry(options: OpenTelemetryOptions = {}): Promise<Telemetry> {
  let api;
  try {
    api = await import("@opentelemetry/api");
  } catch (cause) {
    const next = "Install it beside your SDK: npm install @opentelemetry/api";
    throw new Error(`OpenTelemetry needs the package @opentelemetry/api. ${next}`, { cause });
  }
  const { OtelTelemetry } = await import("./otel-telemetry.js");
  return new OtelTelemetry(api, options);
}
