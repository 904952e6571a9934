import assert from "node:assert/strict";
import { test } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { McpAuthorizationError } from "../../../runtime/client/errors.js";
import { startAuthorizationServer } from "../../support/authorization/authorization-server.js";
import {
  callThrough,
  startProtected,
  startProtectedServer,
  userWhoAgrees,
} from "../../support/authorization/protected-server.js";

const wellKnown = "/.well-known/oauth-protected-resource";

test("the metadata that the challenge names is used, wherever it is, and no other place is asked", async (t) => {
  const { server, issuer } = await startProtected(t, { metadataPath: "/about/this" });
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  assert.deepEqual(server.seen, ["POST /mcp", "GET /about/this", "POST /mcp"]);
  assert.equal(issuer.logins.length, 1);
});

test("without a challenge that names it, the metadata of the path comes first, and the root's only if there is none", async (t) => {
  const path = await startProtected(t, { namesMetadata: false });
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), path.server), 200);
  assert.deepEqual(path.server.seen, ["POST /mcp", `GET ${wellKnown}/mcp`, "POST /mcp"]);

  const root = await startProtected(t, { namesMetadata: false, metadataPath: wellKnown });
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), root.server), 200);
  assert.deepEqual(root.server.seen, [
    "POST /mcp",
    `GET ${wellKnown}/mcp`,
    `GET ${wellKnown}`,
    "POST /mcp",
  ]);
});

test("a challenge of another scheme hides neither the token's challenge nor the metadata at its usual place", async (t) => {
  for (const header of [
    "Negotiate",
    'Basic realm="x", Negotiate abc==',
    'Digest qop="auth, auth-int", nonce="n"',
  ]) {
    const { server } = await startProtected(t, {
      judge: ({ authorization }) =>
        authorization === undefined
          ? { status: 401, headers: { "www-authenticate": header } }
          : undefined,
    });
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  }
  const { server, issuer } = await startProtected(t, { metadataPath: "/late" });
  server.options.judge = ({ authorization }) =>
    authorization === undefined
      ? {
          status: 401,
          headers: {
            "www-authenticate": `Negotiate, Bearer scope=read resource_metadata=${server.url.origin}/late`,
          },
        }
      : undefined;
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  assert.deepEqual(issuer.scopes, ["read"]);
});

test("a challenge that no longer names the metadata does not lead back to guesses", async (t) => {
  const { server, issuer } = await startProtected(t, { metadataPath: "/about" });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  server.options.namesMetadata = false;
  assert.equal(await callThrough(client, server), 200);
  assert.ok(!server.seen.some((each) => each.includes(".well-known")));
});

test("metadata of another resource ends the login before the authorization server is asked", async (t) => {
  for (const resource of [
    "https://evil.example/mcp",
    "http://127.0.0.1:1/mcp",
    "not a URL",
    undefined,
    7,
  ]) {
    const { server, issuer } = await startProtected(t, { metadata: { resource } });
    await assert.rejects(callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), {
      name: "McpAuthorizationError",
      message: /metadata of another resource/,
    });
    assert.deepEqual(issuer.asked, []);
  }
  const { server } = await startProtected(t);
  for (const path of ["/mcp/other", "/mc", "/mcp#part", "/mcp?x=1"]) {
    server.options.metadata = { resource: server.url.origin + path };
    await assert.rejects(
      callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
      /another resource/,
    );
  }
});

test("the resource goes into requests as the metadata writes it, byte for byte", async (t) => {
  const { server, issuer } = await startProtected(t);
  for (const resource of [`${server.url.origin}/mcp`, server.url.origin, `${server.url.origin}/`]) {
    server.options.metadata = { resource };
    issuer.live.clear();
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
    assert.equal(issuer.logins.at(-1)?.get("resource"), resource);
    assert.equal(issuer.forms.at(-1)?.get("resource"), resource);
  }
});

test("the authorization server's metadata is found at each of its places, and the likeliest is asked first", async (t) => {
  const places: [path: string, at: string][] = [
    ["", "/.well-known/oauth-authorization-server"],
    ["", "/.well-known/openid-configuration"],
    ["/tenant", "/.well-known/oauth-authorization-server/tenant"],
    ["/tenant", "/.well-known/openid-configuration/tenant"],
    ["/tenant", "/tenant/.well-known/openid-configuration"],
  ];
  for (const [path, at] of places) {
    const { server, issuer } = await startProtected(t, {}, { path, metadataAt: [at] });
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
    const asked = issuer.asked.filter((each) => each.includes(".well-known"));
    assert.equal(asked.at(-1), `GET ${at}`);
    assert.equal(asked[0], `GET /.well-known/oauth-authorization-server${path}`);
  }
});

test("metadata that names another issuer is not used, not even for a slash", async (t) => {
  const { server, issuer } = await startProtected(t);
  for (const named of [
    "https://honest.example",
    `${issuer.url}/`,
    issuer.url.toUpperCase(),
    undefined,
  ]) {
    issuer.options.metadata = { issuer: named };
    await assert.rejects(
      callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
      /describes another issuer/,
    );
  }
  assert.ok(!issuer.asked.includes("POST /register"));
  // Some servers write their authorization server with a slash that it does not have: the user may say so.
  issuer.options.metadata = {};
  server.options.issuers = () => [`${issuer.url}/`];
  await assert.rejects(callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server));
  const client = newOAuthClient({ redirect: userWhoAgrees(), issuer: issuer.url });
  assert.equal(await callThrough(client, server), 200);
});

test("of several authorization servers, the one that the client is registered at is used, and the option decides", async (t) => {
  const [first, second] = [await startAuthorizationServer(), await startAuthorizationServer()];
  t.after(() => Promise.all([first.close(), second.close()]));
  const server = await startProtectedServer(t, [first, second], {
    issuers: () => [first.issuer, second.issuer],
  });
  const redirect = userWhoAgrees();
  second.register("known", [redirect.redirectUri]);
  const client = newOAuthClient({
    redirect,
    clients: [{ issuer: second.issuer, clientId: "known" }],
  });
  assert.equal(await callThrough(client, server), 200);
  assert.equal(second.logins[0]?.get("client_id"), "known");
  assert.deepEqual(first.asked, []);
  assert.equal(await callThrough(newOAuthClient({ redirect, issuer: first.issuer }), server), 200);
  assert.equal(first.logins.length, 1);
  await assert.rejects(
    callThrough(newOAuthClient({ redirect, issuer: "https://third.example" }), server),
    /takes tokens of .*, but the option issuer is https:\/\/third\.example/,
  );
});

test("metadata without an authorization server asks for the option issuer", async (t) => {
  const { server, issuer } = await startProtected(t, { issuers: () => [] });
  const redirect = userWhoAgrees();
  await assert.rejects(callThrough(newOAuthClient({ redirect }), server), /Set the option issuer/);
  const client = newOAuthClient({ redirect, issuer: issuer.issuer });
  assert.equal(await callThrough(client, server), 200);
});

test("a server that fails is not taken for one of 2025-03-26, which has no metadata", async (t) => {
  const { createServer } = await import("node:http");
  const { listen, stop } = await import("../../support/loopback.js");
  const seen: string[] = [];
  const broken = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(request.url === "/mcp" ? 401 : 503).end();
  });
  const origin = `http://127.0.0.1:${await listen(broken)}`;
  t.after(() => stop(broken));
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  await assert.rejects(callThrough(client, new URL(`${origin}/mcp`)), McpAuthorizationError);
  assert.deepEqual(seen, ["/mcp", `${wellKnown}/mcp`]);
});

test("requests for metadata tell the version of the protocol, as servers of 2025-03-26 want", async (t) => {
  const { server } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  await callThrough(client, server, { protocolVersion: "2025-03-26" });
  assert.equal(server.metadataHeaders[0]?.["mcp-protocol-version"], "2025-03-26");
});
