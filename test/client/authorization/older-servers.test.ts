/** Servers of 2025-03-26, which have no metadata of their own: their origin is the authorization server. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test, type TestContext } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { listen, stop } from "../../support/loopback.js";
import { callThrough, userWhoAgrees } from "../../support/authorization/protected-server.js";

interface OldServer {
  readonly url: URL;
  readonly seen: string[];
}

/** @param metadata null: none; otherwise of the origin */
async function startOldServer(
  t: TestContext,
  metadata: ((origin: string) => object) | null,
  page?: string,
): Promise<OldServer> {
  const seen: string[] = [];
  let origin = "";
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    seen.push(`${request.method} ${pathname}`);
    request.resume();
    const json = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (pathname === "/v1/mcp") {
      return response.writeHead(request.headers.authorization ? 200 : 401).end();
    }
    if (pathname === "/.well-known/oauth-authorization-server" && metadata) {
      return json(200, metadata(origin));
    }
    if (pathname.endsWith("/register")) return json(201, { client_id: "old", client_secret: "s" });
    if (pathname.endsWith("/authorize")) {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "c");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname.endsWith("/token")) return json(200, { access_token: "t", token_type: "bearer" });
    if (page === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => stop(server));
  return { url: new URL(`${origin}/v1/mcp`), seen };
}

const metadataOf = (origin: string): object => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  code_challenge_methods_supported: ["S256"],
});

test("the metadata of the origin is used, whatever the path of the server", async (t) => {
  for (const slash of ["", "/"]) {
    const server = await startOldServer(t, (origin) => ({
      ...metadataOf(origin),
      issuer: origin + slash,
    }));
    const client = newOAuthClient({ redirect: userWhoAgrees() });
    assert.equal(await callThrough(client, server.url), 200);
    assert.deepEqual(server.seen, [
      "POST /v1/mcp",
      "GET /.well-known/oauth-protected-resource/v1/mcp",
      "GET /.well-known/oauth-protected-resource",
      "GET /.well-known/oauth-authorization-server",
      "POST /oauth/register",
      "GET /oauth/authorize",
      "POST /oauth/token",
      "POST /v1/mcp",
    ]);
  }
});

test("without any metadata, the endpoints are at their fixed places", async (t) => {
  const server = await startOldServer(t, null);
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server.url), 200);
  assert.deepEqual(server.seen.slice(-4), [
    "POST /register",
    "GET /authorize",
    "POST /token",
    "POST /v1/mcp",
  ]);
});

test("a server that answers every path with a page counts as one without metadata", async (t) => {
  const server = await startOldServer(t, null, "<!doctype html><p>Welcome");
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server.url), 200);
  assert.ok(server.seen.includes("POST /token"));
});

test("metadata of another issuer is refused", async (t) => {
  const server = await startOldServer(t, (origin) => ({
    ...metadataOf(origin),
    issuer: "https://elsewhere.example",
  }));
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server.url),
    /describes another issuer than http:\/\/127\.0\.0\.1:\d+/,
  );
});

test("metadata that does not promise PKCE is refused here as well", async (t) => {
  const server = await startOldServer(t, (origin) => ({
    ...metadataOf(origin),
    code_challenge_methods_supported: undefined,
  }));
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server.url),
    /PKCE/,
  );
});
