/** @see MCP 2026-07-28, Base Protocol, Error Codes */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Before 2026-07-28 only; since then it is `invalidParams`. */
  legacyResourceNotFound: -32002,
  /** Before 2026-07-28 only, beside status 404: what the official SDK answers. */
  legacySessionNotFound: -32001,
  /** At 2025-11-25 only. */
  legacyUrlElicitationRequired: -32042,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
} as const;

/** A failure that is answered with a JSON-RPC error: the request itself is at fault, or can't be served. */
export class ProtocolError extends Error {
  override readonly name: string = "ProtocolError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
