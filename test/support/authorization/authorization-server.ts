/**
 * An authorization server on loopback that registers every client and grants every request at once. It is strict where
 * MCP clients have duties: PKCE, `resource`, exact redirect URIs, one use per code.
 *
 * @see MCP 2025-11-25, Authorization
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { listen, stop } from "../loopback.js";

export interface AuthorizationServer {
  readonly url: string;
  /** Received requests in order, for example `POST /token`. */
  readonly asked: string[];
  /** Scopes of each authorization request. */
  readonly scopes: string[];
  close(): Promise<void>;
}

interface Grant {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
}

type Answer = readonly [status: number, body: object | undefined, location?: string];

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), alg: "ES256", kid: "k", use: "sig" };
  const asked: string[] = [];
  const scopes: string[] = [];
  const clients = new Map<string, readonly string[]>();
  const grants = new Map<string, Grant>();
  let url = "";

  const token = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ iss: url, sub: "ada", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k", typ: "at+jwt" })
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(privateKey);

  const register = (body: string): Answer => {
    const asks = JSON.parse(body) as { redirect_uris: string[] };
    const id = randomUUID();
    clients.set(id, asks.redirect_uris);
    return [201, { ...asks, client_id: id, token_endpoint_auth_method: "none" }];
  };

  const authorize = (query: URLSearchParams): Answer => {
    const get = (name: string): string => query.get(name) ?? "";
    const [client, redirect] = [get("client_id"), get("redirect_uri")];
    if (!clients.get(client)?.includes(redirect)) return [400, { error: "invalid_client" }];
    const [challenge, resource, scope] = [get("code_challenge"), get("resource"), get("scope")];
    const isGood = get("response_type") === "code" && get("code_challenge_method") === "S256";
    if (!isGood || challenge === "" || resource === "") return [400, { error: "invalid_request" }];
    const code = randomUUID();
    scopes.push(scope);
    grants.set(code, { client, redirect, challenge, resource, scope });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("iss", url);
    if (query.has("state")) back.searchParams.set("state", get("state"));
    return [302, undefined, back.href];
  };

  const exchange = async (form: URLSearchParams): Promise<Answer> => {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    const isGood =
      grant?.challenge === verifier.digest("base64url") &&
      form.get("grant_type") === "authorization_code" &&
      form.get("client_id") === grant.client &&
      form.get("redirect_uri") === grant.redirect &&
      form.get("resource") === grant.resource;
    if (!isGood) return [400, { error: "invalid_grant" }];
    const { client, resource, scope } = grant;
    const access = await token({ aud: resource, client_id: client, scope });
    return [200, { access_token: access, token_type: "Bearer", expires_in: 300, scope }];
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    asked.push(`${request.method} ${pathname}`);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    switch (`${request.method} ${pathname}`) {
      case "GET /.well-known/oauth-authorization-server":
        return [200, metadataOf(url)];
      case "GET /jwks":
        return [200, { keys: [jwk] }];
      case "POST /register":
        return register(body);
      case "GET /authorize":
        return authorize(searchParams);
      case "POST /token":
        return exchange(new URLSearchParams(body));
      default:
        return [404, undefined];
    }
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (each) => send(response, each),
      () => send(response, [500, undefined]),
    );
  });
  const port = await listen(server);
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    asked,
    scopes,
    close: () => stop(server),
  };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}

function send(response: ServerResponse, [status, body, location]: Answer): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(location !== undefined && { location }),
  });
  response.end(body && JSON.stringify(body));
}
