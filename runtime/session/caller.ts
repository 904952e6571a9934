/** The sender of a request, according to its access token. @see MCP 2026-07-28, Authorization */
export interface Caller {
  /**
   * The user that the token was issued to, or for a token without a user `client:` and the id of the program. Sessions, tasks
   * and request states belong to it. Another issuer (`claims.iss`) may use the same subject for someone else.
   */
  readonly subject: string;
  /** The OAuth client that the token was issued to. */
  readonly clientId?: string;
  /** What the token allows. */
  readonly scopes: readonly string[];
  /** In seconds since 1970. */
  readonly expiresAt?: number;
  /** All claims of the token. */
  readonly claims: { readonly [name: string]: unknown };
}
