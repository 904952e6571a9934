import {
  allowInsecureRequests,
  customFetch,
  dynamicClientRegistrationRequest,
  type OmitSymbolProperties,
  type Client,
} from "oauth4webapi";
import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type {
  ClientAuthenticationMethod,
  ClientCredentials,
} from "../../oauth/client-credentials.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import { endpointOf } from "../../oauth/metadata/authorization-server.js";
import { oauthFetch } from "../../oauth/tokens/oauth-fetch.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import type { RegisteredClient } from "./authorization-options.js";
import type { TokenTarget } from "./grant.js";

export interface RegistrationOptions {
  readonly clients: readonly RegisteredClient[];
  readonly clientMetadataUrl: string | undefined;
  readonly clientName: string;
  readonly applicationType: "native" | "web" | undefined;
  readonly clientMetadata: JsonObject;
  readonly refresh: boolean;
  readonly store: TokenStore;
}

/** What a server said when it registered this client. */
interface Registration {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly authenticationMethod?: ClientAuthenticationMethod;
  readonly redirectUri: string;
  /** When the secret ends, in milliseconds since 1970. */
  readonly secretExpiresAt?: number;
}

/**
 * Finds out which client this is to an authorization server. Credentials belong to the issuer that gave them.
 *
 * @see MCP 2026-07-28, Client Registration
 */
export class Registrations {
  readonly #options: RegistrationOptions;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** Returns the redirect URI of an earlier registration, so that it can be used again. */
  async rememberedRedirect(issuer: string): Promise<string | undefined> {
    return (await this.#stored(issuer))?.redirectUri;
  }

  /** Returns the client that the issuer knows already; undefined if it must be registered. */
  async known(
    { server }: TokenTarget,
    redirectUri: string | undefined,
  ): Promise<ClientCredentials | undefined> {
    const { clients, clientMetadataUrl } = this.#options;
    const registered = clients.find(({ issuer }) => issuer === server.issuer);
    if (registered) return registered;
    if (clientMetadataUrl !== undefined && server.client_id_metadata_document_supported === true) {
      return { clientId: clientMetadataUrl, authenticationMethod: "none" };
    }
    const stored = await this.#stored(server.issuer);
    const isFit = redirectUri === undefined || stored?.redirectUri === redirectUri;
    return isFit ? stored : undefined;
  }

  /**
   * Returns the client for a login, and registers it if needed.
   *
   * @throws OAuthError when the server registers no clients, or refuses this one
   */
  async clientFor(
    target: TokenTarget,
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<ClientCredentials> {
    return (
      (await this.known(target, redirectUri)) ?? (await this.#register(target, redirectUri, signal))
    );
  }

  /** Forgets a client that the server no longer knows. */
  async forget(issuer: string): Promise<void> {
    await this.#options.store.delete(keyOf(issuer));
  }

  async #stored(issuer: string): Promise<Registration | undefined> {
    const found = storedRegistration(await this.#options.store.read(keyOf(issuer)));
    return (found?.secretExpiresAt ?? Infinity) > Date.now() ? found : undefined;
  }

  /** @see RFC 7591 section 3 */
  async #register(
    target: TokenTarget,
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<Registration> {
    const { server, guard } = target;
    if (server.registration_endpoint === undefined)
      throw new OAuthError(this.#advice(server.issuer));
    const endpoint = endpointOf(server, "registration_endpoint");
    const metadata = this.#metadata(target, redirectUri);
    const response = await dynamicClientRegistrationRequest(server, metadata, {
      [customFetch]: oauthFetch(guard.fetch),
      signal,
      // `endpointOf` lets plain HTTP pass on loopback only.
      [allowInsecureRequests]: true,
    });
    const answer = await answerOf(response);
    const place = endpoint.origin + endpoint.pathname;
    if (response.status !== 200) {
      throw new OAuthError(
        `${place} refuses to register this client: ${refusalText(answer, response.status)}. Register one by hand, and pass it as clients: [{ issuer: ${JSON.stringify(server.issuer)}, clientId }]`,
      );
    }
    const registration = registeredClient(
      answer,
      redirectUri,
      metadata.token_endpoint_auth_method,
      target,
    );
    if (!registration) throw new OAuthError(`${place} returned no client_id`);
    try {
      await this.#options.store.write(keyOf(server.issuer), defined({ ...registration }));
    } catch {
      // The next login registers the client again.
    }
    return registration;
  }

  #metadata(
    target: TokenTarget,
    redirectUri: string,
  ): Partial<OmitSymbolProperties<Client>> & {
    readonly token_endpoint_auth_method: ClientAuthenticationMethod;
  } {
    const { applicationType, clientName, clientMetadata, refresh } = this.#options;
    const types = target.server.grant_types_supported;
    const refreshes = refresh && (types === undefined || types.includes("refresh_token"));
    return {
      client_name: clientName,
      ...clientMetadata,
      application_type: applicationType ?? (isOwnRedirect(redirectUri) ? "native" : "web"),
      redirect_uris: [redirectUri],
      grant_types: refreshes ? ["authorization_code", "refresh_token"] : ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: methodToRegister(target),
    };
  }

  #advice(issuer: string): string {
    const { clients, clientMetadataUrl } = this.#options;
    const reasons = [
      "registers no clients by itself",
      ...(clientMetadataUrl === undefined ? [] : ["takes no client id metadata documents"]),
      ...(clients.length === 0
        ? []
        : [
            `is not among those that clients are given for (${clients.map((each) => each.issuer).join(", ")})`,
          ]),
    ];
    return `${issuer} ${reasons.join(", ")}. Register a client there by hand, and pass it as clients: [{ issuer: ${JSON.stringify(issuer)}, clientId }]`;
  }
}

function keyOf(issuer: string): string {
  return `client ${issuer}`;
}

/**
 * A public client needs no secret, which a program on a user's computer can't keep anyway.
 *
 * @see RFC 8414 section 2: without `token_endpoint_auth_methods_supported`, it is `client_secret_basic`
 */
function methodToRegister({ server, hasMetadata }: TokenTarget): ClientAuthenticationMethod {
  const supported = server.token_endpoint_auth_methods_supported;
  if (!hasMetadata || supported?.includes("none") === true) return "none";
  const isBasic = supported?.includes("client_secret_basic") !== false;
  return isBasic || supported?.includes("client_secret_post") !== true
    ? "client_secret_basic"
    : "client_secret_post";
}

/** Reads what a server registered, whatever it left out. @see RFC 7591 section 3.2.1 */
function registeredClient(
  answer: JsonObject,
  redirectUri: string,
  asked: ClientAuthenticationMethod,
  { server }: TokenTarget,
): Registration | undefined {
  const clientId = member(answer, "client_id");
  if (typeof clientId !== "string" || clientId === "") return undefined;
  const secret = member(answer, "client_secret");
  const clientSecret = typeof secret === "string" && secret !== "" ? secret : undefined;
  const expiresAt = member(answer, "client_secret_expires_at");
  const stated = methodIn(member(answer, "token_endpoint_auth_method"));
  const isPublic =
    clientSecret === undefined ||
    (asked === "none" && server.token_endpoint_auth_methods_supported?.includes("none") === true);
  return {
    clientId,
    redirectUri,
    ...defined({
      clientSecret,
      authenticationMethod: stated ?? (isPublic ? "none" : undefined),
      secretExpiresAt:
        typeof expiresAt === "number" && expiresAt > 0 ? expiresAt * 1000 : undefined,
    }),
  };
}

const methods: readonly ClientAuthenticationMethod[] = [
  "client_secret_basic",
  "client_secret_post",
  "none",
];

function methodIn(value: unknown): ClientAuthenticationMethod | undefined {
  return methods.find((each) => each === value);
}

/** Returns the registration of a record of the store; undefined if it is none. */
function storedRegistration(value: unknown): Registration | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string): string | undefined => {
    const found = member(value, name);
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const [clientId, redirectUri] = [text("clientId"), text("redirectUri")];
  const secretExpiresAt = member(value, "secretExpiresAt");
  if (clientId === undefined || redirectUri === undefined) return undefined;
  return {
    clientId,
    redirectUri,
    ...defined({
      clientSecret: text("clientSecret"),
      authenticationMethod: methodIn(member(value, "authenticationMethod")),
      secretExpiresAt: typeof secretExpiresAt === "number" ? secretExpiresAt : undefined,
    }),
  };
}

/** Whether only a program on the user's computer receives the redirect. @see RFC 8252 section 7 */
function isOwnRedirect(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return (
    !/^https?:$/.test(protocol) || /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
  );
}

async function answerOf(response: Response): Promise<JsonObject> {
  try {
    const value: unknown = await response.json();
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns what an error response says. @see RFC 7591 section 3.2.2 */
function refusalText(answer: JsonObject, status: number): string {
  const [code, description] = [member(answer, "error"), member(answer, "error_description")];
  if (typeof code !== "string") return `status ${status}`;
  const text = typeof description === "string" ? `${code} (${description})` : code;
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
}
