/** What the ways to get a token have in common. */
import type { AuthorizationServer } from "oauth4webapi";
import type { AddressGuard } from "../../contract/address-guard.js";
import type { GrantedToken } from "../../oauth/tokens/token-request.js";
import type { HeldToken } from "./held-token.js";

/** What a token is for, and who grants it. */
export interface TokenTarget {
  readonly serverUrl: URL;
  /** The value of `resource` in requests, as the MCP server's metadata writes it. @see RFC 8707 */
  readonly resource: string;
  /** Scopes that the MCP server's metadata names. */
  readonly scopesSupported: readonly string[] | undefined;
  /** The authorization server's metadata. */
  readonly server: AuthorizationServer;
  /** Whether the server has metadata. Without, servers of 2025-03-26 have endpoints at fixed places. */
  readonly hasMetadata: boolean;
  /** Lets requests to the authorization server go where its metadata may lead. */
  readonly guard: AddressGuard;
}

/** A token as it was granted. */
export interface Granted {
  readonly token: GrantedToken;
  /** The client that it was granted to. */
  readonly clientId: string | undefined;
}

/** A way to get tokens. */
export interface Grant {
  /** Whether a token can be got without the user, so that one that expires is replaced before it is refused. */
  readonly isSilent: boolean;
  /** Whether a refused token may lead to a second request for one. */
  readonly triesAgain: boolean;
  /**
   * @param scopes to ask for; none: the server decides
   * @throws OAuthError or McpAuthorizationError when the server grants none
   */
  obtain(target: TokenTarget, scopes: readonly string[], signal: AbortSignal): Promise<Granted>;
  /** @throws OAuthError with the code `invalid_grant` when the refresh token is no longer valid */
  refresh?(target: TokenTarget, token: HeldToken, signal: AbortSignal): Promise<Granted>;
}
