import type { JsonObject } from "../../protocol/json.js";
import type { DpopOptions } from "../dpop/dpop-rules.js";
import type { TokenVerifier } from "../token-verifier.js";

/** What a server needs to know to accept the access tokens of an authorization server. */
export interface OAuthResourceOptions {
  /** URL by which clients know the server: `https://mcp.example.com/mcp`. Tokens must be issued for it. */
  readonly resource: string;
  /**
   * Issuers of accepted tokens. Empty if clients get their tokens by other means; then there is no metadata, and MCP's
   * login does not work.
   */
  readonly authorizationServers: readonly string[];
  /**
   * Checks tokens: see `jwtVerifier`, `introspectionVerifier`, `staticVerifier`. With several, one for each issuer, the
   * first that accepts a token decides, and `Caller.subject` begins with the issuer, since two issuers may use one name
   * for two people.
   */
  readonly verify: TokenVerifier | readonly TokenVerifier[];
  /** Scopes that every request needs; default none. The first challenge names these. */
  readonly requiredScopes?: readonly string[];
  /** Minimal useful scopes, for the metadata; clients request further ones when an operation needs them. */
  readonly scopesSupported?: readonly string[];
  /** Scopes that include others: `{ "files:write": ["files:read"] }`. */
  readonly impliedScopes?: { readonly [broader: string]: readonly string[] };
  /** Name for people. */
  readonly resourceName?: string;
  /** A page for developers. */
  readonly resourceDocumentation?: string;
  /** Further members of the metadata. */
  readonly metadata?: JsonObject;
  /** Accepts tokens bound to a client's key. Absent: they are refused, because the key would not be checked. */
  readonly dpop?: DpopOptions;
  /** Allows `resource` and issuers without TLS, in a trusted network. */
  readonly allowHttp?: boolean;
}
