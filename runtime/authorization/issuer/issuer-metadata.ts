import type { DocumentReach } from "../../contract/addresses.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { fetchJson } from "./fetch-json.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { VerifierUnavailable } from "../token-verifier.js";

const metadataLimits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export interface IssuerMetadata {
  readonly value: JsonObject;
  /** Where the URLs in it may lead. */
  readonly reach: DocumentReach;
}

/**
 * Fetches the metadata of an authorization server.
 *
 * @throws VerifierUnavailable if the server has no metadata, or its metadata names another issuer
 * @see MCP 2026-07-28, Authorization Server Discovery, Authorization Server Metadata Discovery
 */
export async function issuerMetadata(issuer: string, allowHttp: boolean): Promise<IssuerMetadata> {
  const base = secureUrl(issuer, "The issuer", allowHttp);
  let last = "";
  for (const url of metadataUrls(base)) {
    const { status, value, reach } = await fetchJson(url, metadataLimits);
    if (!value) {
      last = `${url.href}: status ${status}`;
      continue;
    }
    if (member(value, "issuer") !== issuer) {
      throw new VerifierUnavailable(`${url.href} describes another issuer than ${issuer}`);
    }
    return { value, reach };
  }
  throw new VerifierUnavailable(`${issuer} has no metadata (${last})`);
}

/** Returns the URLs where the metadata may be, the likeliest first. */
export function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, "");
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(paths)].map((each) => new URL(each, issuer.origin));
}
