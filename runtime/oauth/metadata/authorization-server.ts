import type { AuthorizationServer } from "oauth4webapi";
import type { AddressGuard } from "../../contract/address-guard.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { OAuthError } from "../oauth-error.js";
import { reasonOf } from "../reason-of.js";
import { servedUrl } from "./issuer-metadata.js";

/** Names of endpoints in an authorization server's metadata. @see RFC 8414 section 2 */
export type EndpointName =
  "authorization_endpoint" | "token_endpoint" | "registration_endpoint" | "revocation_endpoint";

const texts = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
] as const;

const lists = [
  "scopes_supported",
  "response_types_supported",
  "grant_types_supported",
  "code_challenge_methods_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "dpop_signing_alg_values_supported",
  "authorization_grant_profiles_supported",
] as const;

const flags = [
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
] as const;

/** More than any server needs, so that no list becomes an endless URL or header. */
const mostItems = 1_000;
const longestItem = 256;

/** Returns what clients need of an authorization server's metadata, without members of another type than they have. */
export function authorizationServerOf(metadata: JsonObject): AuthorizationServer {
  const server: Record<string, string | boolean | string[]> = {};
  for (const name of texts) {
    const value = member(metadata, name);
    if (typeof value === "string") server[name] = value;
  }
  for (const name of lists) {
    const value = textList(member(metadata, name));
    if (value) server[name] = [...value];
  }
  for (const name of flags) {
    const value = member(metadata, name);
    if (typeof value === "boolean") server[name] = value;
  }
  return server as unknown as AuthorizationServer;
}

/** Returns the texts of a list in metadata; undefined when it is no list. */
export function textList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, mostItems)
    .filter((each): each is string => typeof each === "string" && each.length <= longestItem);
}

export interface EndpointRules {
  /** Allows http everywhere, for a trusted network. */
  readonly allowHttp?: boolean;
  /** Refuses a host that shows an address to which the metadata must not lead. */
  readonly guard?: AddressGuard;
}

/**
 * Returns an endpoint to which a client may send its secrets or its user.
 *
 * @throws OAuthError if the metadata has none, or one without TLS, with credentials or with a fragment, or to which it must
 *   not lead
 */
export function endpointOf(
  server: AuthorizationServer,
  name: EndpointName,
  { allowHttp, guard }: EndpointRules = {},
): URL {
  const text = server[name];
  const what = `The ${name} of ${server.issuer}`;
  if (text === undefined) throw new OAuthError(`${what} is not in its metadata`);
  const url = servedUrl(text, what, allowHttp);
  try {
    guard?.check(url.hostname);
  } catch (error) {
    throw new OAuthError(reasonOf(error));
  }
  return url;
}
