/** A server that requires tokens, with real tokens over real HTTP. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, test, type TestContext } from "node:test";
import {
  addWebSocket,
  jwtVerifier,
  McpServer,
  oauthResource,
  serveHttp,
  serviceOf,
  sseHandler,
  type HttpServer,
  type Servable,
  type DpopOptions,
} from "../../../runtime/index.js";
import { dpopClient } from "../../support/authorization/dpop-client.js";
import { freePort } from "../../support/state/redis.js";
import { textOf } from "../../support/text-of.js";
import { WireHttp, wireHttp } from "../../support/wire/http.js";
import { startIssuer, type Issuer } from "../../support/authorization/issuer.js";
import { withApi, ZooServer } from "../../support/servers/zoo-server.js";

let issuer: Issuer;
before(async () => {
  issuer = await startIssuer();
});
after(() => issuer.close());

interface Locked {
  readonly url: string;
  readonly http: HttpServer;
  /** Returns a token for this server with the given claims. */
  token(claims?: Record<string, unknown>): Promise<string>;
  client(
    revision: "2025-11-25" | "2026-07-28",
    claims?: Record<string, unknown>,
  ): Promise<WireHttp>;
}

async function lock(
  t: TestContext,
  server: Servable = zoo(),
  dpop?: DpopOptions,
): Promise<Locked & { readonly authorizer: ReturnType<typeof oauthResource> }> {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const authorizer = oauthResource({
    resource,
    authorizationServers: [issuer.url],
    verify: jwtVerifier({ issuer: issuer.url, clockToleranceSeconds: 0 }),
    requiredScopes: ["zoo:read"],
    impliedScopes: { "zoo:all": ["zoo:read", "zoo:write"] },
    ...(dpop && { dpop }),
  });
  const http = await serveHttp(server, { port, authorizer, closeGraceMs: 100 });
  t.after(() => http.close());
  const token: Locked["token"] = (claims) =>
    issuer.token({ aud: resource, scope: "zoo:read", ...claims });
  return {
    url: http.url,
    http,
    authorizer,
    token,
    client: async (revision, claims) => {
      const headers = { authorization: `Bearer ${await token(claims)}` };
      return wireHttp(http.url, { revision, headers });
    },
  };
}

function zoo(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1.0.0" });
  server.tool({ name: "whoami" }, (_input, { caller }) => `${caller?.subject} ${caller?.clientId}`);
  server.tool({ name: "free", scopes: ["zoo:write"] }, () => "free");
  const plan = { uri: "zoo://plan", name: "plan", scopes: ["zoo:plan"] };
  server.resource(plan, () => "the plan");
  server.prompt({ name: "tour", scopes: ["zoo:tour"] }, () => "Show me round.");
  return server;
}

/** Limits tests with streams, which might never end. */
const patient = { timeout: 60_000 };
const foreign = { origin: "https://app.example" };
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test("without a token a client learns where to get one, from a page of any origin too", async (t) => {
  const { url, token } = await lock(t);
  const refused = await fetch(url, { method: "POST", body: "{}" });
  assert.equal(refused.status, 401);
  const challenge = refused.headers.get("www-authenticate") ?? "";
  assert.doesNotMatch(challenge, /error/);
  assert.match(challenge, /scope="zoo:read"/);
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
  const preflight = await fetch(metadataUrl, {
    method: "OPTIONS",
    headers: {
      ...foreign,
      "access-control-request-method": "GET",
      "access-control-request-headers": "mcp-protocol-version",
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal(preflight.headers.get("access-control-allow-headers"), "*");
  const metadata = await fetch(metadataUrl, { headers: foreign });
  assert.equal(metadata.status, 200);
  assert.equal(metadata.headers.get("access-control-allow-origin"), "*");
  const { resource, authorization_servers } = (await metadata.json()) as Record<string, unknown>;
  assert.equal(resource, url);
  assert.deepEqual(authorization_servers, [issuer.url]);
  assert.equal((await fetch(metadataUrl, { method: "HEAD" })).status, 200);
  assert.equal((await fetch(metadataUrl, { method: "POST", body: "{}" })).status, 405);
  // Pages of other origins get no access, even with a token.
  const authorization = `Bearer ${await token()}`;
  const page = await fetch(url, { method: "POST", headers: { ...foreign, authorization } });
  assert.equal(page.status, 403);
  assert.equal(page.headers.get("access-control-allow-origin"), null);
});

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`${revision}: who has a token is served, and handlers know whom`, async (t) => {
    const { client } = await lock(t);
    const ada = await client(revision);
    assert.equal(
      textOf((await ada.request("tools/call", { name: "whoami" })).result),
      "ada editor",
    );
  });

  test(`${revision}: what needs a scope says which, and a broader token has it`, async (t) => {
    const { client } = await lock(t);
    const narrow = await client(revision);
    const cases: [method: string, params: Record<string, unknown>, scope: string][] = [
      ["tools/call", { name: "free" }, "zoo:write"],
      ["resources/read", { uri: "zoo://plan" }, "zoo:plan"],
      ["prompts/get", { name: "tour" }, "zoo:tour"],
    ];
    for (const [method, params, scope] of cases) {
      const { status, headers } = await narrow.request(method, params);
      assert.equal(status, 403, method);
      const challenge = headers.get("www-authenticate") ?? "";
      assert.match(challenge, /error="insufficient_scope"/);
      assert.match(challenge, new RegExp(`scope="zoo:read ${scope}"`));
      assert.match(challenge, /resource_metadata="http/);
      const broad = await client(revision, { scope: `zoo:read ${scope}` });
      assert.ok((await broad.request(method, params)).result, method);
    }
    const broadest = await client(revision, { scope: "zoo:all" });
    assert.equal(textOf((await broadest.request("tools/call", { name: "free" })).result), "free");
  });
}

test("a broader token goes on with the session that a narrower one began", async (t) => {
  const { url, client, token } = await lock(t);
  const narrow = await client("2025-11-25");
  assert.equal((await narrow.request("tools/call", { name: "free" })).status, 403);
  const authorization = `Bearer ${await token({ scope: "zoo:read zoo:write" })}`;
  const broad = new WireHttp(url, { revision: "2025-11-25", headers: { authorization } });
  broad.sessionId = narrow.sessionId;
  assert.equal(textOf((await broad.request("tools/call", { name: "free" })).result), "free");
});

test("a session is no proof: each request needs a token, and its user's", async (t) => {
  const { url, client } = await lock(t);
  const ada = await client("2025-11-25");
  const bob = await client("2025-11-25", { sub: "bob" });
  const nobody = new WireHttp(url, { revision: "2025-11-25" });
  const other = { "mcp-session-id": ada.sessionId ?? "" };
  nobody.sessionId = ada.sessionId;
  assert.equal((await nobody.request("tools/list")).status, 401);
  assert.equal((await nobody.get()).status, 401);
  assert.equal(await nobody.delete(), 401);
  assert.equal((await bob.request("tools/list", {}, { headers: other })).status, 404);
  assert.equal((await bob.get(other)).status, 404);
  const deleted = await bob.raw({ method: "DELETE", headers: other });
  assert.equal(deleted.status, 404);
  assert.equal((await ada.request("tools/list")).status, 200);
  assert.equal(await ada.delete(), 204);
});

test("tokens for others, expired ones and two at once are refused", async (t) => {
  const { url, token } = await lock(t);
  const post = async (authorization: string | readonly string[]): Promise<number | undefined> => {
    const headers = { authorization: authorization as string };
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end("{}");
    });
  };
  assert.equal(await post(`Bearer ${await token({ aud: "https://other.example/mcp" })}`), 401);
  assert.equal(await post(`Bearer ${await token({ exp: inSeconds(-60) })}`), 401);
  assert.equal(await post(`Bearer ${await token({ scope: "" })}`), 403);
  const good = `Bearer ${await token()}`;
  assert.equal(await post(good), 415);
  assert.equal(await post([good, "Bearer other"]), 400);
});

test("HTTP+SSE and WebSockets ask for a token as well", patient, async (t) => {
  const server = zoo();
  const { url, http, authorizer, token } = await lock(t, server);
  const sockets = await addWebSocket(http.server, server, { authorizer, path: "/ws" });
  t.after(() => sockets.close());
  const upgrade = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asks = {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": Buffer.alloc(16).toString("base64"),
      };
      const request = httpRequest(new URL("/ws", url), { headers: { ...asks, ...headers } });
      request.on("response", (response) => {
        assert.match(response.headers["www-authenticate"] ?? "", /^Bearer resource_metadata=/);
        response.resume();
        resolve(response.statusCode);
      });
      request.on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end();
    });
  assert.equal(await upgrade({}), 401);
  assert.equal(await upgrade({ authorization: `Bearer ${await token()}` }), 101);

  const sse = await sseHandler(server, { authorizer });
  t.after(() => sse.close());
  http.server.removeAllListeners("request");
  http.server.on("request", sse);
  const accept = "text/event-stream";
  assert.equal((await fetch(new URL("/sse", url), { headers: { accept } })).status, 401);
  const authorization = `Bearer ${await token({ exp: inSeconds(4) })}`;
  const stream = await fetch(new URL("/sse", url), { headers: { accept, authorization } });
  assert.equal(stream.status, 200);
  assert.match(await stream.text(), /^event: endpoint\n/);
  const metadata = new URL(authorizer.metadataPaths[0] ?? "", url);
  const preflight = await fetch(metadata, { method: "OPTIONS", headers: foreign });
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal((await fetch(metadata, { headers: foreign })).status, 200);
});

test(
  "a stream ends with its token, and what came later is read with a new one",
  patient,
  async (t) => {
    const server = zoo();
    const { url, client, token } = await lock(t, server);
    const ada = await client("2025-11-25", { exp: inSeconds(4) });
    const stream = await ada.get();
    assert.equal(stream.status, 200);
    const events = await stream.text();
    const lastEventId = /id: (\S+)/.exec(events)?.[1] ?? "";
    assert.equal((await ada.request("tools/list")).status, 401);
    server.tool({ name: "new" }, () => "new");
    const authorization = `Bearer ${await token({ exp: inSeconds(4) })}`;
    const again = new WireHttp(url, { revision: "2025-11-25", headers: { authorization } });
    again.sessionId = ada.sessionId;
    const resumed = await again.get({ "last-event-id": lastEventId });
    assert.match(await resumed.text(), /notifications\/tools\/list_changed/);
    assert.doesNotMatch(events, /list_changed/);
  },
);

test("a subscription ends with its token, and with its result", patient, async (t) => {
  const server = zoo();
  const { client } = await lock(t, server);
  const ada = await client("2026-07-28", { exp: inSeconds(4) });
  const heard = await ada.request("subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  assert.equal(heard.status, 200);
  assert.equal(heard.result?.["resultType"], "complete");
  assert.equal(heard.notifications[0]?.method, "notifications/subscriptions/acknowledged");
  assert.equal((await ada.request("tools/list")).status, 401);
});

test("a generated server is locked in the same way, and sends no token of a client's on", async (t) => {
  const sent: Headers[] = [];
  const { options } = withApi((request) => {
    sent.push(request.headers);
    return Response.json({ id: 1, name: "Mia" });
  });
  const { url, client, token } = await lock(t, new ZooServer(options));
  assert.equal((await fetch(url, { method: "POST", body: "{}" })).status, 401);
  const secret = (await token()).slice(-40);
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const ada = await client(revision, { sub: revision });
    const reply = await ada.request("tools/call", { name: "getAnimal", arguments: { id: 1 } });
    assert.match(String(textOf(reply.result)), /Mia/);
  }
  assert.equal(sent.length, 2);
  for (const headers of sent) {
    const all = JSON.stringify([...headers]);
    assert.ok(!headers.has("authorization"), all);
    assert.doesNotMatch(all, /Bearer|eyJ/i);
    assert.ok(!all.includes(secret));
  }
});

test("a token that is bound to a key needs a proof with each request", async (t) => {
  const { url, token } = await lock(t, zoo(), { mode: "required", nonceSeconds: 60 });
  const key = await dpopClient();
  const bound = await token({ cnf: { jkt: key.thumbprint } });
  const bearer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${bound}` },
  });
  assert.equal(bearer.status, 401);
  assert.match(bearer.headers.get("www-authenticate") ?? "", /^DPoP algs="/);
  let nonce = "";
  const list = async (): Promise<{ status: number; nonce: string }> => {
    const dpop = await key.proof({ url, method: "POST", token: bound, nonce });
    const headers = { authorization: `DPoP ${bound}`, dpop };
    const reply = await new WireHttp(url, { revision: "2026-07-28", headers }).request(
      "tools/list",
    );
    return { status: reply.status, nonce: reply.headers.get("dpop-nonce") ?? "" };
  };
  const first = await list();
  assert.equal(first.status, 401);
  nonce = first.nonce;
  assert.equal((await list()).status, 200);
  assert.equal((await list()).status, 200);
});

test("pages of an allowed origin may send proofs and read what they need to go on", async (t) => {
  const port = await freePort();
  const { authorizer } = await lock(t);
  const http = await serveHttp(zoo(), {
    port,
    authorizer,
    allowedOrigins: [foreign.origin],
    closeGraceMs: 100,
  });
  t.after(() => http.close());
  const preflight = await fetch(http.url, {
    method: "OPTIONS",
    headers: { ...foreign, "access-control-request-headers": "authorization,dpop" },
  });
  assert.equal(preflight.status, 204);
  const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
  assert.ok(allowed?.includes("authorization") && allowed.includes("dpop"));
  const refused = await fetch(http.url, { method: "POST", headers: foreign, body: "{}" });
  assert.equal(refused.status, 401);
  const exposed = refused.headers.get("access-control-expose-headers")?.split(", ");
  for (const name of ["WWW-Authenticate", "DPoP-Nonce", "Retry-After", "Mcp-Session-Id"]) {
    assert.ok(exposed?.includes(name), name);
  }
});

test("malformed scopes are programming errors", () => {
  const server = zoo();
  const scopes = ["zoo:read zoo:write"];
  assert.throws(() => server.tool({ name: "a", scopes }, () => ""), TypeError);
  assert.throws(() => server.resource({ uri: "zoo://a", name: "a", scopes }, () => ""), TypeError);
  const template = { uriTemplate: "zoo://{a}", name: "a", scopes };
  assert.throws(() => server.template(template, () => ""), TypeError);
  assert.throws(() => server.prompt({ name: "a", scopes }, () => ""), TypeError);
  assert.throws(() => server.tool({ name: "a", scopes: ["offline_access"] }, () => ""), TypeError);
  assert.ok(serviceOf(server));
});
