import type { Telemetry } from "./telemetry.js";

export interface OpenTelemetryOptions {
  /**
   * Calls to the API carry the trace; default true. Set it to false where the calls themselves are instrumented, by
   * `@opentelemetry/instrumentation-undici` for example, which would send these headers a second time.
   */
  readonly upstream?: boolean;
}

/**
 * Spans and metrics by OpenTelemetry, as its semantic conventions for MCP have them. One span per request, child of the
 * client's where `_meta` says which that is; handlers run in it, so that theirs are its children. Metrics are
 * `mcp.server.operation.duration` and `mcp.server.active_requests`. Arguments and results are not recorded.
 *
 * Uses the package `@opentelemetry/api`, and the providers that the program registered there: set up its SDK first.
 *
 * @throws Error when the package is not installed
 */
export async function openTelemetry(options: OpenTelemetryOptions = {}): Promise<Telemetry> {
  let api;
  try {
    api = await import("@opentelemetry/api");
  } catch (cause) {
    const next = "Install it beside the SDK of your choice: npm install @opentelemetry/api";
    throw new Error(`OpenTelemetry needs the package @opentelemetry/api. ${next}`, { cause });
  }
  const { OtelTelemetry } = await import("./otel-telemetry.js");
  return new OtelTelemetry(api, options);
}
