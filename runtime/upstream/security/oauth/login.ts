import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
  type AuthorizationServer,
} from "oauth4webapi";
import { defined } from "../../../protocol/defined.js";
import { secureUrl } from "../../../protocol/secure-url.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../../contract/api.js";
import { variable } from "../../../contract/environment.js";
import { Redactor } from "../../../protocol/text/redactor.js";
import type { CredentialSettings } from "../credential-settings.js";
import { OAuthEndpoints } from "./endpoints.js";
import { removeLogin, writeLogin, type StoredLogin } from "./login-store.js";
import type { Loopback } from "../../../oauth/browser/loopback.js";
import { OAuthError } from "../../../oauth/oauth-error.js";
import { loginOf } from "./oauth-client.js";
import { reasonOf } from "../../../oauth/reason-of.js";
import { requestToken } from "./request-token.js";

/** Options of a login. */
export interface LoginOptions {
  /** Port of the redirect URI; default: any free port. Some servers accept only a registered one. */
  readonly port?: number | undefined;
  /** Replaces the scopes that the operations need. */
  readonly scope?: string | undefined;
  /** Opens a page in the user's browser. */
  readonly show: (url: string) => void;
  /** Cancels the login. */
  readonly signal: AbortSignal;
}

/** A stored login and its file. */
export interface KeptLogin {
  readonly file: string;
  readonly login: StoredLogin;
}

/**
 * Logs a user in with the browser and stores the tokens.
 *
 * @throws ToolError when the server or the user refuses, or a variable is missing; the signal's reason
 * @see RFC 6749 section 4.1; RFC 7636; RFC 8252
 */
export async function logIn(
  api: Api,
  scheme: OAuthScheme,
  settings: CredentialSettings,
  options: LoginOptions,
): Promise<KeptLogin> {
  const { env } = settings;
  const clientId = variable(env, scheme.clientIdEnv);
  if (clientId === undefined) {
    throw new ToolError(`Set the environment variable ${scheme.clientIdEnv} to log in.`);
  }
  const endpoints = new OAuthEndpoints(api, settings);
  const key = endpoints.loginKey(scheme);
  const server = await endpoints.ofFlow(scheme, "authorizationCode");
  const { token_endpoint: refreshEndpoint = "" } = await endpoints.ofRefresh(
    scheme,
    "authorizationCode",
  );
  const resource = endpoints.resource(scheme);
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const loopback = await listen(state, options.port ?? 0);
  try {
    const page = authorizationPage(server, {
      response_type: "code",
      client_id: clientId,
      redirect_uri: loopback.redirectUri,
      scope: options.scope ?? scopeOf(scheme, server),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...defined({ resource: resource?.value }),
    });
    options.show(page);
    const code = codeIn(await loopback.returned(options.signal), server, clientId, state);
    const granted = await requestToken({
      server,
      clientId,
      clientSecret: variable(env, scheme.clientSecretEnv),
      grant: "authorization_code",
      resource,
      parameters: { code, redirect_uri: loopback.redirectUri, code_verifier: verifier },
      secrets: [{ text: code }, { text: verifier }],
      variables: [scheme.clientIdEnv, scheme.clientSecretEnv],
      fetch: endpoints.fetch,
    });
    const login = loginOf({ ...key, refreshEndpoint }, granted);
    return { file: writeLogin(login, env), login };
  } finally {
    loopback.close();
  }
}

async function listen(state: string, port: number): Promise<Loopback> {
  const { openLoopback } = await import("../../../oauth/browser/loopback.js");
  try {
    return await openLoopback(state, port);
  } catch (error) {
    throw error instanceof OAuthError ? new ToolError(`${error.message}.`) : error;
  }
}

/** Deletes a login. @returns whether there was one */
export function logOut(api: Api, scheme: OAuthScheme, settings: CredentialSettings): boolean {
  return removeLogin(new OAuthEndpoints(api, settings).loginKey(scheme), settings.env);
}

function authorizationPage(
  server: AuthorizationServer,
  parameters: Readonly<Record<string, string>>,
): string {
  const { authorization_endpoint: endpoint } = server;
  if (endpoint === undefined) {
    throw new ToolError(
      `The authorization server ${server.issuer} has no authorization endpoint, so users can't log in.`,
    );
  }
  let url: URL;
  try {
    url = secureUrl(endpoint, "The authorization URL");
  } catch (error) {
    throw new ToolError(`${error instanceof Error ? error.message : String(error)}.`);
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== "") url.searchParams.set(name, value);
  }
  return url.href;
}

/** Returns the scopes to request. OpenID Connect requires `openid`, and `offline_access` for a refresh token. */
function scopeOf({ flows, scopes = [] }: OAuthScheme, server: AuthorizationServer): string {
  const requested = new Set(scopes);
  if (!flows) {
    requested.add("openid");
    if (server.scopes_supported?.includes("offline_access")) requested.add("offline_access");
  }
  return [...requested].join(" ");
}

function codeIn(
  returned: URLSearchParams,
  server: AuthorizationServer,
  clientId: string,
  state: string,
): string {
  const parameters = new URLSearchParams(returned);
  // Without metadata the issuer is unknown.
  if (server.issuer === server.token_endpoint) parameters.delete("iss");
  try {
    const client = { client_id: clientId };
    const code = validateAuthResponse(server, client, parameters, state).get("code");
    if (code) return code;
  } catch (error) {
    const reason =
      error instanceof AuthorizationResponseError
        ? [error.error, error.error_description].filter(Boolean).join(": ")
        : reasonOf(error);
    const redacted = new Redactor([{ text: state }]).text(reason).slice(0, 500);
    throw new ToolError(`The login failed: ${redacted}.`);
  }
  throw new ToolError("The login failed: the server sent no authorization code.");
}
