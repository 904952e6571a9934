import {
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type AuthorizationServer,
  type TokenEndpointResponse,
} from "oauth4webapi";
import {
  publicClient,
  secretInBody,
  secretInHeader,
  type ClientAuthentication,
} from "../../../oauth/client-authentication.js";
import { OAuthError } from "../../../oauth/oauth-error.js";
import {
  grantedToken,
  secretsIn,
  sendTokenRequest,
  tokenRefusal,
  type GrantedToken,
  type TokenRequest,
} from "../../../oauth/tokens/token-request.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { ResourceIndicator } from "./endpoints.js";

/** A request of the client of an API. */
export interface ApiTokenRequest extends Pick<
  TokenRequest,
  "server" | "parameters" | "secrets" | "fetch"
> {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly grant: "client_credentials" | "password" | "refresh_token" | "authorization_code";
  readonly resource: ResourceIndicator | undefined;
  /** Environment variables to check when the server refuses. */
  readonly variables: readonly string[];
}

/** The server refused; `code` is its error code, such as `invalid_grant`. */
export class TokenRefused extends ToolError {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

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
export async function requestToken(request: ApiTokenRequest): Promise<GrantedToken> {
  const { variables, clientId, clientSecret } = request;
  // With a header, all forms of the secret are known.
  const authentication =
    clientSecret === undefined ? publicClient(clientId) : secretInHeader(clientId, clientSecret);
  const plain = { ...request, authentication };
  const startedAt = Date.now();
  try {
    const granted = await requestForResource(request);
    const token = grantedToken(granted, startedAt, secretsIn(plain));
    if (token.type !== "bearer") throw new Error("the token's type dpop is not supported");
    return token;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const refusal = tokenRefusal(error, plain);
    if (!(refusal instanceof OAuthError)) throw refusal;
    const advice = variables.length > 0 ? ` Check ${variables.join(" and ")}.` : "";
    throw new TokenRefused(`${refusal.message}.${advice}`, refusal.code);
  }
}

/**
 * Names the API that the token is for. Most servers ignore what they don't know (RFC 6749 section 3.2), but some refuse it;
 * they are asked again without.
 */
async function requestForResource(request: ApiTokenRequest): Promise<TokenEndpointResponse> {
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

async function authenticateAndRequest(request: ApiTokenRequest): Promise<TokenEndpointResponse> {
  const { server, clientId, clientSecret } = request;
  if (clientSecret === undefined) return requestWith(publicClient(clientId), request);
  const inBody = secretInBody(clientId, clientSecret);
  if (wantsSecretInBody(server)) return requestWith(inBody, request);
  try {
    return await requestWith(secretInHeader(clientId, clientSecret), request);
  } catch (error) {
    if (!mayWantOtherAuthentication(error)) throw error;
    let granted;
    try {
      granted = await requestWith(inBody, request);
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

function requestWith(
  authentication: ClientAuthentication,
  request: ApiTokenRequest,
): Promise<TokenEndpointResponse> {
  const { resource } = request;
  const apply: ClientAuthentication["apply"] = (server, client, body, headers) => {
    // Behind the parameters of the grant.
    if (resource !== undefined) body.set("resource", resource.value);
    return authentication.apply(server, client, body, headers);
  };
  return sendTokenRequest({ ...request, authentication: { ...authentication, apply } });
}
