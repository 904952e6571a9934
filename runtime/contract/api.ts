import type { DocumentReach } from "./addresses.js";
import type { ListingRules } from "./listing-rules.js";
import type { SchemaTable, SecurityRequirement, Server } from "./operation.js";
import type { WholeInputs } from "./whole-inputs.js";

/** A security scheme, with the environment variables that hold its credential. @see OpenAPI 3.2 Security Scheme Object */
export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly env: string;
    }
  /** HTTP Basic. @see RFC 7617 */
  | { readonly type: "basic"; readonly usernameEnv: string; readonly passwordEnv: string }
  /** A bearer token, or an OAuth 2 access token that the server can't obtain itself. @see RFC 6750 */
  | { readonly type: "bearer"; readonly env: string }
  /** Another HTTP authentication scheme: `Authorization: <scheme> <value>`. */
  | { readonly type: "http"; readonly scheme: string; readonly env: string }
  | OAuthScheme
  /** A client certificate. The variables contain paths of PEM files. */
  | {
      readonly type: "mutualTLS";
      readonly certEnv: string;
      readonly keyEnv: string;
      /** Holds the key's passphrase itself; may be unset. */
      readonly passphraseEnv: string;
      /** File with authorities to trust instead of the platform's; may be unset. */
      readonly caEnv: string;
    }
  /** A scheme that the runtime can't satisfy. Calls that need it fail with the reason. */
  | { readonly type: "unsupported"; readonly reason: string };

/**
 * OAuth 2 or OpenID Connect: how to obtain access tokens, with the environment variables for it.
 *
 * @see OpenAPI 3.2 OAuth Flows Object
 */
export interface OAuthScheme {
  readonly type: "oauth2";
  /** Holds an access token. If it is set, the other variables are ignored. */
  readonly env: string;
  readonly clientIdEnv: string;
  readonly clientSecretEnv: string;
  readonly refreshTokenEnv: string;
  /** Holds the resource indicator of token requests, or `none`. Unset: the API's base URL. @see RFC 8707 */
  readonly resourceEnv?: string;
  /** Only for the flow `password`. */
  readonly usernameEnv?: string;
  readonly passwordEnv?: string;
  /** Endpoints by flow. Absent: they come from `metadataUrl`. URLs may be relative to the API's. */
  readonly flows?: OAuthFlows;
  /** URL of the authorization server's metadata: OpenID Connect Discovery or RFC 8414. */
  readonly metadataUrl?: string;
  /** Scopes that a login requests: all that operations need. */
  readonly scopes?: readonly string[];
}

export interface OAuthFlows {
  readonly clientCredentials?: { readonly tokenUrl: string };
  readonly password?: { readonly tokenUrl: string };
  readonly authorizationCode?: { readonly authorizationUrl: string; readonly tokenUrl: string };
  /** Endpoint for renewing tokens. Absent: the flow's `tokenUrl`. */
  readonly refreshUrl?: string;
}

/** A server of operations that have their own, and the security schemes whose credentials they send there. */
export interface OtherServer extends Server {
  readonly schemes: readonly string[];
}

/** Facts about the document that locate what is wrong in it, for `driftReport`. */
export interface DocumentFacts {
  /** The OpenAPI version. Absent: 3.1 or later. */
  readonly version?: "2.0" | "3.0";
  /** References to output schemas by name. Others are among the document's schemas under their name. */
  readonly schemas?: { readonly [name: string]: string };
}

/** The facts that an API's operations share: `static readonly api` of the generated class. */
export interface Api {
  /** Machine name, `^[a-z0-9-]+$`: name of the server, URI scheme of its resources, prefix of its environment variables. */
  readonly name: string;
  /** The title of the document. */
  readonly title: string;
  /** The version of the API, as the document says. */
  readonly version: string;
  /** Shown to clients as the server's `instructions`. */
  readonly instructions?: string;
  /** The first server is used. Empty: `baseUrlEnv` must be set. */
  readonly servers: readonly Server[];
  /** The servers of operations that have their own. Absent: there are none. */
  readonly otherServers?: readonly OtherServer[];
  /** Environment variable that overrides the server's URL. */
  readonly baseUrlEnv: string;
  /** Which addresses may be called, by where the document was fetched from. Absent: it is a file. */
  readonly reach?: DocumentReach;
  /** How the API authenticates its callers, by the names of the document. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  /** Default for operations without their own `security`. Alternatives: one of them must be satisfied. */
  readonly security?: readonly SecurityRequirement[];
  /** What the server's target client accepts in listed schemas. Absent: everything. */
  readonly listing?: ListingRules;
  /** The document behind these facts, for `driftReport`. */
  readonly document?: DocumentFacts;
  /** `$defs` for the operations' `input`. */
  readonly inputSchemas?: SchemaTable;
  /** Loads the whole input schemas of `shortened` operations, with the first call of one of them. */
  readonly wholeInputs?: () => WholeInputs | Promise<WholeInputs>;
  /** `$defs` for the operations' `output`. */
  readonly outputSchemas?: SchemaTable;
}
