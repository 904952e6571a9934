/** What servers say of themselves is hostile input. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test, type TestContext } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import type { TokenStore } from "../../../runtime/oauth/stores/token-store.js";
import { listen, stop } from "../../support/loopback.js";
import {
  callThrough,
  startProtected,
  userWhoAgrees,
} from "../../support/authorization/protected-server.js";

const isRefused = { name: "McpAuthorizationError" };

function refusedWith(
  challenge: string,
): Parameters<ReturnType<typeof newOAuthClient>["refused"]>[1] {
  return {
    status: 401,
    attempt: 0,
    header: (name) => (name === "www-authenticate" ? challenge : undefined),
  };
}

test("pages of other schemes are never opened", async (t) => {
  for (const page of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "ms-settings:x",
    "http://as.example/authorize",
    "https://user:pass@as.example/authorize",
    "data:text/html,x",
    "/authorize",
    "",
  ]) {
    const { server, issuer } = await startProtected(t);
    issuer.options.metadata = { authorization_endpoint: page };
    const redirect = userWhoAgrees();
    await assert.rejects(callThrough(newOAuthClient({ redirect }), server), isRefused, page);
    assert.equal(redirect.pages.length, 0);
  }
});

test("metadata of any shape leads to an error of the client, never to another one", async (t) => {
  const values: unknown[] = [null, 7, "", "x", [], {}, [1], ["x"], "https://", true];
  const names = [
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "registration_endpoint",
    "code_challenge_methods_supported",
    "scopes_supported",
    "grant_types_supported",
    "token_endpoint_auth_methods_supported",
  ];
  const { server, issuer } = await startProtected(t);
  for (const name of names) {
    for (const value of values) {
      issuer.options.metadata = { [name]: value };
      issuer.live.clear();
      const call = callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server);
      const outcome = await call.catch((error: unknown) => (error as Error).name);
      assert.ok(outcome === 200 || outcome === "McpAuthorizationError", `${name} ${outcome}`);
    }
  }
  issuer.options.metadata = {};
  for (const value of values) {
    for (const name of ["authorization_servers", "scopes_supported", "resource"]) {
      server.options.metadata = { [name]: value };
      issuer.live.clear();
      const call = callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server);
      const outcome = await call.catch((error: unknown) => (error as Error).name);
      assert.ok(outcome === 200 || outcome === "McpAuthorizationError", `${name} ${outcome}`);
    }
  }
});

test("answers without end are cut off", async (t) => {
  const place = await startEndless(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  const url = new URL(`${place}/mcp`);
  const told = { server: url, url, method: "POST", protocolVersion: undefined };
  const challenge = `Bearer resource_metadata="${place}/metadata"`;
  await assert.rejects(client.refused(told, refusedWith(challenge)), /more than \d+ bytes/);
});

async function startEndless(t: TestContext): Promise<string> {
  const chunk = Buffer.alloc(64 * 1024, " ");
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      while (response.write(chunk));
    };
    response.on("drain", more);
    more();
  });
  t.after(() => stop(server));
  return `http://127.0.0.1:${await listen(server)}`;
}

test("redirects of metadata and token endpoints are not followed", async (t) => {
  const { server, issuer } = await startProtected(t);
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const target = `http://127.0.0.1:${await listen(elsewhere)}/`;
  const mover = createServer((_, response) => {
    response.writeHead(307, { location: target }).end();
  });
  const moved = `http://127.0.0.1:${await listen(mover)}`;
  t.after(() => Promise.all([stop(elsewhere), stop(mover)]));
  issuer.options.metadata = { token_endpoint: `${moved}/token` };
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    isRefused,
  );
  issuer.options.metadata = {};
  server.options.issuers = () => [moved];
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    isRefused,
  );
  assert.equal(asked, 0);
});

test("a store that fails is told, and tried again with the next request", async (t) => {
  const { server } = await startProtected(t);
  const inner = newMemoryTokens();
  let fails = true;
  const store: TokenStore = {
    ...inner,
    read: (key) => {
      if (fails) throw new Error("the disk is on fire");
      return inner.read(key);
    },
  };
  const client = newOAuthClient({ redirect: userWhoAgrees(), store });
  await assert.rejects(callThrough(client, server), /the disk is on fire/);
  fails = false;
  assert.equal(await callThrough(client, server), 200);
});

test("a store that can't be written costs only the next process its token", async (t) => {
  const { server, issuer } = await startProtected(t);
  const store: TokenStore = {
    ...newMemoryTokens(),
    write: () => Promise.reject(new Error("the disk is full")),
  };
  const client = newOAuthClient({ redirect: userWhoAgrees(), store });
  assert.equal(await callThrough(client, server), 200);
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.logins.length, 1);
});
