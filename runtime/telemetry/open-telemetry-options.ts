/** Which parts of OpenTelemetry are used. */
export interface OpenTelemetryOptions {
  /**
   * Whether calls to the API carry the trace context. Default: true. Set it to false if the calls are instrumented already,
   * for example by `@opentelemetry/instrumentation-undici`, which sends the same headers.
   */
  readonly upstream?: boolean;
}
