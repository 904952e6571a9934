/** A transport that `serve` knows. */
export type TransportName = "stdio" | "http" | "sse" | "websocket";

/** How a server is served where the caller does not say otherwise. */
export interface DefaultServing {
  /** The path of Streamable HTTP. Other transports have paths below it. */
  readonly path?: string | undefined;
  readonly transports?: readonly TransportName[] | undefined;
}
