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

/** A program's fetch that answers for hosts of the public net, and records what was asked. */
function publicNet(answers: Record<string, object>): {
  readonly asked: string[];
  readonly fetch: typeof globalThis.fetch;
} {
  const asked: string[] = [];
  return {
    asked,
    fetch: (input) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push(url);
      const found = answers[url];
      return Promise.resolve(found ? Response.json(found) : new Response(null, { status: 404 }));
    },
  };
}

const server = new URL("https://mcp.example/mcp");
const request = { server, url: server, method: "POST", protocolVersion: undefined };

function refusedWith(
  challenge: string,
): Parameters<ReturnType<typeof newOAuthClient>["refused"]>[1] {
  return {
    status: 401,
    attempt: 0,
    header: (name) => (name === "www-authenticate" ? challenge : undefined),
  };
}

const privatePlaces = [
  "https://127.0.0.1/x",
  "http://127.0.0.1:8080/x",
  "http://localhost:8080/x",
  "https://[::1]/x",
  "https://10.0.0.7/x",
  "https://192.168.1.1/x",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://0x7f000001/x",
  "https://2130706433/x",
];

test("a public server's challenge leads to no private address", async () => {
  for (const place of privatePlaces) {
    const net = publicNet({ [place]: { resource: server.href } });
    const client = newOAuthClient({ redirect: userWhoAgrees(), fetch: net.fetch });
    const challenge = `Bearer resource_metadata="${place}"`;
    await assert.rejects(client.refused(request, refusedWith(challenge)), isRefused, place);
    assert.deepEqual(net.asked, []);
  }
});

test("a public server's metadata leads to no private authorization server", async () => {
  for (const place of privatePlaces) {
    const net = publicNet({
      "https://mcp.example/.well-known/oauth-protected-resource/mcp": {
        resource: server.href,
        authorization_servers: [place],
      },
    });
    const client = newOAuthClient({ redirect: userWhoAgrees(), fetch: net.fetch });
    await assert.rejects(client.refused(request, refusedWith("Bearer")), isRefused, place);
    assert.equal(net.asked.length, 1, place);
  }
});

test("a public authorization server's metadata leads to no private endpoint, and opens no page there", async () => {
  for (const place of privatePlaces) {
    for (const name of ["authorization_endpoint", "token_endpoint", "registration_endpoint"]) {
      const net = publicNet({
        "https://mcp.example/.well-known/oauth-protected-resource/mcp": {
          resource: server.href,
          authorization_servers: ["https://as.example"],
        },
        "https://as.example/.well-known/oauth-authorization-server": {
          issuer: "https://as.example",
          authorization_endpoint: "https://as.example/authorize",
          token_endpoint: "https://as.example/token",
          registration_endpoint: "https://as.example/register",
          code_challenge_methods_supported: ["S256"],
          [name]: place,
        },
        "https://as.example/register": { client_id: "c" },
      });
      const pages: URL[] = [];
      const redirect = {
        redirectUri: "https://app.example/callback",
        authorize: (url: URL) => {
          pages.push(url);
          const state = url.searchParams.get("state") ?? "";
          return Promise.resolve(new URLSearchParams({ code: "c", state }));
        },
      };
      const client = newOAuthClient({ redirect, fetch: net.fetch });
      await assert.rejects(client.refused(request, refusedWith("Bearer")), isRefused);
      assert.ok(!net.asked.includes(place), `${name} ${place}`);
      assert.ok(pages.every(({ hostname }) => hostname === "as.example"));
    }
  }
});

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

test("tokens of any shape lead to an error of the client, or to none", async (t) => {
  const good = { access_token: "token", token_type: "Bearer" };
  const answers: [body: object, isUsable: boolean][] = [
    [{ ...good, access_token: "" }, false],
    [{ ...good, access_token: "a\r\nx: y" }, false],
    [{ ...good, access_token: 7 }, false],
    [{ ...good, access_token: "x".repeat(100_000) }, false],
    [{ ...good, token_type: "mac" }, false],
    [{ ...good, token_type: "DPoP" }, false],
    [{ ...good, expires_in: -1 }, false],
    [{ ...good, scope: 7 }, false],
    [{ ...good, refresh_token: {} }, false],
    [{}, false],
    [[], false],
    [{ access_token: "token" }, true],
    [{ ...good, expires_in: "300" }, true],
    [{ ...good, expires_in: 1e300 }, true],
    [{ ...good, refresh_token: null, scope: null, expires_in: null }, true],
    [{ ...good, id_token: "not.a.jwt" }, true],
  ];
  for (const [body, isUsable] of answers) {
    const { server, issuer } = await startProtected(t);
    issuer.live.set("token", "");
    issuer.options.tokenAnswers = [[200, body]];
    const call = callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server);
    const outcome = await call.catch((error: unknown) => (error as Error).name);
    assert.equal(
      outcome,
      isUsable ? 200 : "McpAuthorizationError",
      JSON.stringify(body).slice(0, 80),
    );
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

test("no error shows a code, a verifier, a token or a secret", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  issuer.options.method = "client_secret_basic";
  const redirect = userWhoAgrees();
  const names = ["code", "code_verifier", "refresh_token"];
  const sentIn = (form: URLSearchParams): string[] => names.flatMap((name) => form.get(name) ?? []);
  const echo = (form: URLSearchParams): readonly [number, object] => {
    const secret = /^Basic (.+)$/.exec(issuer.tokenHeaders.at(-1)?.authorization ?? "")?.[1] ?? "";
    const text = [...sentIn(form), secret, atob(secret).split(":")[1]].join(" and ");
    return [400, { error: "invalid_request", error_description: text }];
  };
  const isSilent = (error: Error): boolean => {
    const secret = /^Basic (.+)$/.exec(issuer.tokenHeaders.at(-1)?.authorization ?? "")?.[1] ?? "";
    const secrets = [...sentIn(issuer.forms.at(-1)!), secret, atob(secret).split(":")[1]!];
    const all = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    return secrets.length > 2 && secrets.every((each) => !all.includes(each));
  };
  const client = newOAuthClient({ redirect });
  issuer.options.tokenAnswers = [echo];
  await assert.rejects(callThrough(client, server), isSilent);
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  issuer.options.tokenAnswers = [echo];
  await assert.rejects(callThrough(client, server), isSilent);
});

test("a record of the store that was tampered with counts as none", async (t) => {
  const { server, issuer } = await startProtected(t);
  const redirect = userWhoAgrees();
  for (const record of [
    {},
    { accessToken: 7 },
    { accessToken: "x", scheme: "Basic", issuer: issuer.issuer },
    { accessToken: "x", scheme: "Bearer" },
    { accessToken: "a\r\nb: c", scheme: "Bearer", issuer: issuer.issuer },
  ]) {
    const store = newMemoryTokens();
    await store.write(`token ${server.url.href}`, record);
    await store.write(`client ${issuer.issuer}`, { clientId: 7, redirectUri: [] });
    assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
    issuer.live.clear();
  }
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
