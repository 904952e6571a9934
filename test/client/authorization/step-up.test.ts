import assert from "node:assert/strict";
import { test } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import type { ClientAuthorization } from "../../../runtime/client/client-options.js";
import { newClientCredentials } from "../../../runtime/client/authorization/silent-clients.js";
import {
  callThrough,
  startProtected,
  userWhoAgrees,
  type ProtectedServer,
} from "../../support/authorization/protected-server.js";

const insufficient = (scope: string): string =>
  `Bearer error="insufficient_scope"${scope === "" ? "" : `, scope="${scope}"`}`;

/** Refuses every request with a token. */
function refuseWith(server: ProtectedServer, challenge: string): void {
  server.options.judge = ({ authorization }) =>
    authorization === undefined
      ? undefined
      : { status: 403, headers: { "www-authenticate": challenge } };
}

test("the scopes of the challenge are asked for, else those of the metadata, else none", async (t) => {
  const cases: [scope: string | undefined, supported: string[] | undefined, asked: string][] = [
    ["a b", ["c"], "a b"],
    [undefined, ["c", "d"], "c d"],
    [undefined, undefined, ""],
  ];
  for (const [scope, scopes_supported, asked] of cases) {
    const { server, issuer } = await startProtected(t, { metadata: { scopes_supported } });
    if (scope !== undefined) server.options.scope = scope;
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
    assert.deepEqual(issuer.scopes, [asked]);
    assert.equal(issuer.logins[0]?.has("scope"), asked !== "");
  }
});

test("scopes that the user of the client chose are added to the challenge, and replace those of the metadata", async (t) => {
  const { server, issuer } = await startProtected(t, { metadata: { scopes_supported: ["x"] } });
  const client = (): ClientAuthorization =>
    newOAuthClient({ redirect: userWhoAgrees(), scopes: ["mine", "a"] });
  assert.equal(await callThrough(client(), server), 200);
  server.options.scope = "a";
  assert.equal(await callThrough(client(), server), 200);
  assert.deepEqual(issuer.scopes, ["mine a", "a mine"]);
});

test("a step-up asks for the scopes that were asked for before, together with those of the challenge", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "write";
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "admin";
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(issuer.scopes, ["read", "read write", "read write admin"]);
});

test("a login after the token expired asks for the scopes that were granted by step-ups", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "write";
  assert.equal(await callThrough(client, server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(issuer.scopes.at(-1), "read write");
});

test("requests that need a step-up together lead to one", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "write";
  const calls = Array.from({ length: 6 }, () => callThrough(client, server));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(issuer.logins.length, 2);
});

test("a server that always wants other scopes gets three rounds, or as many as the option says", async (t) => {
  for (const maxStepUps of [undefined, 0, 1, 5]) {
    const { server, issuer } = await startProtected(t, { scope: "read" });
    let round = 0;
    server.options.judge = ({ authorization }) =>
      authorization === undefined
        ? undefined
        : { status: 403, headers: { "www-authenticate": insufficient(`s${(round += 1)}`) } };
    const redirect = userWhoAgrees();
    const client = newOAuthClient({
      redirect,
      ...(maxStepUps !== undefined && { maxStepUps }),
    });
    await assert.rejects(callThrough(client, server), {
      name: "McpAuthorizationError",
      code: 403,
      message: /demands the scope s\d, and still did after \d rounds of authorization\./,
    });
    assert.equal(issuer.logins.length, Math.max(1, maxStepUps ?? 3));
  }
});

test("a scope that was just granted is not asked for again", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "admin" });
  refuseWith(server, insufficient("admin"));
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    /demands the scope admin, though http:\/\/127\.0\.0\.1:\d+ has just granted it\./,
  );
  assert.equal(issuer.logins.length, 1);
});

test("a scope that the user did not grant may be granted at the next time", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read write" });
  issuer.options.grants = (scope) => (issuer.logins.length < 2 ? "read" : scope);
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  assert.equal(issuer.logins.length, 2);
});

test("a 403 without the demand for a scope is no matter of the token", async (t) => {
  const { server, issuer } = await startProtected(t);
  for (const challenge of ["Bearer", 'Bearer error="invalid_token"', 'Basic realm="x"']) {
    refuseWith(server, challenge);
    const client = newOAuthClient({ redirect: userWhoAgrees() });
    assert.equal(await callThrough(client, server), 403);
  }
  assert.equal(issuer.logins.length, 3);
});

test("a demand that names no scope ends once everything was asked for", async (t) => {
  const { server, issuer } = await startProtected(t);
  refuseWith(server, insufficient(""));
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    /demands further scopes, though .* granted all that were asked for\./,
  );
  assert.equal(issuer.logins.length, 1);
});

test("a program without a user steps up as well", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  issuer.options.grantTypes = { client_credentials: () => true };
  issuer.options.method = "client_secret_basic";
  const client = newClientCredentials({ clientId: "job", clientSecret: "s3cret-of-job" });
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "write";
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.forms.at(-1)?.get("scope"), "read write");
});

test("a challenge may name no more scopes than a URL holds", async (t) => {
  const many = Array.from({ length: 2_000 }, (_, i) => `scope-${i}`).join(" ");
  const { server, issuer } = await startProtected(t, {
    judge: ({ authorization }) =>
      authorization === undefined
        ? {
            status: 401,
            headers: { "www-authenticate": `Bearer scope="${many.slice(0, 12_000)}"` },
          }
        : undefined,
  });
  assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
  assert.equal(issuer.scopes[0]?.split(" ").length, 200);
});
