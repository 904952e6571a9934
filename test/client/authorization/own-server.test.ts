/** The client's flows against this runtime's own resource server, over each transport and era. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test, type TestContext } from "node:test";
import {
  clientCredentials,
  connectHttp,
  connectSse,
  jwtVerifier,
  McpAuthorizationError,
  McpServer,
  oauthClient,
  oauthResource,
  serveHttp,
  sseHandler,
  type ClientAuthorization,
  type McpClient,
  type OAuthResourceOptions,
} from "../../../runtime/index.js";
import { startAuthorizationServer } from "../../support/authorization/authorization-server.js";
import type {
  AuthorizationServer,
  AuthorizationServerOptions,
} from "../../support/authorization/authorization-server.js";
import { userWhoAgrees } from "../../support/authorization/protected-server.js";
import { stop } from "../../support/loopback.js";
import { freePort } from "../../support/state/redis.js";
import { textOf } from "../../support/text-of.js";

const revisions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

interface Zoo {
  readonly url: string;
  readonly issuer: AuthorizationServer;
}

function lockedServer(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1.0.0" });
  server.tool({ name: "whoami" }, (_input, { caller }) => caller?.subject);
  server.tool({ name: "free", scopes: ["zoo:write"] }, () => "free");
  return server;
}

async function startZoo(
  t: TestContext,
  ofIssuer: AuthorizationServerOptions = {},
  ofResource: Partial<OAuthResourceOptions> = {},
): Promise<Zoo> {
  const issuer = await startAuthorizationServer(ofIssuer);
  t.after(() => issuer.close());
  const port = await freePort();
  const authorizer = oauthResource({
    resource: `http://127.0.0.1:${port}/mcp`,
    authorizationServers: [issuer.issuer],
    verify: jwtVerifier({ issuer: issuer.issuer }),
    requiredScopes: ["zoo:read"],
    ...ofResource,
  });
  const server = await serveHttp(lockedServer(), { port, authorizer });
  t.after(() => server.close());
  return { url: server.url, issuer };
}

async function call(client: McpClient, tool: string): Promise<string> {
  return textOf(await client.callTool(tool));
}

const user = (): Promise<ClientAuthorization> => oauthClient({ redirect: userWhoAgrees() });

for (const protocolVersion of revisions) {
  test(`${protocolVersion}: the user logs in once, and again for a tool that needs more`, async (t) => {
    const { url, issuer } = await startZoo(t);
    await using client = await connectHttp(url, { authorization: await user(), protocolVersion });
    assert.equal(client.protocolVersion, protocolVersion);
    assert.equal(await call(client, "whoami"), "ada");
    assert.equal(await call(client, "free"), "free");
    assert.equal(await call(client, "whoami"), "ada");
    assert.equal(issuer.logins.length, 2);
    assert.equal(issuer.scopes[0], "zoo:read");
    assert.deepEqual(issuer.scopes[1]?.split(" ").sort(), ["zoo:read", "zoo:write"]);
  });

  test(`${protocolVersion}: tokens are bound to a key, with nonces of both servers`, async (t) => {
    const { url, issuer } = await startZoo(
      t,
      { dpopNonce: "nonce-of-issuer", refreshes: true },
      { dpop: { mode: "required", nonceSeconds: 60 } },
    );
    const authorization = await oauthClient({ redirect: userWhoAgrees(), dpop: true });
    await using client = await connectHttp(url, { authorization, protocolVersion });
    const answers = Array.from({ length: 4 }, () => call(client, "whoami"));
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(["ada"]));
    assert.equal(await call(client, "free"), "free");
    assert.equal(issuer.logins.length, 2);
  });
}

test("2024-11-05: the token goes with the stream and with each message", async (t) => {
  const issuer = await startAuthorizationServer();
  t.after(() => issuer.close());
  const port = await freePort();
  const handler = await sseHandler(lockedServer(), {
    authorizer: oauthResource({
      resource: `http://127.0.0.1:${port}/sse`,
      authorizationServers: [issuer.issuer],
      verify: jwtVerifier({ issuer: issuer.issuer }),
      requiredScopes: ["zoo:read"],
    }),
  });
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  t.after(() => stop(server));
  const url = `http://127.0.0.1:${port}/sse`;
  await using client = await connectSse(url, { authorization: await user() });
  assert.equal(await call(client, "whoami"), "ada");
  assert.equal(issuer.logins.length, 1);
});

test("a program of its own calls without a user", async (t) => {
  const { url, issuer } = await startZoo(t, { method: "client_secret_basic" });
  issuer.options.grantTypes = { client_credentials: () => true };
  const authorization = await clientCredentials({ clientId: "job", clientSecret: "s3cret-of-job" });
  await using client = await connectHttp(url, { authorization });
  assert.equal(await call(client, "whoami"), "ada");
  assert.equal(await call(client, "free"), "free");
  assert.equal(issuer.logins.length, 0);
});

test("one object serves several connections and servers", async (t) => {
  const [one, two] = [await startZoo(t), await startZoo(t)];
  const authorization = await user();
  await using first = await connectHttp(one.url, { authorization });
  await using second = await connectHttp(one.url, { authorization });
  await using third = await connectHttp(two.url, { authorization });
  for (const client of [first, second, third]) assert.equal(await call(client, "whoami"), "ada");
  assert.equal(one.issuer.logins.length, 1);
  assert.equal(two.issuer.logins.length, 1);
});

test("a scope that the user does not grant ends the call, and the connection goes on", async (t) => {
  const { url, issuer } = await startZoo(t);
  issuer.options.grants = () => "zoo:read";
  const authorization = await oauthClient({ redirect: userWhoAgrees() });
  await using client = await connectHttp(url, { authorization });
  await assert.rejects(call(client, "free"), (error: unknown) => {
    assert.ok(error instanceof McpAuthorizationError);
    assert.equal(error.code, 403);
    return /demands the scope .*zoo:write/.test(error.message);
  });
  assert.equal(await call(client, "whoami"), "ada");
});

test("without an authorization, the error says that the server demands a token", async (t) => {
  const { url } = await startZoo(t);
  await assert.rejects(connectHttp(url), McpAuthorizationError);
});
