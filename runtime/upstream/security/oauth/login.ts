import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
  type AuthorizationServer,
} from "oauth4webapi";
import { secureUrl } from "../../../protocol/secure-url.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../../contract/api.js";
import { variable } from "../../../contract/environment.js";
import { Redactor } from "../../redactor.js";
import type { CredentialSettings } from "../credential-source.js";
import { OAuthEndpoints } from "./endpoints.js";
import { removeLogin, writeLogin, type StoredLogin } from "./login-store.js";
import { openLoopback } from "./loopback.js";
import { loginOf } from "./oauth-client.js";
import { reasonOf } from "./oauth-fetch.js";
import { requestToken } from "./request-token.js";

/** How a user logs in. */
export interface LoginOptions {
  /** Where the browser comes back to; default any port that is free. Some servers want the one they were told. */
  readonly port?: number | undefined;
  /** Asked for instead of what the operations need. */
  readonly scope?: string | undefined;
  /** Takes the user to a page. */
  readonly show: (url: string) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** A login that is kept, and where. */
export interface KeptLogin {
  readonly file: string;
  readonly login: StoredLogin;
}

/**
 * Logs a user in with the browser and keeps what this gives.
 *
 * @throws ToolError when the server or the user refuses, or something is not set; the signal's reason
 * @see RFC 6749 section 4.1; RFC 7636; RFC 8252
 */
export async function logIn(
  api: Api,
  scheme: OAuthScheme,
  settings: CredentialSettings,
  options: LoginOptions,
): Promise<KeptLogin> {
  const { env, fetch } = settings;
  const clientId = variable(env, scheme.clientIdEnv);
  if (clientId === undefined) {
    throw new ToolError(`Set the environment variable ${scheme.clientIdEnv} to log in.`);
  }
  const endpoints = new OAuthEndpoints(api, settings);
  const server = await endpoints.ofFlow(scheme, "authorizationCode");
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const loopback = await openLoopback(state, options.port ?? 0);
  try {
    const page = authorizationPage(server, {
      response_type: "code",
      client_id: clientId,
      redirect_uri: loopback.redirectUri,
      scope: options.scope ?? scopeOf(scheme, server),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    options.show(page);
    const code = codeIn(await loopback.returned(options.signal), server, clientId, state);
    const granted = await requestToken({
      server,
      clientId,
      clientSecret: variable(env, scheme.clientSecretEnv),
      grant: "authorization_code",
      parameters: { code, redirect_uri: loopback.redirectUri, code_verifier: verifier },
      secrets: [{ text: code }, { text: verifier }],
      variables: [scheme.clientIdEnv, scheme.clientSecretEnv],
      fetch,
    });
    const login = loginOf({ server: endpoints.loginServer(scheme), clientId }, granted);
    return { file: writeLogin(login, env), login };
  } finally {
    loopback.close();
  }
}

/** Forgets a login. @returns whether there was one */
export function logOut(api: Api, scheme: OAuthScheme, settings: CredentialSettings): boolean {
  const server = new OAuthEndpoints(api, settings).loginServer(scheme);
  const clientId = variable(settings.env, scheme.clientIdEnv) ?? "";
  return removeLogin({ server, clientId }, settings.env);
}

function authorizationPage(
  server: AuthorizationServer,
  parameters: Readonly<Record<string, string>>,
): string {
  const { authorization_endpoint: endpoint } = server;
  if (endpoint === undefined) {
    throw new ToolError(`${server.issuer} names no authorization endpoint: nobody can log in.`);
  }
  let url;
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

/** OpenID Connect wants its own scope, and gives what renews a token to those who ask for it. */
function scopeOf({ flows, scopes = [] }: OAuthScheme, server: AuthorizationServer): string {
  const wanted = new Set(scopes);
  if (!flows) {
    wanted.add("openid");
    if (server.scopes_supported?.includes("offline_access")) wanted.add("offline_access");
  }
  return [...wanted].join(" ");
}

function codeIn(
  returned: URLSearchParams,
  server: AuthorizationServer,
  clientId: string,
  state: string,
): string {
  const parameters = new URLSearchParams(returned);
  // Without metadata nobody has said who the issuer is.
  if (server.issuer === server.token_endpoint) parameters.delete("iss");
  try {
    const code = validateAuthResponse(server, { client_id: clientId }, parameters, state).get(
      "code",
    );
    if (code) return code;
  } catch (error) {
    const reason =
      error instanceof AuthorizationResponseError
        ? [error.error, error.error_description].filter(Boolean).join(": ")
        : reasonOf(error);
    const shown = new Redactor([{ text: state }]).text(reason).slice(0, 500);
    throw new ToolError(`The login failed: ${shown}.`);
  }
  throw new ToolError("The login failed: the server sent no code.");
}
