import type { JsonObject } from "../../protocol/json.js";
import type { DpopOptions } from "../dpop/dpop-rules.js";
import type { TokenVerifier } from "../token-verifier.js";

export interface OAuthResourceOptions {
  /** The URL that clients know the server by: `https://mcp.example.com/mcp`. Tokens must be made for it. */
  readonly resource: string;
  /**
   * Issuers whose tokens are taken. Empty where clients get their tokens by other means: then there is no metadata,
   * and MCP's login does not work.
   */
  readonly authorizationServers: readonly string[];
  /**
   * Checks tokens: see `jwtVerifier`, `introspectionVerifier`, `staticVerifier`. With several, one for each issuer, the
   * first that finds a token good decides, and `Caller.subject` gets the issuer put before it: two issuers may use one
   * name for two people.
   */
  readonly verify: TokenVerifier | readonly TokenVerifier[];
  /** Scopes that every request needs; default none. A first challenge asks for these. */
  readonly requiredScopes?: readonly string[];
  /** The least scopes that make sense to ask for, for the metadata; what goes beyond is asked for when it is needed. */
  readonly scopesSupported?: readonly string[];
  /** Scopes that cover others: `{ "files:write": ["files:read"] }`. */
  readonly impliedScopes?: { readonly [broader: string]: readonly string[] };
  /** For people. */
  readonly resourceName?: string;
  /** A page for developers. */
  readonly resourceDocumentation?: string;
  /** Further members of the metadata. */
  readonly metadata?: JsonObject;
  /** Tokens bound to a client's key. Absent: such tokens are refused, for nobody would check the key. */
  readonly dpop?: DpopOptions;
  /** True: `resource` and the issuers may be without TLS, in a network that is trusted. */
  readonly allowHttp?: boolean;
}
