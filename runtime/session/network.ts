/** How messages are transported, in the terms of OpenTelemetry. */
export interface Network {
  /** The kind of connection, by the conventions of OpenTelemetry. */
  readonly transport: "pipe" | "tcp";
  /** Protocol on top of the transport. */
  readonly protocol?: "http" | "websocket";
}
