import type { ListingRules } from "./listing-rules.js";
import type { SchemaTable, SecurityRequirement, Server } from "./operation.js";

/** A credential and the environment variable that holds it. @see OpenAPI 3.2 Security Scheme Object */
export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly env: string;
    }
  /** HTTP Basic: RFC 7617. */
  | { readonly type: "basic"; readonly usernameEnv: string; readonly passwordEnv: string }
  /** RFC 6750; also an OAuth 2 access token that can only be given. */
  | { readonly type: "bearer"; readonly env: string }
  /** Another scheme of HTTP: `Authorization: <scheme> <value>`. */
  | { readonly type: "http"; readonly scheme: string; readonly env: string }
  | OAuthScheme
  /** A client certificate; the variables name files in PEM. */
  | {
      readonly type: "mutualTLS";
      readonly certEnv: string;
      readonly keyEnv: string;
      /** The key's passphrase itself; may be unset. */
      readonly passphraseEnv: string;
      /** Authorities to trust instead of the platform's; may be unset. */
      readonly caEnv: string;
    }
  /** A scheme this version can't satisfy: calls that need it fail and say so. */
  | { readonly type: "unsupported"; readonly reason: string };

/**
 * OAuth 2 or OpenID Connect: how access tokens are got, and the environment variables that hold what this takes.
 *
 * @see OpenAPI 3.2 OAuth Flows Object
 */
export interface OAuthScheme {
  readonly type: "oauth2";
  /** Holds an access token; when set, nothing else is used. */
  readonly env: string;
  readonly clientIdEnv: string;
  readonly clientSecretEnv: string;
  readonly refreshTokenEnv: string;
  /** Only with the flow `password`. */
  readonly usernameEnv?: string;
  readonly passwordEnv?: string;
  /** Absent: the authorization server's metadata say where. URLs may be relative to the server's. */
  readonly flows?: OAuthFlows;
  /** Where the authorization server describes itself: OpenID Connect Discovery or RFC 8414. */
  readonly metadataUrl?: string;
  /** All that operations of this server ask for, in their order: what a login asks for. */
  readonly scopes?: readonly string[];
}

export interface OAuthFlows {
  readonly clientCredentials?: { readonly tokenUrl: string };
  readonly password?: { readonly tokenUrl: string };
  readonly authorizationCode?: { readonly authorizationUrl: string; readonly tokenUrl: string };
  /** Where tokens are renewed; absent: where they were got. */
  readonly refreshUrl?: string;
}

/** What is to be known of the document to say where it is wrong. */
export interface DocumentFacts {
  /** Absent: 3.1 or later. */
  readonly version?: "2.0" | "3.0";
  /** Where output schemas are, by name; absent: among the document's schemas under that name. */
  readonly schemas?: { readonly [name: string]: string };
}

/** The facts of an API that its operations share: `static readonly api` of the generated class. */
export interface Api {
  /** Machine name, `^[a-z0-9-]+$`: server name, URI scheme of its resources, prefix of its environment variables. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Shown to clients as the server's `instructions`. */
  readonly instructions?: string;
  /** The first is used. Empty: the base URL must come from `baseUrlEnv`. */
  readonly servers: readonly Server[];
  /** Environment variable that replaces the server's URL. */
  readonly baseUrlEnv: string;
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  /** What an operation without `security` of its own needs. Alternatives: one must be satisfied. */
  readonly security?: readonly SecurityRequirement[];
  /** How tools are listed for the client that the server was made for; absent: as they are. */
  readonly listing?: ListingRules;
  /** Where what is stated comes from; for `--drift-report`. */
  readonly document?: DocumentFacts;
  /** `$defs` of the operations' `input`. */
  readonly inputSchemas?: SchemaTable;
  /** `$defs` of the operations' `output`. */
  readonly outputSchemas?: SchemaTable;
}
