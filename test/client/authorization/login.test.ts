import assert from "node:assert/strict";
import { createServer, get } from "node:http";
import { test } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import { listen, stop } from "../../support/loopback.js";
import {
  callThrough,
  startProtected,
  userWhoAgrees,
} from "../../support/authorization/protected-server.js";

test("a login uses PKCE with S256, a state of its own, and the resource in both requests", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(client, server), 200);
  const [one, two] = issuer.logins;
  assert.equal(one?.get("code_challenge_method"), "S256");
  assert.match(one?.get("code_challenge") ?? "", /^[\w-]{43}$/);
  assert.equal(one?.get("resource"), server.url.href);
  assert.equal(issuer.forms[0]?.get("resource"), server.url.href);
  for (const name of ["state", "code_challenge"]) assert.notEqual(one?.get(name), two?.get(name));
});

test("an authorization endpoint keeps its own query", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.metadata = {
    authorization_endpoint: `${issuer.issuer}/authorize?tenant=a%20b&scope=ours`,
  };
  server.options.scope = "read";
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  assert.equal(issuer.logins[0]?.get("tenant"), "a b");
  assert.deepEqual(issuer.logins[0]?.getAll("scope"), ["read"]);
});

test("a server whose metadata does not promise PKCE is refused, unless the user vouches for it", async (t) => {
  const { server, issuer } = await startProtected(t);
  const redirect = userWhoAgrees();
  issuer.options.metadata = { code_challenge_methods_supported: undefined };
  await assert.rejects(callThrough(newOAuthClient({ redirect }), server), /PKCE with S256/);
  assert.equal(await callThrough(newOAuthClient({ redirect, assumePkce: true }), server), 200);
  issuer.options.metadata = { code_challenge_methods_supported: ["plain"] };
  for (const assumePkce of [false, true]) {
    await assert.rejects(callThrough(newOAuthClient({ redirect, assumePkce }), server), /PKCE/);
  }
  assert.equal(redirect.pages.length, 1);
});

test("a response of another issuer, or without the promised one, is rejected before its code is used", async (t) => {
  const { server, issuer } = await startProtected(t);
  const wrong: [iss: string | null, promised: boolean | undefined][] = [
    ["https://evil.example", true],
    ["https://evil.example", undefined],
    [`${issuer.issuer}/`, true],
    [issuer.issuer.toUpperCase(), true],
    ["", undefined],
    [null, true],
  ];
  for (const [iss, promised] of wrong) {
    issuer.options.iss = iss;
    issuer.options.metadata = { authorization_response_iss_parameter_supported: promised };
    await assert.rejects(
      callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
      { name: "McpAuthorizationError" },
      `${iss} ${promised}`,
    );
  }
  assert.equal(issuer.forms.length, 0);
  issuer.options.metadata = { authorization_response_iss_parameter_supported: undefined };
  for (const iss of [null, issuer.issuer]) {
    issuer.options.iss = iss;
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
    issuer.live.clear();
  }
});

test("an error is told in the server's words, but not if another server may have written them", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.redirectWith = {
    error: "access_denied",
    error_description: "Ada said no\u001b[2J",
  };
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    /refuses the login \(access_denied: Ada said no\?\[2J\)/,
  );
  issuer.options.iss = "https://evil.example";
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    (error: Error) => !/denied|Ada|evil/.test(error.message),
  );
});

test("a response to another login is rejected", async (t) => {
  const { server, issuer } = await startProtected(t);
  for (const state of ["other", undefined]) {
    const redirect = {
      redirectUri: "http://127.0.0.1:1/callback",
      authorize: () =>
        Promise.resolve(
          new URLSearchParams({
            code: "stolen",
            iss: issuer.issuer,
            ...(state !== undefined && { state }),
          }),
        ),
    };
    await assert.rejects(callThrough(newOAuthClient({ redirect }), server), /can't be trusted/);
  }
  assert.equal(issuer.forms.length, 0);
});

test("the program may return the URL, its text, its query or the parameters", async (t) => {
  const { server, issuer } = await startProtected(t);
  const user = userWhoAgrees();
  const shapes: ((text: string) => URL | URLSearchParams | string)[] = [
    (text) => text,
    (text) => new URL(text),
    (text) => new URL(text).search,
    (text) => new URL(text).searchParams,
  ];
  for (const shape of shapes) {
    const redirect = { ...user, authorize: async (url: URL) => shape(await user.authorize(url)) };
    assert.equal(await callThrough(newOAuthClient({ redirect }), server), 200);
    issuer.live.clear();
  }
});

test("the user is asked before a page is shown, and may decline", async (t) => {
  const { server, issuer } = await startProtected(t);
  server.options.scope = "read write";
  const redirect = userWhoAgrees();
  const asked: unknown[] = [];
  let agrees = false;
  const client = newOAuthClient({
    redirect,
    consent: ({ url, ...request }) => {
      asked.push({ ...request, page: url.origin + url.pathname });
      return agrees;
    },
  });
  await assert.rejects(callThrough(client, server), /did not agree to the login/);
  assert.equal(redirect.pages.length, 0);
  agrees = true;
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(asked[0], {
    server: server.url.href,
    issuer: issuer.issuer,
    scopes: ["read", "write"],
    page: `${issuer.issuer}/authorize`,
  });
});

test("a user who does not finish leads to an error in time", async (t) => {
  const { server } = await startProtected(t);
  const redirect = {
    redirectUri: "http://127.0.0.1:1/callback",
    authorize: (_url: URL, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<string>((_, fail) =>
        signal.addEventListener("abort", () => fail(signal.reason as Error)),
      ),
  };
  const client = newOAuthClient({ redirect, userTimeoutMs: 50 });
  await assert.rejects(callThrough(client, server), /was not finished within 50 ms/);
});

test("requests that are given up together end the login; one that goes on keeps it", async (t) => {
  const { server } = await startProtected(t);
  let ended = 0;
  let finish: (() => void) | undefined;
  const user = userWhoAgrees();
  const redirect = {
    redirectUri: user.redirectUri,
    authorize: async (url: URL, { signal }: { readonly signal: AbortSignal }) => {
      await new Promise<void>((done, fail) => {
        finish = done;
        signal.addEventListener("abort", () => {
          ended += 1;
          fail(signal.reason as Error);
        });
      });
      return user.authorize(url);
    },
  };
  const client = newOAuthClient({ redirect });
  const [one, two] = [new AbortController(), new AbortController()];
  const first = callThrough(client, server, { signal: one.signal });
  const second = callThrough(client, server, { signal: two.signal });
  while (!finish) await new Promise((resolve) => setTimeout(resolve, 5));
  one.abort(new Error("no longer wanted"));
  await assert.rejects(first, /no longer wanted/);
  assert.equal(ended, 0);
  two.abort(new Error("neither"));
  await assert.rejects(second, /neither/);
  assert.equal(ended, 1);

  finish = undefined;
  const third = callThrough(client, server);
  while (!finish) await new Promise((resolve) => setTimeout(resolve, 5));
  (finish as () => void)();
  assert.equal(await third, 200);
});

test("requests that are refused together lead to one login", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  const calls = Array.from({ length: 8 }, () => callThrough(client, server));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(issuer.logins.length, 1);
});

test("a token that is refused although it is fresh ends the attempts", async (t) => {
  const { server, issuer } = await startProtected(t, {
    judge: () => ({
      status: 401,
      headers: {
        "www-authenticate": 'Bearer error="invalid_token", error_description="Wrong audience"',
      },
    }),
  });
  await assert.rejects(callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), {
    name: "McpAuthorizationError",
    code: 401,
    message: /has just granted for it \(invalid_token: Wrong audience\)/,
  });
  assert.equal(issuer.logins.length, 1);
});

test("tokens go to their server only, and each server gets its own", async (t) => {
  const one = await startProtected(t);
  const two = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, one.server), 200);
  assert.equal(await callThrough(client, two.server), 200);
  assert.equal(await callThrough(client, one.server), 200);
  assert.equal(two.server.tokens[0], undefined);
  assert.notEqual(one.server.tokens[1], two.server.tokens[1]);
  assert.equal(one.issuer.logins.length, 1);
});

test("a stored token is used by the next process, without a login", async (t) => {
  const { server, issuer } = await startProtected(t);
  const store = newMemoryTokens();
  const redirect = userWhoAgrees();
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  assert.equal(issuer.logins.length, 1);
  assert.equal(server.tokens.length, 3);
});

test("a server without TLS gets no token, except on this computer", async () => {
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  const url = new URL("http://mcp.example/mcp");
  const request = { server: url, url, method: "POST", protocolVersion: undefined };
  const refusal = { status: 401, header: () => undefined, attempt: 0 };
  await assert.rejects(client.refused(request, refusal), /must be https/);
});

test("the loopback redirect brings the user back, and takes the registered port again", async (t) => {
  const { server, issuer } = await startProtected(t);
  const store = newMemoryTokens();
  const open = (url: URL): void => {
    get(url, (page) => {
      page.resume();
      get(page.headers.location ?? "", (answer) => answer.resume());
    });
  };
  assert.equal(await callThrough(newOAuthClient({ redirect: { open }, store }), server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(newOAuthClient({ redirect: { open }, store }), server), 200);
  assert.equal(issuer.registrations.length, 1);
  const redirectUri = issuer.logins[0]?.get("redirect_uri") ?? "";
  assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  assert.equal(issuer.logins[1]?.get("redirect_uri"), redirectUri);

  // Another program has the port: the client is registered with another one.
  const taken = createServer();
  await new Promise<void>((done) =>
    taken.listen(Number(new URL(redirectUri).port), "127.0.0.1", done),
  );
  t.after(() => stop(taken));
  issuer.live.clear();
  assert.equal(await callThrough(newOAuthClient({ redirect: { open }, store }), server), 200);
  assert.equal(issuer.registrations.length, 2);
});

test("a browser that can't be opened ends the login", async (t) => {
  const { server } = await startProtected(t);
  const open = (): void => {
    throw new Error("no screen");
  };
  await assert.rejects(callThrough(newOAuthClient({ redirect: { open } }), server), /no screen/);
});

test("a chosen port that is taken is named", async (t) => {
  const { server } = await startProtected(t);
  const taken = createServer();
  const port = await listen(taken);
  t.after(() => stop(taken));
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: { port } }), server),
    new RegExp(`127\\.0\\.0\\.1, port ${port}: EADDRINUSE`),
  );
});
