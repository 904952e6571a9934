import { AddressGuard } from "../../contract/address-guard.js";
import { secureUrl } from "../../protocol/secure-url.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import { authorizationServerOf, endpointOf } from "../../oauth/metadata/authorization-server.js";
import { issuerMetadata } from "../../oauth/metadata/issuer-metadata.js";
import { authenticationOf } from "../../oauth/client-authentication.js";
import type { ClientCredentials } from "../../oauth/client-credentials.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import {
  sendTokenRequest,
  tokenRefusal,
  type TokenRequest,
} from "../../oauth/tokens/token-request.js";
import type { IdentityProvider } from "./authorization-options.js";
import type { ClientDpop } from "./client-dpop.js";
import type { Grant, Granted, TokenTarget } from "./grant.js";
import { requestGrant } from "./request-grant.js";
import { BoundClient, jwtBearer, parametersOf } from "./silent-grants.js";

const idJag = "urn:ietf:params:oauth:token-type:id-jag";

export interface EnterpriseGrantOptions {
  /** Of this client at the MCP server's authorization server. */
  readonly client: ClientCredentials;
  readonly identityProvider: IdentityProvider;
  readonly identityAssertion: () => MaybePromise<string>;
  readonly assertionType: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly dpop: ClientDpop | undefined;
}

/**
 * Gets tokens for a user who is logged in at the organisation's identity provider: the provider decides, and issues an
 * assertion for the MCP server's authorization server.
 *
 * @see the extension io.modelcontextprotocol/enterprise-managed-authorization
 */
export class EnterpriseGrant implements Grant {
  readonly isSilent = true;
  readonly triesAgain = true;
  readonly #options: EnterpriseGrantOptions;
  readonly #client: BoundClient;
  /** The operator named the provider, so that it may be anywhere. */
  readonly #guard: AddressGuard;

  constructor(options: EnterpriseGrantOptions) {
    this.#options = options;
    this.#client = new BoundClient(options.client);
    this.#guard = new AddressGuard("any", options.fetch);
  }

  async obtain(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<Granted> {
    const { dpop } = this.#options;
    const client = this.#client.credentialsFor(target);
    const assertion = await this.#assertionFor(target, scopes, signal);
    return requestGrant({
      target,
      client,
      grant: jwtBearer,
      parameters: { assertion, ...parametersOf(target, scopes) },
      secret: ["assertion"],
      dpop,
      signal,
    });
  }

  /** Exchanges the user's identity for an assertion. @see RFC 8693 section 2 */
  async #assertionFor(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const { identityProvider, identityAssertion, assertionType } = this.#options;
    const server = await this.#provider(signal);
    const subject = await identityAssertion();
    const request: TokenRequest = {
      server,
      authentication: await authenticationOf(identityProvider, server),
      grant: "urn:ietf:params:oauth:grant-type:token-exchange",
      parameters: {
        requested_token_type: idJag,
        audience: target.server.issuer,
        subject_token: subject,
        subject_token_type: assertionType,
        ...parametersOf(target, scopes),
      },
      secrets: [{ text: subject }],
      fetch: this.#guard.fetch,
      signal,
      otherTypes: ["n_a"],
    };
    try {
      const { access_token: assertion, issued_token_type: type } = await sendTokenRequest(request);
      if (type === idJag) return assertion;
      throw new OAuthError(`the token's type ${String(type).slice(0, 100)} is not ${idJag}`);
    } catch (error) {
      throw tokenRefusal(error, request);
    }
  }

  async #provider(signal: AbortSignal): Promise<TokenRequest["server"]> {
    const { issuer, tokenEndpoint } = this.#options.identityProvider;
    if (tokenEndpoint !== undefined) {
      const { href } = secureUrl(tokenEndpoint, "The identity provider's tokenEndpoint");
      return { issuer: issuer ?? href, token_endpoint: href };
    }
    const { value } = await issuerMetadata(issuer ?? "", { guard: this.#guard, signal });
    const server = authorizationServerOf(value);
    endpointOf(server, "token_endpoint");
    return server;
  }
}
