import { isObject, member } from "../protocol/json.js";
import type { Caller } from "../session/caller.js";
import { hasTokenInQuery, readAuthorization, type PresentedToken } from "./authorization-header.js";
import type { AuthorizedRequest, Authorizer } from "./authorizer.js";
import { Challenger } from "./challenger.js";
import { DpopCheck } from "./dpop.js";
import type { OAuthResourceOptions } from "./resource-options.js";
import type { Refusal } from "./refusal.js";
import { resourceMetadataText, resourceMetadataUrl } from "./resource-metadata.js";
import { checkedScopes, ScopeOrder } from "./scopes.js";
import { canonicalUri, secureUrl } from "../protocol/secure-url.js";
import { InvalidToken, type TokenVerifier } from "./token-verifier.js";

/** Checks the token of each request. See `oauthResource`. */
export class ResourceServer implements Authorizer {
  readonly metadataPaths: readonly string[];
  readonly #metadata: string;
  readonly #resource: string;
  readonly #url: URL;
  readonly #verify: TokenVerifier;
  readonly #requiredScopes: readonly string[];
  readonly #scopes: ScopeOrder;
  readonly #challenger: Challenger;
  readonly #dpop: DpopCheck | undefined;

  constructor(options: OAuthResourceOptions, verify: TokenVerifier) {
    const { authorizationServers, allowHttp } = options;
    for (const each of authorizationServers) secureUrl(each, "An authorization server", allowHttp);
    const scopesSupported = checkedScopes(options.scopesSupported ?? []);
    this.#url = secureUrl(options.resource, "resource", allowHttp);
    this.#resource = canonicalUri(this.#url);
    this.#verify = verify;
    this.#requiredScopes = checkedScopes(options.requiredScopes ?? []);
    this.#scopes = new ScopeOrder(options.impliedScopes);
    this.#dpop = options.dpop && new DpopCheck(options.dpop);
    const discoverable = authorizationServers.length > 0;
    const metadataUrl = resourceMetadataUrl(this.#url);
    this.metadataPaths = discoverable ? [metadataUrl.pathname] : [];
    this.#metadata = resourceMetadataText({
      resource: this.#resource,
      authorizationServers,
      scopesSupported,
      name: options.resourceName,
      documentation: options.resourceDocumentation,
      ...(this.#dpop && { dpop: this.#dpop }),
      extra: options.metadata ?? {},
    });
    this.#challenger = new Challenger({
      metadataUrl: discoverable ? metadataUrl.href : undefined,
      requiredScopes: this.#requiredScopes,
      scopesSupported,
      dpop: this.#dpop,
    });
  }

  metadata(path: string): string | undefined {
    return this.metadataPaths.includes(path) ? this.#metadata : undefined;
  }

  async authenticate(request: AuthorizedRequest): Promise<Caller> {
    const presented = readAuthorization(request.header("authorization"));
    if (presented === "malformed" || hasTokenInQuery(request.url)) {
      throw this.#challenger.malformed("One token, in the Authorization header, is what is taken.");
    }
    if (presented === "too long") throw this.#challenger.malformed("The access token is too long.");
    if (presented === "absent" || (presented.scheme === "dpop" && !this.#dpop)) {
      throw this.#challenger.missing();
    }
    const caller = await this.#verified(presented);
    await this.#checkPossession(presented, caller, request);
    if (!this.allows(caller, this.#requiredScopes)) throw this.insufficientScope(caller, []);
    return caller;
  }

  allows(caller: Caller, required: readonly string[]): boolean {
    return this.#scopes.covers(caller.scopes, required);
  }

  insufficientScope(caller: Caller, required: readonly string[]): Refusal {
    const scheme = this.#dpop && confirmationOf(caller) !== undefined ? "dpop" : "bearer";
    return this.#challenger.insufficient(scheme, caller.scopes, required);
  }

  async #verified({ token, scheme }: PresentedToken): Promise<Caller> {
    if (scheme === "bearer" && this.#dpop?.required === true) {
      throw this.#challenger.invalid("dpop", "A proof of possession (DPoP) is needed.");
    }
    let caller: Caller | undefined;
    try {
      caller = await this.#verify(token, this.#resource);
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw this.#challenger.unavailable(error);
      throw this.#challenger.invalid(scheme, error.message);
    }
    if (!caller) throw this.#challenger.invalid(scheme, "The access token is not valid.");
    return caller;
  }

  /** @see RFC 9449 section 7 */
  async #checkPossession(
    { token, scheme }: PresentedToken,
    caller: Caller,
    request: AuthorizedRequest,
  ): Promise<void> {
    const confirmation = confirmationOf(caller);
    if (scheme === "bearer" || !this.#dpop) {
      if (confirmation === undefined) return;
      // Whoever stole the token would have nothing to prove.
      throw this.#challenger.invalid(scheme, "The access token is bound to a key: prove it.");
    }
    const proof = request.header("dpop");
    const context = { proof, token, method: request.method, urls: this.#urlsOf(request) };
    let fault;
    try {
      fault = await this.#dpop.fault({ ...context, confirmation });
    } catch (error) {
      throw this.#challenger.unavailable(error);
    }
    if (fault) throw this.#challenger.invalid("dpop", fault.description, fault.error);
  }

  /** Behind a proxy a request does not show where the client sent it: the host is the resource's, the path may be. */
  #urlsOf({ url }: AuthorizedRequest): readonly string[] {
    const { origin, pathname } = this.#url;
    const sent = url.startsWith("/") ? origin + url : url;
    const paths = [pathname, ...(URL.canParse(sent) ? [new URL(sent).pathname] : [])];
    return paths.map((path) => (path === "/" ? origin : origin + path));
  }
}

/** What a token is bound to; undefined for one that anybody may use who has it. @see RFC 7800 */
function confirmationOf(caller: Caller): unknown {
  const confirmation = member(caller.claims, "cnf");
  return isObject(confirmation) && Object.keys(confirmation).length === 0
    ? undefined
    : confirmation;
}
