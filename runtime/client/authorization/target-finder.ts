/** Finds out which authorization server grants tokens for an MCP server. */
import { AddressGuard } from "../../contract/address-guard.js";
import type { Reach } from "../../contract/addresses.js";
import type { Revision } from "../../protocol/revisions.js";
import { canonicalUri } from "../../protocol/secure-url.js";
import { authorizationServerOf } from "../../oauth/metadata/authorization-server.js";
import {
  firstMetadata,
  issuerMetadata,
  metadataUrls,
  NoMetadata,
} from "../../oauth/metadata/issuer-metadata.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import type { TokenTarget } from "./grant.js";
import {
  protectedResource,
  type ProtectedResource,
} from "../../oauth/metadata/protected-resource.js";

export interface FinderOptions {
  /** The only issuer to use. */
  readonly issuer: string | undefined;
  /** Issuers at which the client is registered: they come before others. */
  readonly registeredAt: readonly string[];
  readonly fetch: typeof globalThis.fetch | undefined;
}

export interface FindRequest {
  readonly serverUrl: URL;
  /** Where the server says that its metadata is. */
  readonly metadataUrl: string | undefined;
  readonly protocolVersion: Revision | undefined;
  readonly signal: AbortSignal;
}

export class TargetFinder {
  readonly #options: FinderOptions;
  readonly #guards = new Map<Reach, AddressGuard>();

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /**
   * Asks the server's metadata for its authorization servers, and one of them for its endpoints.
   *
   * @throws OAuthError when it can't be found out, or what the metadata says can't be trusted
   * @see MCP 2026-07-28, Authorization Server Discovery
   */
  async find(request: FindRequest): Promise<TokenTarget> {
    const { serverUrl, metadataUrl, signal } = request;
    const { issuer } = this.#options;
    const resource = await protectedResource(serverUrl, {
      metadataUrl,
      headers: headersFor(request),
      guardFor: (reach) => this.#guard(reach),
      signal,
    });
    if (resource) return this.#targetOf(resource, request);
    if (issuer === undefined) return this.#targetOfOrigin(request);
    return this.#targetAt(issuer, "any", undefined, request);
  }

  /** The server itself says who grants tokens for it. */
  #targetOf(resource: ProtectedResource, request: FindRequest): Promise<TokenTarget> {
    const { issuer: chosen, registeredAt } = this.#options;
    const named = resource.authorizationServers;
    if (chosen !== undefined) {
      const plain = (text: string): string => text.replace(/\/$/, "");
      if (named.length === 0 || named.some((each) => plain(each) === plain(chosen))) {
        return this.#targetAt(chosen, "any", resource, request);
      }
      throw new OAuthError(
        `${request.serverUrl.href} takes tokens of ${listOf(named)}, but the option issuer is ${chosen}`,
      );
    }
    const first = named.find((each) => registeredAt.includes(each)) ?? named[0];
    if (first === undefined) {
      throw new OAuthError(
        `The metadata of ${request.serverUrl.href} names no authorization server. Set the option issuer`,
      );
    }
    const reach = registeredAt.includes(first) ? "any" : resource.reach;
    return this.#targetAt(first, reach, resource, request);
  }

  async #targetAt(
    issuer: string,
    from: Reach,
    resource: ProtectedResource | undefined,
    { serverUrl, signal }: FindRequest,
  ): Promise<TokenTarget> {
    const { value, reach } = await issuerMetadata(issuer, { guard: this.#guard(from), signal });
    return {
      serverUrl,
      resource: resource?.resource ?? canonicalUri(serverUrl),
      scopesSupported: resource?.scopesSupported,
      server: authorizationServerOf(value),
      hasMetadata: true,
      guard: this.#guard(reach),
    };
  }

  /**
   * Before 2025-06-18, the server's origin was its authorization server. Without metadata, the endpoints have fixed places.
   *
   * @see MCP 2025-03-26, Authorization, Server Metadata Discovery
   */
  async #targetOfOrigin(request: FindRequest): Promise<TokenTarget> {
    const { serverUrl } = request;
    const { origin } = serverUrl;
    const found = await this.#originMetadata(request);
    return {
      serverUrl,
      resource: canonicalUri(serverUrl),
      scopesSupported: undefined,
      server: found?.server ?? {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
      },
      hasMetadata: found !== undefined,
      guard: found?.guard ?? this.#guard("any"),
    };
  }

  async #originMetadata(
    request: FindRequest,
  ): Promise<Pick<TokenTarget, "server" | "guard"> | undefined> {
    const { origin } = request.serverUrl;
    // No server has named the issuer, so a lone slash at its end may be missing here.
    const isIssuer = (named: unknown): boolean => named === origin || named === `${origin}/`;
    const urls = metadataUrls(new URL(origin));
    const options = {
      headers: headersFor(request),
      guard: this.#guard("any"),
      signal: request.signal,
    };
    try {
      const { value, reach } = await firstMetadata(urls, origin, isIssuer, options);
      return { server: authorizationServerOf(value), guard: this.#guard(reach) };
    } catch (error) {
      if (error instanceof NoMetadata) return undefined;
      throw error;
    }
  }

  #guard(reach: Reach): AddressGuard {
    let guard = this.#guards.get(reach);
    if (!guard) this.#guards.set(reach, (guard = new AddressGuard(reach, this.#options.fetch)));
    return guard;
  }
}

/** @see MCP 2025-03-26, Authorization, Server Metadata Discovery Headers */
function headersFor({ protocolVersion }: FindRequest): Readonly<Record<string, string>> {
  return protocolVersion === undefined ? {} : { "mcp-protocol-version": protocolVersion };
}

function listOf(issuers: readonly string[]): string {
  return issuers.slice(0, 5).join(", ").slice(0, 300);
}
