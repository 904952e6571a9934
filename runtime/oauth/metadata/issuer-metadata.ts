import type { AddressGuard } from "../../contract/address-guard.js";
import type { DocumentReach } from "../../contract/addresses.js";
import { defined } from "../../protocol/defined.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { OAuthError } from "../oauth-error.js";
import { fetchJson, UnusableAnswer } from "./fetch-json.js";

const metadataLimits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export interface MetadataOptions {
  /** Allows http everywhere, for a trusted network. */
  readonly allowHttp?: boolean;
  /** Decides where the issuer may be. Default: anywhere, for an issuer that the operator or the user named. */
  readonly guard?: AddressGuard | undefined;
  /** Headers of the requests. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The server works, but has no metadata. */
export class NoMetadata extends OAuthError {}

export interface IssuerMetadata {
  readonly value: JsonObject;
  /** Where the URLs in it may lead. */
  readonly reach: DocumentReach;
}

/**
 * Fetches the metadata of an authorization server.
 *
 * @param issuer exactly as the metadata must name it
 * @throws OAuthError if the issuer is no secure URL, has no metadata, or its metadata names another issuer
 * @see MCP 2026-07-28, Authorization Server Discovery, Authorization Server Metadata Discovery; RFC 8414 section 3.3
 */
export async function issuerMetadata(
  issuer: string,
  options: MetadataOptions = {},
): Promise<IssuerMetadata> {
  const urls = metadataUrls(servedUrl(issuer, "The issuer", options.allowHttp));
  return firstMetadata(urls, issuer, (named) => named === issuer, options);
}

/**
 * Fetches the metadata at the first of some URLs that has it. A URL with something else counts as one without: some servers
 * answer every path with a page.
 *
 * @param issuer for errors
 * @param isIssuer whether the metadata may name this issuer
 * @throws OAuthError if no URL has such metadata, or the server does not answer; `NoMetadata` if it has none at all
 */
export async function firstMetadata(
  urls: readonly URL[],
  issuer: string,
  isIssuer: (named: unknown) => boolean,
  { guard, headers, signal }: MetadataOptions,
): Promise<IssuerMetadata> {
  let failure: string | undefined;
  let isMissing = true;
  for (const url of urls) {
    try {
      const request = { ...metadataLimits, ...defined({ guard, headers, signal }) };
      const { status, value, reach } = await fetchJson(url, request);
      if (value && isIssuer(member(value, "issuer"))) return { value, reach };
      isMissing &&= !value && status < 500;
      if (value) failure = `${url.href} describes another issuer than ${issuer}`;
      else failure ??= `${url.href}: status ${status}`;
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      failure ??= error.message;
    }
  }
  const Failure = isMissing ? NoMetadata : OAuthError;
  throw new Failure(`${issuer} has no metadata (${failure})`);
}

/** Parses a URL that a server chose. @throws OAuthError if it is not secure */
export function servedUrl(text: string, what: string, allowHttp?: boolean): URL {
  try {
    return secureUrl(text, what, allowHttp);
  } catch (error) {
    throw new OAuthError(error instanceof Error ? error.message : String(error));
  }
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
