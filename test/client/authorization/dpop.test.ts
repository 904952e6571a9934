import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import {
  callThrough,
  startProtected,
  userWhoAgrees,
  type ProtectedServer,
} from "../../support/authorization/protected-server.js";

/** Records the proofs of the requests with a token. */
function proofsOf(server: ProtectedServer): string[] {
  const proofs: string[] = [];
  server.options.judge = (headers) => {
    const proof = headers["dpop"];
    if (typeof proof === "string") proofs.push(proof);
    return undefined;
  };
  return proofs;
}

const boundTo = (token: string | undefined): unknown =>
  decodeJwt<{ cnf?: { jkt: string } }>(token?.split(" ")[1] ?? "").cnf?.jkt;

test("each request has a proof of its own, for its method, URL and token", async (t) => {
  const { server } = await startProtected(t);
  const proofs = proofsOf(server);
  const client = newOAuthClient({ redirect: userWhoAgrees(), dpop: true });
  for (const method of ["POST", "GET", "DELETE"]) {
    assert.equal(await callThrough(client, server, { method }), 200);
  }
  const claims = proofs.map((proof) => decodeJwt(proof));
  assert.deepEqual(
    claims.map((each) => each["htm"]),
    ["POST", "GET", "DELETE"],
  );
  assert.equal(new Set(claims.map(({ jti }) => jti)).size, 3);
  for (const { htu, ath } of claims) {
    assert.equal(htu, server.url.href);
    assert.match(String(ath), /^[\w-]{43}$/);
  }
  assert.ok(server.tokens.slice(1).every((token) => token?.startsWith("DPoP ")));
});

test("the key is kept beside the tokens, so that they outlive the process", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const proofs = proofsOf(server);
  const store = newMemoryTokens();
  const redirect = userWhoAgrees();
  const start = (): ReturnType<typeof newOAuthClient> =>
    newOAuthClient({ redirect, store, dpop: true });
  assert.equal(await callThrough(start(), server), 200);
  assert.equal(await callThrough(start(), server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(start(), server), 200);
  assert.equal(issuer.logins.length, 1);
  const keys = proofs.map((proof) => JSON.stringify(decodeProtectedHeader(proof).jwk));
  assert.equal(new Set(keys).size, 1);
  assert.equal(boundTo(server.tokens[1]), boundTo(server.tokens.at(-1)));
});

test("a key of the program is used, and never leaves it", async (t) => {
  const { server } = await startProtected(t);
  const dpop = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]);
  const proofs = proofsOf(server);
  const client = newOAuthClient({ redirect: userWhoAgrees(), dpop });
  assert.equal(await callThrough(client, server), 200);
  const { x } = await crypto.subtle.exportKey("jwk", dpop.publicKey);
  assert.equal(decodeProtectedHeader(proofs[0] ?? "").jwk?.x, x);
});

test("a token that is not bound to the key is refused", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.tokenAnswers = [[200, { access_token: "free-for-all", token_type: "Bearer" }]];
  const client = newOAuthClient({ redirect: userWhoAgrees(), dpop: true });
  await assert.rejects(callThrough(client, server), /not bound to the client's key/);
  assert.ok(server.tokens.every((token) => token === undefined));
});

test("a stored token of the other kind is not used", async (t) => {
  const { server, issuer } = await startProtected(t);
  const store = newMemoryTokens();
  const redirect = userWhoAgrees();
  for (const dpop of [false, true, false]) {
    assert.equal(await callThrough(newOAuthClient({ redirect, store, dpop }), server), 200);
  }
  assert.equal(issuer.logins.length, 3);
});

test("requests that are refused together for a new nonce are all sent again, once each", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees(), dpop: true });
  assert.equal(await callThrough(client, server), 200);
  let refusals = 0;
  server.options.judge = ({ dpop }) => {
    if (typeof dpop === "string" && decodeJwt(dpop)["nonce"] === "n2") return undefined;
    refusals += 1;
    const challenge = 'DPoP error="use_dpop_nonce"';
    return { status: 401, headers: { "www-authenticate": challenge, "dpop-nonce": "n2" } };
  };
  const calls = Array.from({ length: 5 }, () => callThrough(client, server));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(refusals, 5);
  assert.equal(issuer.logins.length, 1);
});

test("a server that refuses its own nonce ends the attempts", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees(), dpop: true });
  server.options.judge = ({ dpop }) =>
    dpop === undefined
      ? undefined
      : {
          status: 401,
          headers: { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "same" },
        };
  await assert.rejects(callThrough(client, server), /has just granted/);
  assert.equal(issuer.logins.length, 1);
});
