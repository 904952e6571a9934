import type { ClientCredentials } from "../../oauth/client-credentials.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import type { RegisteredClient } from "./authorization-options.js";
import type { TokenTarget } from "./grant.js";
import {
  registrationsJson,
  storedRegistrations,
  type Registration,
} from "./registration-record.js";
import { registerClient, type RegistrationFacts } from "./registration-request.js";

export interface RegistrationOptions extends RegistrationFacts {
  readonly clients: readonly RegisteredClient[];
  readonly clientMetadataUrl: string | undefined;
  readonly store: TokenStore;
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

  /** Returns the redirect URI of the latest registration, so that it can be used again. */
  async rememberedRedirect(issuer: string): Promise<string | undefined> {
    return (await this.#stored(issuer)).at(-1)?.redirectUri;
  }

  /** Returns the client that a token was granted to; undefined if the issuer no longer knows it. */
  async granted({ server }: TokenTarget, clientId: string): Promise<ClientCredentials | undefined> {
    const given = this.#given(server);
    if (given?.clientId === clientId) return given;
    return (await this.#stored(server.issuer)).find((each) => each.clientId === clientId);
  }

  /**
   * Returns the client for a login, and registers it if needed: once for logins at the same time.
   *
   * @throws OAuthError when the server registers no clients, or refuses this one
   */
  async clientFor(
    target: TokenTarget,
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<ClientCredentials> {
    const { server } = target;
    const { issuer } = server;
    const given = this.#given(server);
    if (given) return given;
    const work = async (): Promise<ClientCredentials> => {
      const stored = await this.#stored(issuer);
      const known = stored.findLast((each) => each.redirectUri === redirectUri);
      if (known) return known;
      if (server.registration_endpoint === undefined) throw new OAuthError(this.#advice(issuer));
      const made = await registerClient(target, redirectUri, this.#options, signal);
      await this.#store(issuer, [...stored, made]);
      return made;
    };
    return this.#options.store.exclusively(keyOf(issuer), work, signal);
  }

  /** Forgets a client that the server no longer knows. */
  async forget(issuer: string, clientId: string): Promise<void> {
    const { store } = this.#options;
    await store.exclusively(keyOf(issuer), async () => {
      const kept = (await this.#stored(issuer)).filter((each) => each.clientId !== clientId);
      await this.#store(issuer, kept);
    });
  }

  /** The client that the operator of the program gave it. */
  #given(server: TokenTarget["server"]): ClientCredentials | undefined {
    const { clients, clientMetadataUrl } = this.#options;
    const registered = clients.find(({ issuer }) => issuer === server.issuer);
    if (registered) return registered;
    const takesDocuments = server.client_id_metadata_document_supported === true;
    if (clientMetadataUrl === undefined || !takesDocuments) return undefined;
    return { clientId: clientMetadataUrl, authenticationMethod: "none" };
  }

  async #stored(issuer: string): Promise<readonly Registration[]> {
    return storedRegistrations(await this.#options.store.read(keyOf(issuer)));
  }

  /** If that fails, the next login registers the client again. */
  async #store(issuer: string, registrations: readonly Registration[]): Promise<void> {
    try {
      await this.#options.store.write(keyOf(issuer), registrationsJson(registrations));
    } catch {
      // This login goes on.
    }
  }

  #advice(issuer: string): string {
    const { clients, clientMetadataUrl } = this.#options;
    const issuers = clients.map((each) => each.issuer).join(", ");
    const reasons = [
      "registers no clients by itself",
      ...(clientMetadataUrl === undefined ? [] : ["takes no client id metadata documents"]),
      ...(issuers === "" ? [] : [`is not among those that clients are given for (${issuers})`]),
    ];
    return `${issuer} ${reasons.join(", ")}. Register a client there by hand, and pass it as clients: [{ issuer: ${JSON.stringify(issuer)}, clientId }]`;
  }
}

function keyOf(issuer: string): string {
  return `client ${issuer}`;
}
