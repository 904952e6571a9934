/** How messages travel, in OpenTelemetry's words. */
export interface Network {
  readonly transport: "pipe" | "tcp";
  /** On top of it. */
  readonly protocol?: "http" | "websocket";
}
