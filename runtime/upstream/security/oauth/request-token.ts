import { defined } from "../../../protocol/defined.js";
import {
  allowInsecureRequests,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type AuthorizationServer,
  type ClientAuth,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { ToolError } from "../../../protocol/tool-error.js";
import { base64 } from "../../../protocol/text/base64.js";
import { isFieldValue } from "../../../protocol/text/field-value.js";
import { encodeForm } from "../../../protocol/text/percent-encoding.js";
import { Redactor, type Secret } from "../../../protocol/text/redactor.js";
import type { Token } from "../../../oauth/tokens/token-cache.js";
import type { ResourceIndicator } from "./endpoints.js";
import { reasonOf } from "../../../oauth/reason-of.js";
import { oauthFetch } from "../../../oauth/tokens/oauth-fetch.js";

/** A request to a token endpoint. @see RFC 6749 section 4 */
export interface TokenRequest {
  readonly server: AuthorizationServer;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly grant: "client_credentials" | "password" | "refresh_token" | "authorization_code";
  readonly parameters: Readonly<Record<string, string>>;
  readonly resource: ResourceIndicator | undefined;
  /** Secret values among the parameters. */
  readonly secrets: readonly Secret[];
  /** Environment variables to check when the server refuses. */
  readonly variables: readonly string[];
  readonly fetch: typeof globalThis.fetch | undefined;
}

export interface GrantedToken extends Token {
  readonly scope?: string;
}

/** The server refused; `code` is its error code, such as `invalid_grant`. */
export class TokenRefused extends ToolError {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** A token counts as expired this long before its end, because requests take time and clocks differ. */
const skewMs = 30_000;

/** Token endpoints that accept the client's secret only in the body, found by trying. */
const wantSecretInBody = new Set<string | undefined>();

/** Token endpoints that refuse resource indicators, found by trying. */
const refusesResource = new Set<string | undefined>();

/**
 * Requests a token. The client's secret goes in the header, which every server must support, or in the body if the
 * server refuses that.
 *
 * @throws TokenRefused when the server grants no token; the message names the endpoint but no secret
 * @see RFC 6749 section 2.3.1
 */
export async function requestToken(request: TokenRequest): Promise<GrantedToken> {
  const { server, clientId, clientSecret } = request;
  const hidden: Secret[] = [...request.secrets];
  if (clientSecret !== undefined) {
    hidden.push({ text: clientSecret }, { text: basicPair(clientId ?? "", clientSecret) });
  }
  const startedAt = Date.now();
  try {
    const granted = await requestForResource(request);
    return tokenOf(granted, startedAt, hidden);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const redactor = new Redactor(hidden);
    const reason = redactor.text(refusalOf(error)).slice(0, 500);
    const advice = request.variables.length > 0 ? ` Check ${request.variables.join(" and ")}.` : "";
    throw new TokenRefused(
      `No access token from ${placeOf(server)}: ${reason}.${advice}`,
      error instanceof ResponseBodyError ? error.error : undefined,
    );
  }
}

/**
 * Names the API that the token is for. Most servers ignore what they don't know (RFC 6749 section 3.2), but some refuse it;
 * they are asked again without.
 */
async function requestForResource(request: TokenRequest): Promise<TokenEndpointResponse> {
  const { resource, server } = request;
  const without = { ...request, resource: undefined };
  if (resource?.isChosen === false && refusesResource.has(server.token_endpoint)) {
    return authenticateAndRequest(without);
  }
  try {
    return await authenticateAndRequest(request);
  } catch (error) {
    if (resource?.isChosen !== false || !mayRefuseResource(error)) throw error;
    let granted;
    try {
      granted = await authenticateAndRequest(without);
    } catch {
      throw error;
    }
    refusesResource.add(server.token_endpoint);
    return granted;
  }
}

/** @see RFC 8707 section 2, `invalid_target` */
function mayRefuseResource(error: unknown): boolean {
  return (
    error instanceof ResponseBodyError &&
    ["invalid_target", "invalid_request"].includes(error.error)
  );
}

async function authenticateAndRequest(request: TokenRequest): Promise<TokenEndpointResponse> {
  const { server, clientId, clientSecret } = request;
  if (clientSecret === undefined) return requestWith(publicClient(clientId), request);
  const inBody = wantsSecretInBody(server);
  if (inBody) return requestWith(secretInBody(clientId, clientSecret), request);
  try {
    return await requestWith(secretInHeader(clientId, clientSecret), request);
  } catch (error) {
    if (!mayWantOtherAuthentication(error)) throw error;
    let granted;
    try {
      granted = await requestWith(secretInBody(clientId, clientSecret), request);
    } catch {
      throw error;
    }
    wantSecretInBody.add(server.token_endpoint);
    return granted;
  }
}

function wantsSecretInBody(server: AuthorizationServer): boolean {
  const methods = server.token_endpoint_auth_methods_supported;
  if (wantSecretInBody.has(server.token_endpoint)) return true;
  return (
    methods !== undefined &&
    methods.includes("client_secret_post") &&
    !methods.includes("client_secret_basic")
  );
}

function mayWantOtherAuthentication(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  if (error instanceof ResponseBodyError) {
    return error.error === "invalid_client" || error.error === "invalid_request";
  }
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response && [400, 401, 403].includes(cause.status);
}

async function requestWith(
  authentication: ClientAuth,
  { server, clientId, grant, parameters, resource, fetch }: TokenRequest,
): Promise<TokenEndpointResponse> {
  // The library requires an id, but does not send it here.
  const client = { client_id: clientId ?? "none" };
  const response = await genericTokenEndpointRequest(
    server,
    client,
    (as, given, body, headers) => {
      if (resource !== undefined) body.set("resource", resource.value);
      return authentication(as, given, body, headers);
    },
    grant,
    parameters,
    {
      [customFetch]: oauthFetch(fetch),
      // `secureUrl` has let plain HTTP pass on loopback only.
      [allowInsecureRequests]: true,
    },
  );
  return processGenericTokenEndpointResponse(server, client, response);
}

function publicClient(id: string | undefined): ClientAuth {
  return (_server, _client, body) => {
    if (id !== undefined) body.set("client_id", id);
  };
}

function secretInBody(id: string | undefined, secret: string): ClientAuth {
  return (_server, _client, body) => {
    if (id !== undefined) body.set("client_id", id);
    body.set("client_secret", secret);
  };
}

/** Unlike the library's, leaves `-` and `_`, for servers that do not decode. */
function secretInHeader(id: string | undefined, secret: string): ClientAuth {
  return (_server, _client, _body, headers) => {
    headers.set("authorization", `Basic ${basicPair(id ?? "", secret)}`);
  };
}

function basicPair(id: string, secret: string): string {
  return base64(`${encodeForm(id)}:${encodeForm(secret)}`);
}

function tokenOf(
  granted: TokenEndpointResponse,
  startedAt: number,
  hidden: readonly Secret[],
): GrantedToken {
  const { access_token, expires_in, refresh_token, scope, token_type } = granted;
  if (token_type !== "bearer") throw new Error(`the token's type ${token_type} is not supported`);
  if (access_token === "" || !isFieldValue(access_token)) {
    throw new Error("the token can't be sent in a header");
  }
  const lifetime = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    value: access_token,
    ...defined({
      expiresAt:
        lifetime === undefined ? undefined : startedAt + lifetime - Math.min(skewMs, lifetime / 10),
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

function refusalOf(error: unknown): string {
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
