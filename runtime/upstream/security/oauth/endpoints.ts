import { defined } from "../../../protocol/defined.js";
import type { AuthorizationServer } from "oauth4webapi";
import { secureUrl } from "../../../protocol/secure-url.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../../contract/api.js";
import { resolveServerUrl } from "../../request/servers.js";
import { variable } from "../../../contract/environment.js";
import type { CredentialSettings } from "../credential-settings.js";
import { originsOfScheme } from "../destinations.js";
import { checkSendTo } from "../send-to.js";
import type { LoginKey } from "./login-store.js";
import type { Reach } from "../../../contract/addresses.js";
import { ApiGuards } from "../../exchange/api-guards.js";
import { authorizationServerOf } from "../../../oauth/metadata/authorization-server.js";
import { firstMetadata, metadataUrls } from "../../../oauth/metadata/issuer-metadata.js";
import { OAuthError } from "../../../oauth/oauth-error.js";

/** The API that a token is for. @see RFC 8707 */
export interface ResourceIndicator {
  readonly value: string;
  /** The user chose it. Otherwise a server that does not know resource indicators may refuse it. */
  readonly isChosen: boolean;
}

export type FlowName = "clientCredentials" | "password" | "authorizationCode";

/** Finds the endpoints of authorization servers, in the document and in the servers' metadata. */
export class OAuthEndpoints {
  readonly #api: Api;
  readonly #settings: CredentialSettings;
  readonly #metadata = new Map<string, Promise<AuthorizationServer>>();
  readonly #guards: ApiGuards;
  /** By token endpoint that metadata named: where the metadata may lead. */
  readonly #reaches = new Map<string, Reach>();

  constructor(api: Api, settings: CredentialSettings) {
    this.#api = api;
    this.#settings = settings;
    this.#guards = new ApiGuards(api, settings);
  }

  /** Sends a request to an authorization server, if its address is one that the document or the metadata may name. */
  readonly fetch: typeof globalThis.fetch = (input, init) => {
    const url = input as string;
    return this.#guards.guardFor(url, this.#reaches.get(url)).fetch(url, init);
  };

  /**
   * Returns the authorization server of a flow, by its metadata if the document states no flows.
   *
   * @throws ToolError when a URL is not secure, or the metadata can't be fetched
   */
  async ofFlow(scheme: OAuthScheme, flow: FlowName): Promise<AuthorizationServer> {
    const stated = scheme.flows?.[flow];
    if (!stated) return this.#discovered(scheme);
    const token_endpoint = this.#allowed(stated.tokenUrl, "The token URL");
    return {
      // The real issuer is unknown; only responses that name one are compared.
      issuer: token_endpoint,
      token_endpoint,
      ...defined({
        authorization_endpoint:
          "authorizationUrl" in stated
            ? this.#absolute(stated.authorizationUrl, "The authorization URL")
            : undefined,
      }),
    };
  }

  /**
   * Returns the server that renews the tokens of a flow; by default of the first with refresh tokens.
   *
   * @throws ToolError when the document says to renew them at another origin than the one that grants them
   */
  async ofRefresh(scheme: OAuthScheme, flow?: FlowName): Promise<AuthorizationServer> {
    const likely: readonly FlowName[] = ["authorizationCode", "password", "clientCredentials"];
    const first = likely.find((name) => scheme.flows?.[name] !== undefined);
    const server = await this.ofFlow(scheme, flow ?? first ?? "authorizationCode");
    const token_endpoint = this.#refreshUrl(scheme);
    if (token_endpoint === undefined) return server;
    const [granting, renewing] = [server.token_endpoint ?? "", token_endpoint].map(
      (url) => new URL(url).origin,
    );
    if (granting !== renewing) {
      throw new ToolError(
        `The document says to renew tokens at ${renewing}, but ${granting} grants them, so the refresh token was not sent. Correct refreshUrl in the document or with an overlay.`,
      );
    }
    return { issuer: token_endpoint, token_endpoint };
  }

  /** Returns what identifies the logins of a scheme, without a request. */
  loginKey(scheme: OAuthScheme): LoginKey {
    const url = scheme.flows?.authorizationCode?.tokenUrl ?? scheme.metadataUrl ?? "";
    const { env, baseUrl } = this.#settings;
    // Without a base URL it is not known which API a login is for.
    resolveServerUrl(this.#api, {}, baseUrl, env);
    const named = Object.entries(this.#api.securitySchemes ?? {});
    const name = named.find(([, each]) => each === scheme)?.[0] ?? "";
    return {
      server: this.#absolute(url, "The authorization server's URL"),
      origins: originsOfScheme(this.#api, name, this.#settings),
      clientId: variable(env, scheme.clientIdEnv) ?? "",
      ...defined({ refreshUrl: this.#refreshUrl(scheme) }),
    };
  }

  /**
   * Returns the resource indicator of token requests, which limits tokens to this API if the server knows it.
   *
   * @see RFC 8707 section 2
   */
  resource({ resourceEnv }: OAuthScheme): ResourceIndicator | undefined {
    const { baseUrl, env } = this.#settings;
    const chosen = resourceEnv === undefined ? undefined : variable(env, resourceEnv);
    if (chosen === "none") return undefined;
    if (chosen !== undefined) return { value: chosen, isChosen: true };
    const { origin, pathname } = resolveServerUrl(this.#api, {}, baseUrl, env);
    return { value: origin + pathname.replace(/(?<!\/)\/+$/, ""), isChosen: false };
  }

  #refreshUrl({ flows }: OAuthScheme): string | undefined {
    if (flows?.refreshUrl === undefined) return undefined;
    return this.#absolute(flows.refreshUrl, "The refresh URL");
  }

  /** Returns an absolute URL to which secrets may be sent. */
  #allowed(text: string, what: string): string {
    const url = this.#absolute(text, what);
    checkSendTo(this.#settings.sendTo, new URL(url).origin);
    return url;
  }

  #absolute(text: string, what: string): string {
    const { baseUrl, env } = this.#settings;
    const base = URL.canParse(text) ? undefined : resolveServerUrl(this.#api, {}, baseUrl, env);
    try {
      return secureUrl(new URL(text, base).href, what).href;
    } catch (error) {
      throw new ToolError(`${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  #discovered(scheme: OAuthScheme): Promise<AuthorizationServer> {
    const url = this.#allowed(scheme.metadataUrl ?? "", "The metadata URL");
    let found = this.#metadata.get(url);
    if (found === undefined) {
      found = this.#discover(url);
      this.#metadata.set(url, found);
      // Do not keep a failure, so that the next call tries again.
      found.catch(() => this.#metadata.delete(url));
    }
    return found;
  }

  async #discover(url: string): Promise<AuthorizationServer> {
    const { issuer, urls } = issuerOf(new URL(url));
    const guard = this.#guards.guardFor(issuer);
    try {
      const isIssuer = (named: unknown): boolean =>
        typeof named === "string" && URL.canParse(named) && new URL(named).href === issuer.href;
      const { value, reach } = await firstMetadata(urls, issuer.href, isIssuer, { guard });
      const server = authorizationServerOf(value);
      const what = "The token endpoint in the metadata";
      const endpoint = this.#absolute(server.token_endpoint ?? "", what);
      const { origin } = new URL(endpoint);
      // The issuer, whose name in the metadata was compared (RFC 8414 section 3.3), speaks for its endpoints.
      if (origin !== issuer.origin) {
        this.#settings.tell?.(
          `${issuer.origin} names ${origin} as the place that grants its tokens: client id and secret go there.\n`,
        );
      }
      // Metadata of a public host can't lead to an address that only this computer or its network reaches.
      if (server.token_endpoint !== undefined) this.#reaches.set(server.token_endpoint, reach);
      return server;
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      throw new ToolError(
        `The authorization server's metadata at ${url} can't be used: ${error.message}.`,
      );
    }
  }
}

const openIdSuffix = "/.well-known/openid-configuration";
const oauthPrefix = "/.well-known/oauth-authorization-server";

/**
 * Returns the issuer for a metadata URL, and where its metadata is. Some documents state the issuer instead; most of them
 * mean OpenID Connect, so its places are first.
 *
 * @see OpenID Connect Discovery section 4; RFC 8414 section 3
 */
function issuerOf(url: URL): { readonly issuer: URL; readonly urls: readonly URL[] } {
  const { pathname } = url;
  if (pathname.endsWith(openIdSuffix)) {
    const issuer = new URL(pathname.slice(0, -openIdSuffix.length) || "/", url.origin);
    return { issuer, urls: [url] };
  }
  if (pathname.startsWith(oauthPrefix)) {
    const issuer = new URL(pathname.slice(oauthPrefix.length) || "/", url.origin);
    return { issuer, urls: [url] };
  }
  return { issuer: url, urls: [...metadataUrls(url)].reverse() };
}
