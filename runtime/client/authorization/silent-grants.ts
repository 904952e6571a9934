/** Ways to get tokens without a user. */
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ClientCredentials } from "../../oauth/client-credentials.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import type { AssertionAudience } from "./authorization-options.js";
import type { ClientDpop } from "./client-dpop.js";
import type { Grant, Granted, TokenTarget } from "./grant.js";
import { requestGrant } from "./request-grant.js";

export const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Credentials of a client that was registered beforehand, which go to the issuer that gave them, and to no other. */
export class BoundClient {
  readonly #credentials: ClientCredentials;
  #issuer: string | undefined;

  constructor(credentials: ClientCredentials) {
    this.#credentials = credentials;
  }

  /**
   * Without the option `issuer`, the first authorization server is taken for the one that gave them.
   *
   * @throws OAuthError for another one
   * @see MCP 2026-07-28, Client Registration, Authorization Server Binding
   */
  credentialsFor({ server: { issuer }, serverUrl }: TokenTarget): ClientCredentials {
    this.#issuer ??= issuer;
    if (this.#issuer === issuer) return this.#credentials;
    throw new OAuthError(
      `${serverUrl.href} takes tokens of ${issuer}, but the client ${this.#credentials.clientId} has shown its credentials to ${this.#issuer}. If they are for both, make a second authorization for this server`,
    );
  }
}

/** @see RFC 6749 section 4.4; the extension io.modelcontextprotocol/oauth-client-credentials */
export class ClientCredentialsGrant implements Grant {
  readonly isSilent = true;
  readonly triesAgain = true;
  readonly #client: BoundClient;
  readonly #dpop: ClientDpop | undefined;

  constructor(client: ClientCredentials, dpop: ClientDpop | undefined) {
    this.#client = new BoundClient(client);
    this.#dpop = dpop;
  }

  async obtain(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<Granted> {
    return requestGrant({
      target,
      client: this.#client.credentialsFor(target),
      grant: "client_credentials",
      parameters: parametersOf(target, scopes),
      secret: [],
      dpop: this.#dpop,
      signal,
    });
  }
}

/** @see RFC 7523 section 2.1 */
export class WorkloadGrant implements Grant {
  readonly isSilent = true;
  /** A platform's assertion that was refused once is refused again. */
  readonly triesAgain = false;
  readonly #assertion: (audience: AssertionAudience) => MaybePromise<string>;
  readonly #clientId: string | undefined;
  readonly #dpop: ClientDpop | undefined;
  #refused: { readonly assertion: string; readonly error: unknown } | undefined;

  constructor(
    assertion: (audience: AssertionAudience) => MaybePromise<string>,
    clientId: string | undefined,
    dpop: ClientDpop | undefined,
  ) {
    this.#assertion = assertion;
    this.#clientId = clientId;
    this.#dpop = dpop;
  }

  async obtain(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<Granted> {
    const { server, resource } = target;
    const assertion = await this.#assertion({ issuer: server.issuer, resource });
    if (this.#refused?.assertion === assertion) throw this.#refused.error;
    try {
      return await requestGrant({
        target,
        client:
          this.#clientId === undefined
            ? undefined
            : { clientId: this.#clientId, authenticationMethod: "none" },
        grant: jwtBearer,
        parameters: { assertion, ...parametersOf(target, scopes) },
        secret: ["assertion"],
        dpop: this.#dpop,
        signal,
      });
    } catch (error) {
      if (error instanceof OAuthError && error.code !== undefined) {
        this.#refused = { assertion, error };
      }
      throw error;
    }
  }
}

export function parametersOf(
  { resource }: TokenTarget,
  scopes: readonly string[],
): Record<string, string> {
  return scopes.length === 0 ? { resource } : { resource, scope: scopes.join(" ") };
}
