import { defined } from "../../protocol/defined.js";
import type { JsonObject } from "../../protocol/json.js";

/** Content of a protected resource's metadata. */
export interface ResourceFacts {
  /** In its canonical form. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[];
  readonly name: string | undefined;
  readonly documentation: string | undefined;
  /** Absent: DPoP is not supported. */
  readonly dpop?: { readonly required: boolean; readonly algorithms: readonly string[] };
  /** Further members; they don't replace the others. */
  readonly extra: JsonObject;
}

/**
 * Returns the metadata as JSON text.
 *
 * @see RFC 9728 section 2; MCP 2026-07-28, Authorization Server Discovery
 */
export function resourceMetadataText(facts: ResourceFacts): string {
  const { scopesSupported, name, documentation, dpop } = facts;
  return JSON.stringify({
    ...facts.extra,
    resource: facts.resource,
    authorization_servers: facts.authorizationServers,
    ...defined({ scopes_supported: scopesSupported.length > 0 ? scopesSupported : undefined }),
    bearer_methods_supported: ["header"],
    ...defined({ resource_name: name, resource_documentation: documentation }),
    ...(dpop && {
      dpop_signing_alg_values_supported: dpop.algorithms,
      dpop_bound_access_tokens_required: dpop.required,
    }),
  });
}
