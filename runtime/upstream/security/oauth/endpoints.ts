import { defined } from "../../../protocol/defined.js";
import type { AuthorizationServer } from "oauth4webapi";
import {
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from "oauth4webapi";
import { secureUrl } from "../../../protocol/secure-url.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../../contract/api.js";
import { resolveServerUrl } from "../../request/servers.js";
import type { CredentialSettings } from "../credential-settings.js";
import { oauthFetch, reasonOf } from "./oauth-fetch.js";

export type FlowName = "clientCredentials" | "password" | "authorizationCode";

/** Finds the endpoints of authorization servers, in the document and in the servers' metadata. */
export class OAuthEndpoints {
  readonly #api: Api;
  readonly #settings: CredentialSettings;
  readonly #metadata = new Map<string, Promise<AuthorizationServer>>();

  constructor(api: Api, settings: CredentialSettings) {
    this.#api = api;
    this.#settings = settings;
  }

  /**
   * Returns the authorization server of a flow, by its metadata if the document states no flows.
   *
   * @throws ToolError when a URL is not secure, or the metadata can't be fetched
   */
  async ofFlow(scheme: OAuthScheme, flow: FlowName): Promise<AuthorizationServer> {
    const stated = scheme.flows?.[flow];
    if (!stated) return this.#discovered(scheme);
    const token_endpoint = this.#absolute(stated.tokenUrl, "The token URL");
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

  /** Returns the server that renews the tokens of a flow; by default of the first with refresh tokens. */
  async ofRefresh(scheme: OAuthScheme, flow?: FlowName): Promise<AuthorizationServer> {
    const { flows } = scheme;
    if (flows?.refreshUrl !== undefined) {
      const token_endpoint = this.#absolute(flows.refreshUrl, "The refresh URL");
      return { issuer: token_endpoint, token_endpoint };
    }
    const likely: readonly FlowName[] = ["authorizationCode", "password", "clientCredentials"];
    const first = likely.find((name) => flows?.[name] !== undefined);
    return this.ofFlow(scheme, flow ?? first ?? "authorizationCode");
  }

  /** Returns a URL that identifies the authorization server of logins, without a request. */
  loginServer(scheme: OAuthScheme): string {
    const url = scheme.flows?.authorizationCode?.tokenUrl ?? scheme.metadataUrl ?? "";
    return this.#absolute(url, "The authorization server's URL");
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
    const url = this.#absolute(scheme.metadataUrl ?? "", "The metadata URL");
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
    const { issuer, algorithms } = issuerOf(new URL(url));
    let failure: unknown;
    for (const algorithm of algorithms) {
      try {
        const response = await discoveryRequest(issuer, {
          algorithm,
          [customFetch]: oauthFetch(this.#settings.fetch),
          [allowInsecureRequests]: true,
        });
        const server = await processDiscoveryResponse(issuer, response);
        this.#absolute(server.token_endpoint ?? "", "The token endpoint in the metadata");
        return server;
      } catch (error) {
        if (error instanceof ToolError) throw error;
        failure ??= error;
      }
    }
    throw new ToolError(
      `The authorization server's metadata at ${url} can't be used: ${reasonOf(failure)}.`,
    );
  }
}

const openIdSuffix = "/.well-known/openid-configuration";
const oauthPrefix = "/.well-known/oauth-authorization-server";

/**
 * Returns the issuer for a metadata URL. Some documents state the issuer instead.
 *
 * @see OpenID Connect Discovery section 4; RFC 8414 section 3
 */
function issuerOf(url: URL): { issuer: URL; algorithms: readonly ("oidc" | "oauth2")[] } {
  const { pathname } = url;
  if (pathname.endsWith(openIdSuffix)) {
    const issuer = new URL(pathname.slice(0, -openIdSuffix.length) || "/", url.origin);
    return { issuer, algorithms: ["oidc"] };
  }
  if (pathname.startsWith(oauthPrefix)) {
    const issuer = new URL(pathname.slice(oauthPrefix.length) || "/", url.origin);
    return { issuer, algorithms: ["oauth2"] };
  }
  return { issuer: url, algorithms: ["oidc", "oauth2"] };
}
