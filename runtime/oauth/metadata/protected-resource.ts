import type { AddressGuard } from "../../contract/address-guard.js";
import {
  classOfHost,
  reachFrom,
  type DocumentReach,
  type Reach,
} from "../../contract/addresses.js";
import { member } from "../../protocol/json.js";
import { textList } from "./authorization-server.js";
import { fetchJson, UnusableAnswer, type JsonAnswer } from "./fetch-json.js";
import { servedUrl } from "./issuer-metadata.js";
import { resourceMetadataUrl } from "./resource-metadata-url.js";
import { OAuthError } from "../oauth-error.js";

/** What an MCP server says of itself. @see RFC 9728 section 2 */
export interface ProtectedResource {
  /** As the metadata writes it. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
  /** Where the URLs in it may lead. */
  readonly reach: Reach;
}

export interface ResourceRequest {
  /** Of the server's challenge. */
  readonly metadataUrl: string | undefined;
  /** Of the requests, such as the version of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly guardFor: (reach: Reach) => AddressGuard;
  readonly signal: AbortSignal;
}

const limits = { timeoutMs: 10_000, maxBytes: 256 * 1024 };

/**
 * Fetches the metadata of an MCP server: where its challenge says, else at the well-known place of its path, else at that of
 * its origin.
 *
 * @returns undefined if the server has none, as before 2025-06-18
 * @throws OAuthError if the server does not answer, or its metadata is of another resource
 * @see MCP 2026-07-28, Authorization Server Discovery, Protected Resource Metadata Discovery Requirements
 */
export async function protectedResource(
  serverUrl: URL,
  request: ResourceRequest,
): Promise<ProtectedResource | undefined> {
  const { metadataUrl } = request;
  if (metadataUrl !== undefined) {
    const url = servedUrl(metadataUrl, `The resource_metadata of ${serverUrl.origin}`);
    const answer = await fetchJson(url, await requestFor(url, serverUrl, request));
    if (answer.value) return resourceIn(answer, url, serverUrl);
    throw new OAuthError(
      `${serverUrl.origin} says that its metadata is at ${url.href}, but that answers with status ${answer.status}`,
    );
  }
  const bare = new URL(serverUrl.origin + serverUrl.pathname);
  const places = [resourceMetadataUrl(bare), resourceMetadataUrl(new URL(serverUrl.origin))];
  for (const url of new Map(places.map((each) => [each.href, each])).values()) {
    const answer = await answerAt(url, serverUrl, request);
    if (answer?.value) return resourceIn(answer, url, serverUrl);
  }
  return undefined;
}

/** The user named the server's origin, and so allows requests to it. */
async function requestFor(
  url: URL,
  serverUrl: URL,
  { guardFor, headers, signal }: ResourceRequest,
): Promise<Parameters<typeof fetchJson>[1]> {
  const isOwn = url.origin === serverUrl.origin;
  const reach = isOwn ? "any" : await reachOf(serverUrl, guardFor("any"));
  return { ...limits, headers, signal, guard: guardFor(reach) };
}

/** @throws OAuthError when the server fails; undefined if there is no metadata, or a page that every path has */
async function answerAt(
  url: URL,
  serverUrl: URL,
  request: ResourceRequest,
): Promise<JsonAnswer | undefined> {
  try {
    const answer = await fetchJson(url, await requestFor(url, serverUrl, request));
    if (answer.status < 500) return answer;
  } catch (error) {
    if (error instanceof UnusableAnswer) return undefined;
    throw error;
  }
  throw new OAuthError(`${url.href} does not answer as it should (status 5xx)`);
}

/** @throws OAuthError if the metadata is of another resource than the server */
function resourceIn(
  { value = {}, reach }: JsonAnswer,
  url: URL,
  serverUrl: URL,
): ProtectedResource {
  const resource = member(value, "resource");
  if (typeof resource !== "string" || !isResourceOf(resource, serverUrl)) {
    const named = typeof resource === "string" ? resource.slice(0, 200) : "none";
    throw new OAuthError(
      `${url.href} is metadata of another resource (${named}) than ${serverUrl.href}, so its authorization server is not asked`,
    );
  }
  return {
    resource,
    authorizationServers: textList(member(value, "authorization_servers")) ?? [],
    scopesSupported: textList(member(value, "scopes_supported")),
    reach,
  };
}

/**
 * Whether a resource is the server, or a part of its host that contains the server's path: metadata at the root is of the
 * whole host.
 *
 * @see RFC 9728 section 3.3; MCP 2026-07-28, Authorization, Canonical Server URI
 */
function isResourceOf(text: string, serverUrl: URL): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, pathname, search, hash, username, password } = new URL(text);
  if (origin !== serverUrl.origin || hash !== "" || username !== "" || password !== "")
    return false;
  if (search !== "" && search !== serverUrl.search) return false;
  const folder = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return `${serverUrl.pathname}/`.startsWith(folder);
}

/** Looks up where a server is, because its metadata may lead to addresses of the same class. */
async function reachOf({ hostname }: URL, guard: AddressGuard): Promise<DocumentReach> {
  if (classOfHost(hostname) === undefined) {
    const lookup = await guard.lookup();
    await new Promise<void>((done) => lookup(hostname, { all: true }, () => done()));
  }
  return reachFrom(guard.classOf(hostname));
}
