/** What a user of the client chooses about authorization. */
import type { webcrypto } from "node:crypto";
import type { JsonObject } from "../../protocol/json.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ClientCredentials } from "../../oauth/client-credentials.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";

/** A client that was registered beforehand. Its credentials go to this issuer only. */
export interface RegisteredClient extends ClientCredentials {
  /** The authorization server's issuer, exactly as its metadata names it. */
  readonly issuer: string;
}

/** Options that all ways to get a token have. */
export interface AuthorizationOptions {
  /**
   * The only authorization server to use, exactly as its metadata names it. Default: the first that the MCP server names. Set
   * it as well if a server names its authorization server with a wrong slash at the end.
   */
  readonly issuer?: string;
  /** Scopes to ask for, besides those that the server demands. Default: those that the server says it supports. */
  readonly scopes?: readonly string[];
  /** Keeps tokens and registrations; default: in memory, as long as this object lives. */
  readonly store?: TokenStore;
  /**
   * Binds tokens to a key, so that a stolen one is useless. `true` makes a key and keeps it in the store. Tokens that are not
   * bound are then refused. @see RFC 9449
   */
  readonly dpop?: boolean | webcrypto.CryptoKeyPair;
  /** Most rounds of authorization for one request, when the server demands further scopes; default 3. */
  readonly maxStepUps?: number;
  /** Sends the requests to authorization servers, such as through a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A page of an authorization server that is about to be shown to the user. */
export interface ConsentRequest {
  /** The MCP server that the token is for. */
  readonly server: string;
  /** The authorization server to which the user is sent. */
  readonly issuer: string;
  /** The scopes that are asked for; empty: the authorization server decides. */
  readonly scopes: readonly string[];
  /** The page. */
  readonly url: URL;
}

/** Shows the authorization server's page to the user by the program's own means. */
export interface CustomRedirect {
  /** Where the authorization server sends the user back to: https, or http on loopback. */
  readonly redirectUri: string;
  /**
   * Shows the page.
   *
   * @returns the URL that the user was sent back to, or its query
   */
  authorize(
    url: URL,
    context: { readonly signal: AbortSignal },
  ): Promise<URL | URLSearchParams | string>;
}

/** Receives the user on a port of this computer. @see RFC 8252 section 7.3 */
export interface LoopbackRedirect {
  /** Default: any free port, and the same one again for a registered client. */
  readonly port?: number;
  /** Shows the page; default: in the user's browser. */
  readonly open?: (url: URL) => MaybePromise<void>;
}

/**
 * For a user who logs in where the server says. The result of `oauthClient` serves any number of connections; each server gets
 * tokens of its own.
 *
 * @see MCP 2026-07-28, Authorization
 */
export interface OAuthClientOptions extends AuthorizationOptions {
  /** Default: a port of this computer and the user's browser, for command lines and desktop programs. */
  readonly redirect?: CustomRedirect | LoopbackRedirect;
  /** Clients that were registered beforehand, at most one for each issuer. */
  readonly clients?: readonly RegisteredClient[];
  /** https URL of the client's metadata document, which servers that support it take as the client's id. */
  readonly clientMetadataUrl?: string;
  /** Name of the client that the user reads, for dynamic registration; default `mcp-codegen`. */
  readonly clientName?: string;
  /** Default: `native` if the redirect is to loopback or a scheme of the program's own, else `web`. */
  readonly applicationType?: "native" | "web";
  /** Further members for dynamic registration, such as `logo_uri`. @see RFC 7591 section 2 */
  readonly clientMetadata?: JsonObject;
  /** Whether to ask for refresh tokens, where the server gives them; default true. */
  readonly refresh?: boolean;
  /** Called before a page is shown. @returns whether it may be */
  readonly consent?: (request: ConsentRequest) => MaybePromise<boolean>;
  /** How long the user may take; default 5 minutes. */
  readonly userTimeoutMs?: number;
  /**
   * Trusts that the server checks PKCE though its metadata does not say so. Only for servers known to, such as Microsoft
   * Entra. @see MCP 2026-07-28, Authorization Security Considerations, Authorization Code Protection
   */
  readonly assumePkce?: boolean;
}

/**
 * For a program that acts for itself, by its secret or key.
 *
 * @see the extension io.modelcontextprotocol/oauth-client-credentials
 */
export interface ClientCredentialsOptions extends AuthorizationOptions, ClientCredentials {}

/** The identity provider of an organisation, where the client is registered as well. */
export interface IdentityProvider extends ClientCredentials {
  /** The provider's issuer, whose metadata names the token endpoint. */
  readonly issuer?: string;
  /** The provider's token endpoint, instead of the issuer. */
  readonly tokenEndpoint?: string;
}

/**
 * For a user who is logged in at an organisation's identity provider, which decides what the user may do.
 *
 * @see the extension io.modelcontextprotocol/enterprise-managed-authorization
 */
export interface EnterpriseManagedOptions extends AuthorizationOptions, ClientCredentials {
  /** The identity provider of the organisation. */
  readonly identityProvider: IdentityProvider;
  /** Returns the user's identity assertion, such as the ID token of the single sign-on. It is called for each token. */
  readonly identityAssertion: () => MaybePromise<string>;
  /** Kind of the assertion; default an ID token. @see RFC 8693 section 3 */
  readonly assertionType?:
    | "urn:ietf:params:oauth:token-type:id_token"
    | "urn:ietf:params:oauth:token-type:saml2"
    | "urn:ietf:params:oauth:token-type:refresh_token";
}

/** What a workload's assertion is for. */
export interface AssertionAudience {
  /** Issuer of the MCP server's authorization server. */
  readonly issuer: string;
  /** The MCP server. */
  readonly resource: string;
}

/**
 * For a workload that its platform identifies, such as a pod of Kubernetes or a job of a build.
 *
 * @see the extension io.modelcontextprotocol/auth/wif; RFC 7523 section 2.1
 */
export interface WorkloadIdentityOptions extends AuthorizationOptions {
  /** Returns a JWT that the platform issued to this workload. It is called for each token, and sent once. */
  readonly assertion: (audience: AssertionAudience) => MaybePromise<string>;
  /** Absent: the assertion alone identifies the workload. */
  readonly clientId?: string;
}

/** A token, or a function that is asked for it before each request. */
export type BearerTokenSource = string | (() => MaybePromise<string>);
