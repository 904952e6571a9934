import type { KeySource } from "./signing-key.js";

export type ClientAuthenticationMethod =
  "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";

/** What a client has to prove itself with. */
export interface ClientCredentials {
  readonly clientId: string;
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
