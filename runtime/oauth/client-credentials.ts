import type { KeySource } from "./signing-key.js";

/** How a client proves to a token endpoint who it is. */
export type ClientAuthenticationMethod =
  "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";

/** What a client has to prove itself with. */
export interface ClientCredentials {
  /** The id of the client. */
  readonly clientId: string;
  /** The secret of the client, if it has one. */
  readonly clientSecret?: string | undefined;
  /** Signs the client's assertions, instead of a secret. @see RFC 7523 section 2.2 */
  readonly privateKey?: KeySource | undefined;
  /** Algorithm of the key, if it does not say; default for RSA: `RS256`. */
  readonly algorithm?: string | undefined;
  /** The key's `kid`. */
  readonly keyId?: string | undefined;
  /** The method that the client is registered for. Default: what it has and the server offers. */
  readonly authenticationMethod?: ClientAuthenticationMethod | undefined;
}
