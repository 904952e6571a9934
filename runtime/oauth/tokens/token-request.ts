import {
  allowInsecureRequests,
  customFetch,
  genericTokenEndpointRequest,
  isDPoPNonceError,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type AuthorizationServer,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { defined } from "../../protocol/defined.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { Redactor, type Secret } from "../../protocol/text/redactor.js";
import type { ClientAuthentication } from "../client-authentication.js";
import type { DpopKey } from "../dpop.js";
import { OAuthError } from "../oauth-error.js";
import { reasonOf } from "../reason-of.js";
import { oauthFetch } from "./oauth-fetch.js";
import type { Token } from "./token-cache.js";

/** A request to a token endpoint. @see RFC 6749 section 4 */
export interface TokenRequest {
  /** Its token endpoint is known to be secure. */
  readonly server: AuthorizationServer;
  readonly authentication: ClientAuthentication;
  /** `authorization_code`, `refresh_token`, `urn:ietf:params:oauth:grant-type:jwt-bearer` … */
  readonly grant: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Secret values among the parameters. */
  readonly secrets: readonly Secret[];
  /** The key that the token is to be bound to. */
  readonly dpop?: DpopKey | undefined;
  /** Sends the request, such as a guard's that knows where it may go. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Types of the answer besides Bearer and DPoP, in lower case, such as `n_a` of RFC 8693. */
  readonly otherTypes?: readonly string[];
}

export interface GrantedToken extends Token {
  readonly type: "bearer" | "dpop";
  readonly scope?: string;
}

/** A token counts as expired this long before its end, because requests take time and clocks differ. */
const skewMs = 30_000;

/** No header can hold a longer token. */
const longestToken = 64 * 1024;

/** Longer lifetimes count as this one: their end is no date. */
const longestLifetimeMs = 10 * 365 * 24 * 3_600_000;

/**
 * Requests a token.
 *
 * @throws OAuthError when the server grants none; the message names the endpoint but no secret, and `code` is the server's
 * @throws the signal's reason
 */
export async function requestToken(request: TokenRequest): Promise<GrantedToken> {
  const startedAt = Date.now();
  try {
    return grantedToken(await sendTokenRequest(request), startedAt, secretsIn(request));
  } catch (error) {
    throw tokenRefusal(error, request);
  }
}

/**
 * Sends a request for a token, a second time if the server asks for a nonce.
 *
 * @throws the library's errors
 * @see RFC 9449 section 8
 */
export async function sendTokenRequest(request: TokenRequest): Promise<TokenEndpointResponse> {
  let hasNewNonce = false;
  const { dpop, server, signal } = request;
  const fetch = oauthFetch(request.fetch);
  // The library requires a client's id, but the authentication sends it.
  const client = { client_id: "none" };
  const recognizedTokenTypes = Object.fromEntries(
    (request.otherTypes ?? []).map((type) => [type, () => undefined]),
  );
  const send = async (): Promise<TokenEndpointResponse> => {
    const response = await genericTokenEndpointRequest(
      server,
      client,
      request.authentication.apply,
      request.grant,
      { ...request.parameters },
      {
        [customFetch]: async (url, init) => {
          const answer = await fetch(url, defined({ ...init, signal }));
          hasNewNonce = dpop?.learn(new URL(url), answer.headers.get("dpop-nonce")) === true;
          return answer;
        },
        // `secureUrl` has let plain HTTP pass on loopback only.
        [allowInsecureRequests]: true,
        ...defined({ DPoP: dpop?.handle }),
      },
    );
    return processGenericTokenEndpointResponse(server, client, response, { recognizedTokenTypes });
  };
  try {
    return await send();
  } catch (error) {
    if (!hasNewNonce || !isDPoPNonceError(error)) throw error;
    return send();
  }
}

/**
 * Checks a granted token.
 *
 * @param startedAt when it was asked for, in milliseconds since 1970
 * @param hidden what must not be shown where the token is used
 * @throws Error when it can't be used
 */
export function grantedToken(
  granted: TokenEndpointResponse,
  startedAt: number,
  hidden: readonly Secret[],
): GrantedToken {
  const { access_token, expires_in, refresh_token, scope, token_type } = granted;
  const type = (["bearer", "dpop"] as const).find((each) => each === token_type);
  if (type === undefined) {
    throw new Error(`the token's type ${token_type.slice(0, 40)} is not supported`);
  }
  if (access_token === "" || access_token.length > longestToken || !isFieldValue(access_token)) {
    throw new Error("the token can't be sent in a header");
  }
  const lifetimeMs =
    expires_in === undefined ? undefined : Math.min(expires_in * 1000, longestLifetimeMs);
  return {
    value: access_token,
    type,
    ...defined({
      expiresAt:
        lifetimeMs === undefined
          ? undefined
          : startedAt + lifetimeMs - Math.min(skewMs, lifetimeMs / 10),
      refreshToken: refresh_token,
      scope,
    }),
    secrets: [
      { text: access_token },
      ...(refresh_token === undefined ? [] : [{ text: refresh_token }]),
      ...hidden,
    ],
  };
}

/** Returns what must not be shown of a request. */
export function secretsIn({ secrets, authentication }: TokenRequest): readonly Secret[] {
  return [...secrets, ...authentication.secrets];
}

/** Returns the error for a request that led to no token; the signal's reason if it was given up. */
export function tokenRefusal(error: unknown, request: TokenRequest): unknown {
  if (request.signal?.aborted === true) return request.signal.reason;
  const text = error instanceof OAuthError ? error.message : refusalText(error);
  const reason = new Redactor(secretsIn(request)).text(text).slice(0, 500);
  const code = codeOf(error);
  return new OAuthError(
    `No access token from ${placeOf(request.server)}: ${reason}`,
    defined({ code }),
  );
}

/** The library reads the challenge of a 401 instead of its body. @see RFC 6749 section 5.2 */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ResponseBodyError) return error.error;
  const isChallenge = error instanceof WWWAuthenticateChallengeError && error.status === 401;
  return isChallenge ? "invalid_client" : undefined;
}

/** Describes a failed request to an endpoint of an authorization server, by the server's words if it has any. */
export function refusalText(error: unknown): string {
  if (error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return description === undefined ? code : `${code} (${description.replace(/\.$/, "")})`;
  }
  if (error instanceof WWWAuthenticateChallengeError) return `status ${error.status}`;
  // Some servers refuse with status 200.
  const body = error instanceof Error ? (error.cause as { body?: unknown } | undefined)?.body : {};
  const code = (body as { error?: unknown } | undefined)?.error;
  return typeof code === "string" ? code : reasonOf(error);
}

function placeOf({ token_endpoint }: AuthorizationServer): string {
  const url = new URL(token_endpoint ?? "");
  return url.origin + url.pathname;
}
