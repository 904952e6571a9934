/** @see MCP 2026-07-28, Base Protocol, Error Codes */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Before 2026-07-28 only; later revisions use `invalidParams`. */
  legacyResourceNotFound: -32002,
  /** Before 2026-07-28 only, with status 404, like the official SDK. */
  legacySessionNotFound: -32001,
  /** At 2025-11-25 only. */
  legacyUrlElicitationRequired: -32042,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
  /**
   * Of this server: a caller has used up what it may. `data.retryAfter` is in seconds. Over HTTP with status 429. Outside of
   * -32768 to -32000, as the clause demands of codes that neither JSON-RPC nor MCP defines.
   */
  tooManyRequests: 429,
} as const;

/** A failure that becomes a JSON-RPC error response: the request is invalid or cannot be served. */
export class ProtocolError extends Error {
  override readonly name: string = "ProtocolError";
  /** The code of JSON-RPC, such as -32602 for invalid parameters; see `errorCodes`. One that is no integer becomes -32603. */
  readonly code: number;
  /** Further data for the other side. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    // With another code, clients can't read the response and wait until it is too late.
    this.code = Number.isSafeInteger(code) ? code : errorCodes.internalError;
    this.data = data;
  }
}
