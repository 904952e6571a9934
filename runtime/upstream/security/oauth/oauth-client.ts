import { defined } from "../../../protocol/defined.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../../contract/api.js";
import { variable } from "../../../contract/environment.js";
import { isFieldValue } from "../../../protocol/text/field-value.js";
import { defaultLoginCommand, type CredentialSettings } from "../credential-settings.js";
import type { CredentialMethodKind } from "../../../contract/credential-methods.js";
import { TokenCache, type Token } from "../../../oauth/tokens/token-cache.js";
import { OAuthEndpoints, type FlowName } from "./endpoints.js";
import {
  hasOldLogin,
  readLogin,
  withLogin,
  writeLogin,
  type LoginKey,
  type StoredLogin,
} from "./login-store.js";
import type { GrantedToken } from "../../../oauth/tokens/token-request.js";
import { requestToken, TokenRefused, type ApiTokenRequest } from "./request-token.js";

/** Gets and renews the access tokens of an API's OAuth schemes. */
export class OAuthClient {
  readonly #settings: CredentialSettings;
  readonly #endpoints: OAuthEndpoints;
  readonly #caches = new WeakMap<OAuthScheme, Map<string, TokenCache>>();

  constructor(api: Api, settings: CredentialSettings) {
    this.#settings = settings;
    this.#endpoints = new OAuthEndpoints(api, settings);
  }

  /** Whether a login for the scheme is stored. */
  isLoggedIn(scheme: OAuthScheme): boolean {
    return readLogin(this.#endpoints.loginKey(scheme), this.#settings.env) !== undefined;
  }

  /** @throws ToolError when the login for the scheme was not made for the API at this origin */
  checkLoginOrigin(scheme: OAuthScheme, origin: string): void {
    const { origins } = this.#endpoints.loginKey(scheme);
    if (origins.includes(origin)) return;
    throw new ToolError(
      `The login is for ${origins.join(", ")} and not for ${origin}, so nothing was sent.`,
    );
  }

  /** Whether the only login for the scheme does not say which API it was made for, so that it can't be used. */
  hasOldLogin(scheme: OAuthScheme): boolean {
    return hasOldLogin(this.#endpoints.loginKey(scheme), this.#settings.env);
  }

  /**
   * Returns the token cache for a scheme. Each set of scopes has its own cache, so that a call can do no more than its
   * operation requires; a login or a refresh token has fixed scopes.
   */
  tokens(
    scheme: OAuthScheme,
    kind: Exclude<CredentialMethodKind, "given">,
    scopes: readonly string[],
  ): TokenCache {
    const scope = [...new Set(scopes)].sort().join(" ");
    const hasOwnScopes = kind === "login" || kind === "refreshToken";
    const key = hasOwnScopes ? kind : `${kind} ${scope}`;
    const caches = this.#caches.get(scheme) ?? new Map<string, TokenCache>();
    this.#caches.set(scheme, caches);
    let cache = caches.get(key);
    if (cache === undefined) {
      cache = new TokenCache(this.#getter(scheme, kind, scope));
      caches.set(key, cache);
    }
    return cache;
  }

  #getter(
    scheme: OAuthScheme,
    kind: Exclude<CredentialMethodKind, "given">,
    scope: string,
  ): (before: Token | undefined) => Promise<Token> {
    switch (kind) {
      case "clientCredentials":
        return () => this.#clientCredentials(scheme, scope);
      case "password":
        return (before) => this.#password(scheme, scope, before);
      case "refreshToken":
        return (before) => {
          const given = this.#value(scheme.refreshTokenEnv) ?? "";
          const token = before?.refreshToken ?? given;
          return this.#refresh(scheme, token, undefined, {
            variables: [scheme.refreshTokenEnv],
          });
        };
      case "login":
        return this.#loginGetter(scheme);
    }
  }

  async #clientCredentials(scheme: OAuthScheme, scope: string): Promise<Token> {
    return requestToken({
      ...this.#client(scheme),
      server: await this.#endpoints.ofFlow(scheme, "clientCredentials"),
      grant: "client_credentials",
      parameters: scope === "" ? {} : { scope },
      secrets: [],
      variables: [scheme.clientIdEnv, scheme.clientSecretEnv],
    });
  }

  async #password(scheme: OAuthScheme, scope: string, before: Token | undefined): Promise<Token> {
    if (before?.refreshToken !== undefined) {
      try {
        return await this.#refresh(scheme, before.refreshToken, "password");
      } catch (error) {
        // Fall back to the password.
        if (!(error instanceof TokenRefused)) throw error;
      }
    }
    const { usernameEnv = "", passwordEnv = "" } = scheme;
    const username = this.#value(usernameEnv) ?? "";
    const password = this.#settings.env[passwordEnv] ?? "";
    return requestToken({
      ...this.#client(scheme),
      server: await this.#endpoints.ofFlow(scheme, "password"),
      grant: "password",
      parameters: { username, password, ...defined({ scope: scope !== "" ? scope : undefined }) },
      secrets: [
        ...(password === "" ? [] : [{ text: password }]),
        { text: username, nameOnly: true },
      ],
      variables: [usernameEnv, passwordEnv],
    });
  }

  /** Renews a token. If the response has no new refresh token, the old one stays valid. */
  async #refresh(
    scheme: OAuthScheme,
    refreshToken: string,
    flow: FlowName | undefined,
    { variables = [], endpoint }: RefreshSettings = {},
  ): Promise<GrantedToken> {
    const server = await this.#endpoints.ofRefresh(scheme, flow);
    if (endpoint !== undefined && server.token_endpoint !== endpoint) {
      throw new ToolError(
        `The authorization server now renews tokens elsewhere than when you logged in, so nothing was sent. Run ${this.#loginCommand()} to log in again.`,
      );
    }
    const granted = await requestToken({
      ...this.#client(scheme),
      server,
      grant: "refresh_token",
      parameters: { refresh_token: refreshToken },
      secrets: [{ text: refreshToken }],
      variables,
    });
    return { refreshToken, ...granted };
  }

  /** Processes share a stored login: each uses the tokens that another one renewed, and stores those it renews. */
  #loginGetter(scheme: OAuthScheme): (before: Token | undefined) => Promise<Token> {
    const { env } = this.#settings;
    const key = this.#endpoints.loginKey(scheme);
    const read = (before: Token | undefined): StoredLogin => {
      const login = readLogin(key, env);
      if (login === undefined)
        throw new ToolError(
          `Not logged in, so nothing was sent. Run ${this.#loginCommand()} to log in.`,
        );
      // A refresh token that could not be stored is newer than the stored one.
      const isKnown = before !== undefined && login.accessToken === before.value;
      return isKnown && before.refreshToken !== undefined
        ? { ...login, refreshToken: before.refreshToken }
        : login;
    };
    return async (before) => {
      const login = read(before);
      if (login.accessToken !== before?.value && isFresh(login)) return tokenOfLogin(login);
      return withLogin(key, env, () => this.#renewLogin(scheme, key, () => read(before), before));
    };
  }

  /** Called while no other process renews the login. */
  async #renewLogin(
    scheme: OAuthScheme,
    key: LoginKey,
    read: () => StoredLogin,
    before: Token | undefined,
  ): Promise<Token> {
    const login = read();
    if (login.accessToken !== before?.value && isFresh(login)) return tokenOfLogin(login);
    if (login.refreshToken === undefined) throw this.#loginExpired();
    try {
      const endpoint = login.refreshEndpoint;
      const granted = await this.#refresh(scheme, login.refreshToken, "authorizationCode", {
        endpoint,
      });
      this.#store({ ...key, refreshEndpoint: endpoint }, granted);
      return granted;
    } catch (error) {
      if (!(error instanceof TokenRefused) || error.code !== "invalid_grant") throw error;
      // A program without the lock, or the user, may have replaced the login.
      const again = read();
      if (again.accessToken !== login.accessToken && isFresh(again)) return tokenOfLogin(again);
      throw this.#loginExpired();
    }
  }

  #store(key: GrantedKey, granted: GrantedToken): void {
    try {
      writeLogin(loginOf(key, granted), this.#settings.env);
    } catch {
      // This process continues with the token in memory.
    }
  }

  #loginExpired(): ToolError {
    return new ToolError(
      `The login has expired, so nothing was sent. Run ${this.#loginCommand()} to log in again.`,
    );
  }

  #loginCommand(): string {
    return this.#settings.loginCommand ?? defaultLoginCommand;
  }

  #client(
    scheme: OAuthScheme,
  ): Pick<ApiTokenRequest, "clientId" | "clientSecret" | "fetch" | "resource"> {
    return {
      resource: this.#endpoints.resource(scheme),
      clientId: this.#value(scheme.clientIdEnv),
      clientSecret: this.#value(scheme.clientSecretEnv),
      fetch: this.#endpoints.fetch,
    };
  }

  #value(name: string): string | undefined {
    return variable(this.#settings.env, name);
  }
}

type GrantedKey = LoginKey & Pick<StoredLogin, "refreshEndpoint">;

interface RefreshSettings {
  readonly variables?: readonly string[];
  /** The endpoint that the refresh token is for. */
  readonly endpoint?: string;
}

/** Returns the login to store. */
export function loginOf(key: GrantedKey, granted: GrantedToken): StoredLogin {
  const { value, expiresAt, refreshToken, scope } = granted;
  return defined({ ...key, accessToken: value, expiresAt, refreshToken, scope });
}

function isFresh({ accessToken, expiresAt }: StoredLogin): boolean {
  return isFieldValue(accessToken) && (expiresAt ?? Infinity) > Date.now();
}

function tokenOfLogin({ accessToken, expiresAt, refreshToken }: StoredLogin): Token {
  return {
    value: accessToken,
    ...defined({ expiresAt, refreshToken }),
    secrets: refreshToken === undefined ? [] : [{ text: refreshToken }],
  };
}
