/** How a client proves itself to an authorization server. @see RFC 6749 section 2.3; OpenID Connect Core section 9 */
import {
  modifyAssertion,
  PrivateKeyJwt,
  type AuthorizationServer,
  type ClientAuth,
} from "oauth4webapi";
import { base64 } from "../protocol/text/base64.js";
import { encodeForm } from "../protocol/text/percent-encoding.js";
import type { Secret } from "../protocol/text/redactor.js";
import type { ClientAuthenticationMethod, ClientCredentials } from "./client-credentials.js";
import { OAuthError } from "./oauth-error.js";
import { signingKey } from "./signing-key.js";

export interface ClientAuthentication {
  readonly method: ClientAuthenticationMethod;
  /** Adds the proof to the form or the headers of a request. */
  readonly apply: ClientAuth;
  /** What must not be shown. */
  readonly secrets: readonly Secret[];
}

/**
 * Chooses how a client proves itself: as it is registered, else by what it has and the server offers.
 *
 * @throws TypeError when the credentials lack what the method needs, or the key is unusable
 * @throws OAuthError when the server offers no method that the client can use
 */
export async function authenticationOf(
  credentials: ClientCredentials,
  server: AuthorizationServer,
): Promise<ClientAuthentication> {
  const { clientId, clientSecret } = credentials;
  switch (methodOf(credentials, server)) {
    case "none":
      return publicClient(clientId);
    case "client_secret_basic":
      return secretInHeader(clientId, needed(clientSecret, "clientSecret"));
    case "client_secret_post":
      return secretInBody(clientId, needed(clientSecret, "clientSecret"));
    case "private_key_jwt":
      return signedAssertion(credentials);
  }
}

function methodOf(
  { clientSecret, privateKey, authenticationMethod }: ClientCredentials,
  { token_endpoint_auth_methods_supported: offered, issuer }: AuthorizationServer,
): ClientAuthenticationMethod {
  if (authenticationMethod !== undefined) return authenticationMethod;
  if (privateKey !== undefined) return "private_key_jwt";
  if (clientSecret === undefined) return "none";
  // The default of RFC 8414 section 2.
  const methods = offered ?? ["client_secret_basic"];
  if (methods.includes("client_secret_basic")) return "client_secret_basic";
  if (methods.includes("client_secret_post")) return "client_secret_post";
  throw new OAuthError(
    `${issuer} takes no client secret, but one of ${methods.slice(0, 8).join(", ").slice(0, 200)}`,
  );
}

function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new TypeError(`The client's authentication needs its ${name}.`);
  return value;
}

/** @param id absent: the server asks for none */
export function publicClient(id: string | undefined): ClientAuthentication {
  return {
    method: "none",
    apply: (_server, _client, body) => {
      if (id !== undefined) body.set("client_id", id);
    },
    secrets: [],
  };
}

export function secretInBody(id: string | undefined, secret: string): ClientAuthentication {
  return {
    method: "client_secret_post",
    apply: (_server, _client, body) => {
      if (id !== undefined) body.set("client_id", id);
      body.set("client_secret", secret);
    },
    secrets: [{ text: secret }],
  };
}

/** Unlike the library's, leaves `-` and `_`, for servers that do not decode. @see RFC 6749 section 2.3.1 */
export function secretInHeader(id: string | undefined, secret: string): ClientAuthentication {
  const pair = base64(`${encodeForm(id ?? "")}:${encodeForm(secret)}`);
  return {
    method: "client_secret_basic",
    apply: (_server, _client, _body, headers) => {
      headers.set("authorization", `Basic ${pair}`);
    },
    secrets: [{ text: secret }, { text: pair }],
  };
}

/**
 * Signs an assertion for each request, for the server's issuer and of one use.
 *
 * @throws TypeError when the key is unusable
 * @see RFC 7523 section 2.2 and 3
 */
export async function signedAssertion({
  clientId,
  privateKey,
  algorithm,
  keyId,
}: ClientCredentials): Promise<ClientAuthentication> {
  const signing = await signingKey(needed(privateKey, "privateKey"), { algorithm, keyId });
  const { key, keyId: kid } = signing;
  const sign = PrivateKeyJwt(kid === undefined ? key : { key, kid }, {
    [modifyAssertion]: (header) => {
      header["alg"] = signing.algorithm;
    },
  });
  return {
    method: "private_key_jwt",
    apply: (server, _client, body, headers) => sign(server, { client_id: clientId }, body, headers),
    secrets: [],
  };
}
