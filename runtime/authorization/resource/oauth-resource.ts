import { defined } from "../../protocol/defined.js";
import { Lazy } from "../../protocol/lazy.js";
import type { Caller } from "../../session/caller.js";
import type { AuthorizedRequest, Authorizer } from "../authorizer.js";
import { Challenger } from "./challenger.js";
import { confirmationOf } from "../dpop/confirmation.js";
import { dpopRules, type DpopRules } from "../dpop/dpop-rules.js";
import type { OAuthResourceOptions } from "./resource-options.js";
import type { Refusal } from "../refusal.js";
import type { RequestCheck } from "./request-check.js";
import { resourceMetadataUrl } from "../../oauth/metadata/resource-metadata-url.js";
import { resourceMetadataText } from "./resource-metadata.js";
import { checkedScopes, ScopeOrder } from "../../oauth/scopes.js";
import { canonicalUri, secureUrl } from "../../protocol/secure-url.js";
import type { TokenVerifier } from "../token-verifier.js";

/**
 * Makes an HTTP server a resource server of OAuth 2.1.
 *
 * @throws TypeError when the options are wrong
 * @see MCP 2026-07-28, Authorization; RFC 9728; RFC 6750
 */
export function oauthResource(options: OAuthResourceOptions): Authorizer {
  const { verify } = options;
  const verifiers = typeof verify === "function" ? [verify] : verify;
  if (verifiers.length === 0) throw new TypeError("`verify` has no token verifier.");
  return new ResourceServer(options, verifiers);
}

class ResourceServer implements Authorizer {
  readonly metadataPaths: readonly string[];
  readonly #metadata: string;
  readonly #requiredScopes: readonly string[];
  readonly #scopes: ScopeOrder;
  readonly #challenger: Challenger;
  readonly #dpop: DpopRules | undefined;
  readonly #check: Lazy<RequestCheck>;

  constructor(options: OAuthResourceOptions, verifiers: readonly TokenVerifier[]) {
    const { authorizationServers, allowHttp } = options;
    for (const each of authorizationServers) secureUrl(each, "An authorization server", allowHttp);
    const scopesSupported = checkedScopes(options.scopesSupported ?? []);
    const url = secureUrl(options.resource, "resource", allowHttp);
    const resource = canonicalUri(url);
    this.#requiredScopes = checkedScopes(options.requiredScopes ?? []);
    this.#scopes = new ScopeOrder(options.impliedScopes);
    this.#dpop = options.dpop && dpopRules(options.dpop);
    const discoverable = authorizationServers.length > 0;
    const metadataUrl = resourceMetadataUrl(url);
    this.metadataPaths = discoverable ? [metadataUrl.pathname] : [];
    this.#metadata = resourceMetadataText({
      resource,
      authorizationServers,
      scopesSupported,
      name: options.resourceName,
      documentation: options.resourceDocumentation,
      ...defined({ dpop: this.#dpop }),
      extra: options.metadata ?? {},
    });
    this.#challenger = new Challenger({
      metadataUrl: discoverable ? metadataUrl.href : undefined,
      requiredScopes: this.#requiredScopes,
      scopesSupported,
      dpop: this.#dpop,
    });
    const rules = { url, resource, verifiers, dpop: this.#dpop, challenger: this.#challenger };
    this.#check = new Lazy(async () => {
      const { RequestCheck } = await import("./request-check.js");
      return new RequestCheck(rules);
    }).preload();
  }

  metadata(path: string): string | undefined {
    return this.metadataPaths.includes(path) ? this.#metadata : undefined;
  }

  async authenticate(request: AuthorizedRequest): Promise<Caller> {
    const caller = await this.#check.use((check) => check.caller(request));
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
}
