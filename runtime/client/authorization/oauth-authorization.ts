import { newMemoryTokens } from "../../oauth/stores/memory-tokens.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import { secureUrl } from "../../protocol/secure-url.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type {
  AuthorizedClientRequest,
  ClientAuthorization,
  ClientRefusal,
  Headers,
} from "../client-options.js";
import type { AuthorizationOptions } from "./authorization-options.js";
import { ClientDpop } from "./client-dpop.js";
import type { Grant } from "./grant.js";
import { ServerSession, type SessionSettings } from "./server-session.js";
import { TargetFinder } from "./target-finder.js";

/** What the ways to get a token are built with. */
export interface GrantParts {
  readonly store: TokenStore;
  readonly dpop: ClientDpop | undefined;
}

/** Tokens for any number of MCP servers. Each token goes to its server only. */
export class OAuthAuthorization implements ClientAuthorization {
  readonly #settings: SessionSettings;
  readonly #sessions = new Map<string, ServerSession>();
  #latest: { readonly url: URL; readonly session: ServerSession } | undefined;

  /**
   * @param registeredAt issuers at which the client is registered
   * @throws TypeError for an option that can't be used
   */
  constructor(
    options: AuthorizationOptions,
    registeredAt: readonly string[],
    grantOf: (parts: GrantParts) => Grant,
  ) {
    const { issuer, scopes, maxStepUps = 3, fetch, store = newMemoryTokens() } = options;
    if (issuer !== undefined) secureUrl(issuer, "The option issuer");
    if (!Number.isInteger(maxStepUps) || maxStepUps < 0) {
      throw new TypeError("The option maxStepUps must be a whole number, 0 or more.");
    }
    for (const scope of scopes ?? []) checkScope(scope);
    const dpop = dpopOf(options, store);
    this.#settings = {
      grant: grantOf({ store, dpop }),
      finder: new TargetFinder({ issuer, registeredAt, fetch }),
      store,
      scopes,
      maxStepUps,
      dpop,
    };
  }

  headersFor(request: AuthorizedClientRequest): MaybePromise<Headers> {
    return this.#sessionOf(request.server).headersFor(request);
  }

  refused(request: AuthorizedClientRequest, refusal: ClientRefusal): Promise<boolean> {
    return this.#sessionOf(request.server).refused(request, refusal);
  }

  #sessionOf(url: URL): ServerSession {
    if (this.#latest?.url === url) return this.#latest.session;
    const key = url.origin + url.pathname;
    let session = this.#sessions.get(key);
    if (!session) this.#sessions.set(key, (session = new ServerSession(url, this.#settings)));
    this.#latest = { url, session };
    return session;
  }
}

function dpopOf({ dpop }: AuthorizationOptions, store: TokenStore): ClientDpop | undefined {
  if (dpop === undefined || dpop === false) return undefined;
  return new ClientDpop(dpop === true ? undefined : dpop, store);
}

function checkScope(scope: string): void {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) {
    throw new TypeError(`Malformed scope in the option scopes: ${JSON.stringify(scope)}.`);
  }
}
