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
  /** RFC 6750; also how an OAuth 2 or OpenID Connect access token is given. */
  | { readonly type: "bearer"; readonly env: string }
  /** A scheme this version can't satisfy: calls that need it fail and say so. */
  | { readonly type: "unsupported"; readonly reason: string };

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
  /** `$defs` of the operations' `input`. */
  readonly inputSchemas?: SchemaTable;
  /** `$defs` of the operations' `output`. */
  readonly outputSchemas?: SchemaTable;
}
