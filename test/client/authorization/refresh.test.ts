import assert from "node:assert/strict";
import { test } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import { startAuthorizationServer } from "../../support/authorization/authorization-server.js";
import { movableClock } from "../../support/movable-clock.js";
import {
  callThrough,
  startProtected,
  startProtectedServer,
  userWhoAgrees,
} from "../../support/authorization/protected-server.js";

const grantOf = (form: URLSearchParams): string | null => form.get("grant_type");

test("an expired token is renewed without the user, with the resource and the scopes that were granted", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" }, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(issuer.forms.map(grantOf), ["authorization_code", "refresh_token"]);
  assert.equal(issuer.forms[1]?.get("resource"), server.url.href);
  // Microsoft Entra refuses a refresh without it.
  assert.equal(issuer.forms[1]?.get("scope"), "read");
  assert.equal(issuer.logins.length, 1);
});

test("a refresh token that rotates is used once each time", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  for (let round = 0; round < 4; round += 1) {
    assert.equal(await callThrough(client, server), 200);
    issuer.live.clear();
  }
  const sent = issuer.forms.slice(1).map((form) => form.get("refresh_token"));
  assert.equal(new Set(sent).size, 3);
  assert.equal(issuer.logins.length, 1);
});

test("an answer without a new refresh token leaves the old one in use", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  for (const token of ["second", "third"]) {
    issuer.live.clear();
    issuer.live.set(token, "");
    issuer.options.tokenAnswers = [[200, { access_token: token, token_type: "bearer" }]];
    assert.equal(await callThrough(client, server), 200);
  }
  const sent = issuer.forms.slice(1).map((form) => form.get("refresh_token"));
  assert.equal(new Set(sent).size, 1);
});

test("requests that are refused together lead to one refresh", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  const calls = Array.from({ length: 8 }, () => callThrough(client, server));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(issuer.forms.length, 2);
});

test("programs that share a store refresh once, and take each other's token", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const store = newMemoryTokens();
  const redirect = userWhoAgrees();
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  const programs = Array.from({ length: 4 }, () => newOAuthClient({ redirect, store }));
  for (const program of programs) assert.equal(await callThrough(program, server), 200);
  issuer.live.clear();
  const calls = programs.map((program) => callThrough(program, server));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.deepEqual(issuer.forms.map(grantOf), ["authorization_code", "refresh_token"]);
});

test("a token is renewed shortly before it expires, before the request is sent", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const clock = movableClock(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  clock.forward(200_000);
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.forms.length, 1);
  clock.forward(80_000);
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(issuer.forms.map(grantOf), ["authorization_code", "refresh_token"]);
  // One refusal, at the beginning.
  assert.equal(server.tokens.length, 4);
});

test("an early renewal that fails leaves the token in use, and is not tried with each request", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const clock = movableClock(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  clock.forward(280_000);
  issuer.options.tokenAnswers = Array.from({ length: 5 }, () => [503, {}]);
  for (let round = 0; round < 3; round += 1) assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.forms.length, 2);
});

test("a refresh token that is no longer valid leads to a login, and is not sent again", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  issuer.revoke();
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(issuer.forms.map(grantOf), [
    "authorization_code",
    "refresh_token",
    "authorization_code",
  ]);
});

test("a refreshed token that is refused leads to a login; then the attempts end", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  server.options.judge = () => ({ status: 401 });
  await assert.rejects(callThrough(client, server), /has just granted/);
  assert.deepEqual(issuer.forms.map(grantOf), [
    "authorization_code",
    "refresh_token",
    "authorization_code",
  ]);
});

test("a server that can't be reached for a refresh does not open the browser", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const redirect = userWhoAgrees();
  const client = newOAuthClient({ redirect });
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  issuer.options.tokenAnswers = [[503, {}]];
  await assert.rejects(callThrough(client, server), /status 503/);
  assert.equal(redirect.pages.length, 1);
  assert.equal(await callThrough(client, server), 200);
  assert.equal(redirect.pages.length, 1);
});

test("a refresh token never goes to another authorization server", async (t) => {
  const options = { refreshes: true };
  const [first, second] = [
    await startAuthorizationServer(options),
    await startAuthorizationServer(options),
  ];
  t.after(() => Promise.all([first.close(), second.close()]));
  let current = first;
  const server = await startProtectedServer(t, [first, second], {
    issuers: () => [current.issuer],
  });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  current = second;
  first.live.clear();
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(second.forms.map(grantOf), ["authorization_code"]);
  assert.equal(first.forms.length, 1);
});

test("offline_access is asked for where the authorization server has it and refresh tokens are wanted", async (t) => {
  const cases: [supported: string[] | undefined, refresh: boolean, asked: string][] = [
    [["read", "offline_access"], true, "read offline_access"],
    [["read", "offline_access"], false, "read"],
    [["read"], true, "read"],
    [undefined, true, "read"],
  ];
  for (const [scopes_supported, refresh, asked] of cases) {
    const { server, issuer } = await startProtected(
      t,
      { scope: "read" },
      { metadata: { scopes_supported } },
    );
    const client = newOAuthClient({ redirect: userWhoAgrees(), refresh });
    assert.equal(await callThrough(client, server), 200);
    assert.deepEqual(issuer.scopes, [asked]);
  }
});
