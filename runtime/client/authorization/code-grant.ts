import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from "oauth4webapi";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ClientCredentials } from "../../oauth/client-credentials.js";
import { endpointOf } from "../../oauth/metadata/authorization-server.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import { McpAuthorizationError } from "../errors.js";
import type { ConsentRequest } from "./authorization-options.js";
import type { ClientDpop } from "./client-dpop.js";
import type { Grant, Granted, TokenTarget } from "./grant.js";
import type { HeldToken } from "./held-token.js";
import type { RedirectSource } from "./redirects.js";
import type { Registrations } from "./registrations.js";
import { withOfflineAccess } from "./scope-choice.js";
import { requestGrant } from "./request-grant.js";

export interface CodeGrantOptions {
  readonly registrations: Registrations;
  readonly redirects: RedirectSource;
  readonly refresh: boolean;
  readonly consent: ((request: ConsentRequest) => MaybePromise<boolean>) | undefined;
  readonly userTimeoutMs: number;
  readonly assumePkce: boolean;
  readonly dpop: ClientDpop | undefined;
}

/**
 * Lets the user grant a token, by authorization code with PKCE.
 *
 * @see MCP 2026-07-28, Authorization, Authorization Flow Steps; OAuth 2.1 section 4.1
 */
export class CodeGrant implements Grant {
  readonly isSilent = false;
  readonly triesAgain = true;
  readonly #options: CodeGrantOptions;

  constructor(options: CodeGrantOptions) {
    this.#options = options;
  }

  async obtain(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<Granted> {
    const { server, resource } = target;
    const { registrations, redirects, refresh } = this.#options;
    this.#checkPkce(target);
    const page = endpointOf(server, "authorization_endpoint", { guard: target.guard });
    endpointOf(server, "token_endpoint");
    const state = generateRandomState();
    const verifier = generateRandomCodeVerifier();
    const redirect = await redirects.open(
      state,
      await registrations.rememberedRedirect(server.issuer),
    );
    try {
      const { redirectUri } = redirect;
      const client = await registrations.clientFor(target, redirectUri, signal);
      const asked = refresh ? withOfflineAccess(scopes, server) : scopes;
      const parameters = {
        response_type: "code",
        client_id: client.clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        resource,
        ...(asked.length > 0 && { scope: asked.join(" ") }),
        // Some servers give refresh tokens only after consent. @see OpenID Connect Core section 11
        ...(asked.includes("offline_access") && { prompt: "consent" }),
      };
      for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
      await this.#askConsent(target, page, asked);
      const returned = await this.#shown(redirect.authorize, page, signal);
      const code = codeIn(returned, target, client.clientId, state);
      const sent = { code, redirect_uri: redirectUri, code_verifier: verifier, resource };
      return await this.#redeem(target, client, sent, signal);
    } finally {
      redirect.close();
    }
  }

  async #redeem(
    target: TokenTarget,
    client: ClientCredentials,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Granted> {
    const { registrations, dpop } = this.#options;
    const grant = "authorization_code";
    const secret = ["code", "code_verifier"];
    try {
      return await requestGrant({ target, client, grant, parameters, secret, dpop, signal });
    } catch (error) {
      // The server has forgotten this client: the next login registers it again.
      if (error instanceof OAuthError && error.code === "invalid_client") {
        await registrations.forget(target.server.issuer, client.clientId);
      }
      throw error;
    }
  }

  async refresh(target: TokenTarget, token: HeldToken, signal: AbortSignal): Promise<Granted> {
    const { registrations, dpop } = this.#options;
    const client = await registrations.granted(target, token.clientId ?? "");
    if (client === undefined) {
      throw new OAuthError("The client is no longer registered", { code: "invalid_client" });
    }
    const scope = token.scopes.join(" ");
    return requestGrant({
      target,
      client,
      grant: "refresh_token",
      parameters: {
        refresh_token: token.refreshToken ?? "",
        resource: target.resource,
        // Without it, Microsoft Entra does not know which API the token is for.
        ...(scope !== "" && { scope }),
      },
      secret: ["refresh_token"],
      dpop,
      signal,
    });
  }

  /** @see MCP 2026-07-28, Authorization Security Considerations, Authorization Code Protection */
  #checkPkce({ server, hasMetadata }: TokenTarget): void {
    const { code_challenge_methods_supported: methods, issuer } = server;
    if (!hasMetadata || methods?.includes("S256") === true) return;
    if (methods === undefined && this.#options.assumePkce) return;
    throw new OAuthError(
      `${issuer} does not say that it supports PKCE with S256 (code_challenge_methods_supported), so no code is safe there. If you know that it does, set assumePkce`,
    );
  }

  async #askConsent(
    { serverUrl, server }: TokenTarget,
    url: URL,
    scopes: readonly string[],
  ): Promise<void> {
    const { consent } = this.#options;
    if (!consent) return;
    const place = serverUrl.origin + serverUrl.pathname;
    const request = { server: place, issuer: server.issuer, scopes, url: new URL(url) };
    if (await consent(request)) return;
    throw new McpAuthorizationError(
      `The user did not agree to the login at ${server.issuer} for ${place}.`,
      { server: place },
    );
  }

  async #shown(
    authorize: (url: URL, signal: AbortSignal) => Promise<URLSearchParams>,
    url: URL,
    signal: AbortSignal,
  ): Promise<URLSearchParams> {
    const { userTimeoutMs } = this.#options;
    const timeout = AbortSignal.timeout(userTimeoutMs);
    try {
      return await authorize(url, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      throw new OAuthError(
        `The login at ${url.origin} was not finished within ${userTimeoutMs} ms`,
      );
    }
  }
}

/**
 * Returns the code of an authorization response that came from the right server.
 *
 * @throws OAuthError if the response is of another server or login, or an error
 * @see RFC 9207 section 2.4; MCP 2026-07-28, Authorization, Authorization Response Validation
 */
function codeIn(
  returned: URLSearchParams,
  { server }: TokenTarget,
  clientId: string,
  state: string,
): string {
  const issuer = returned.get("iss");
  if (issuer !== null && issuer !== server.issuer) {
    throw new OAuthError(`The login returned from another server than ${server.issuer}`);
  }
  try {
    const checked = validateAuthResponse(server, { client_id: clientId }, returned, state);
    const [code = "", ...others] = checked.getAll("code");
    if (code !== "" && others.length === 0) return code;
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const { error: code, error_description: description } = error;
      const text = description === undefined ? code : `${code}: ${description}`;
      throw new OAuthError(
        `${server.issuer} refuses the login (${text.replace(/[^\x20-\x7e]/g, "?").slice(0, 300)})`,
      );
    }
    throw new OAuthError(
      `The response to the login can't be trusted: ${error instanceof Error ? error.message : "unknown reason"}`,
    );
  }
  throw new OAuthError(`${server.issuer} returned no code, or several`);
}
