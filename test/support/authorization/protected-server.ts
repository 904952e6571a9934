/** A server on loopback that demands tokens, as MCP servers over HTTP do. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { TestContext } from "node:test";
import type {
  AuthorizedClientRequest,
  ClientAuthorization,
} from "../../../runtime/client/client-options.js";
import { listen, stop } from "../loopback.js";
import { startAuthorizationServer } from "./authorization-server.js";
import type { AuthorizationServer, AuthorizationServerOptions } from "./authorization-server.js";

export interface ProtectedServerOptions {
  /** Issuers of the metadata; default: the one that the tokens are of. */
  issuers?: () => readonly string[];
  /** Path of the metadata; null: there is none. Default: the well-known one of the path `/mcp`. */
  metadataPath?: string | null;
  /** Members of the metadata that replace others. */
  metadata?: Record<string, unknown>;
  /** Whether challenges name the metadata. Default true. */
  namesMetadata?: boolean;
  /** Scopes that challenges and requests demand. */
  scope?: string;
  /** Decides instead of the server; undefined: as usual. */
  judge?: (headers: IncomingHttpHeaders) => Refusal | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

export interface ProtectedServer {
  readonly url: URL;
  readonly options: ProtectedServerOptions;
  /** All requests, for example `GET /.well-known/oauth-protected-resource`. */
  readonly seen: string[];
  /** The `authorization` of each request to `/mcp`. */
  readonly tokens: (string | undefined)[];
  /** Headers of the requests for metadata. */
  readonly metadataHeaders: IncomingHttpHeaders[];
}

/** Starts an authorization server and an MCP server that trusts it. */
export async function startProtected(
  t: TestContext,
  options: ProtectedServerOptions = {},
  ofIssuer: AuthorizationServerOptions = {},
): Promise<{ readonly server: ProtectedServer; readonly issuer: AuthorizationServer }> {
  const issuer = await startAuthorizationServer(ofIssuer);
  t.after(() => issuer.close());
  return { server: await startProtectedServer(t, [issuer], options), issuer };
}

/** @param trusted whose tokens are taken; challenges name the first */
export async function startProtectedServer(
  t: TestContext,
  trusted: readonly AuthorizationServer[],
  options: ProtectedServerOptions = {},
): Promise<ProtectedServer> {
  const seen: string[] = [];
  const tokens: (string | undefined)[] = [];
  const metadataHeaders: IncomingHttpHeaders[] = [];
  const pathOf = (): string | null =>
    options.metadataPath === undefined
      ? "/.well-known/oauth-protected-resource/mcp"
      : options.metadataPath;
  let origin = "";

  const challenge = (error?: string): Record<string, string> => {
    const names = options.namesMetadata !== false && pathOf() !== null;
    const parameters = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(names ? [`resource_metadata="${origin}${pathOf()}"`] : []),
      ...(options.scope === undefined ? [] : [`scope="${options.scope}"`]),
    ];
    return { "www-authenticate": `Bearer ${parameters.join(", ")}`.trim() };
  };

  const verdict = (headers: IncomingHttpHeaders): Refusal | undefined => {
    const own = options.judge?.(headers);
    if (own) return own;
    const token = /^(?:Bearer|DPoP) (.+)$/.exec(headers.authorization ?? "")?.[1];
    const scope = trusted
      .map(({ live }) => live.get(token ?? ""))
      .find((each) => each !== undefined);
    if (token === undefined) return { status: 401, headers: challenge() };
    if (scope === undefined) return { status: 401, headers: challenge("invalid_token") };
    const wanted = options.scope?.split(" ") ?? [];
    return wanted.every((each) => scope.split(" ").includes(each))
      ? undefined
      : { status: 403, headers: challenge("insufficient_scope") };
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    seen.push(`${request.method} ${pathname}`);
    if (pathname === pathOf()) {
      metadataHeaders.push(request.headers);
      response.writeHead(200, { "content-type": "application/json" });
      const isRoot = pathname === "/.well-known/oauth-protected-resource";
      return response.end(
        JSON.stringify({
          resource: isRoot ? origin : `${origin}/mcp`,
          authorization_servers: options.issuers?.() ?? [trusted[0]?.issuer],
          ...options.metadata,
        }),
      );
    }
    if (pathname !== "/mcp") return response.writeHead(404).end();
    tokens.push(request.headers.authorization);
    const refusal = verdict(request.headers);
    response.writeHead(refusal?.status ?? 200, refusal?.headers).end();
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => stop(server));
  return { url: new URL(`${origin}/mcp`), options, seen, tokens, metadataHeaders };
}

/** Sends a request until the authorization gives up, as a channel does. @returns the status of the last answer */
export async function callThrough(
  authorization: ClientAuthorization,
  server: ProtectedServer | URL,
  request: Partial<AuthorizedClientRequest> = {},
): Promise<number> {
  const url = server instanceof URL ? server : server.url;
  const told = { server: url, url, method: "POST", protocolVersion: undefined, ...request };
  for (let attempt = 0; ; attempt += 1) {
    const headers = await authorization.headersFor(told);
    const response = await fetch(url, { method: told.method, headers });
    const { status } = response;
    await response.body?.cancel();
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    if (status !== 401 && status !== 403) return status;
    if (!(await authorization.refused(told, { status, header, attempt }))) return status;
  }
}

/** A redirect that logs the user in at once, and counts the pages that it was shown. */
export function userWhoAgrees(redirectUri = "http://127.0.0.1:1/callback"): {
  readonly redirectUri: string;
  readonly pages: URL[];
  authorize(url: URL): Promise<string>;
} {
  const pages: URL[] = [];
  return {
    redirectUri,
    pages,
    async authorize(url) {
      pages.push(url);
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) throw new Error(`The page says ${response.status}`);
      return location;
    },
  };
}
