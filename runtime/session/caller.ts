/** Who sent a request, as its access token says. @see MCP 2026-07-28, Authorization */
export interface Caller {
  /** The user or program the token was issued to; sessions, tasks and request states belong to it. */
  readonly subject: string;
  readonly clientId?: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt?: number;
  /** Everything else the token says. */
  readonly claims: { readonly [name: string]: unknown };
}
