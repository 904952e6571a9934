/** Tokens bound to a client's key, and proofs of possession. */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import {
  type DpopOptions,
  jwtVerifier,
  oauthResource,
  Refusal,
  memoryReplayGuard,
} from "../../../runtime/index.js";
import {
  ask,
  challengeOf,
  resource,
  startIssuer,
  statusOf,
} from "../../support/authorization/issuer.js";
import type { Issuer } from "../../support/authorization/issuer.js";

let issuer: Issuer;
let client: Client;
let token: string;
before(async () => {
  issuer = await startIssuer();
  client = await newClient("ES256");
  token = await issuer.token({ cnf: { jkt: client.thumbprint } });
});
after(() => issuer.close());

interface Client {
  readonly thumbprint: string;
  readonly jwk: JWK;
  readonly privateJwk: JWK;
  /** Returns a proof for a POST to the resource with `token`, changed by the arguments. */
  proof(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

async function newClient(alg: string): Promise<Client> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    jwk,
    privateJwk: await exportJWK(privateKey),
    thumbprint: await calculateJwkThumbprint(jwk),
    proof: (claims = {}, header = {}) =>
      new SignJWT({
        jti: randomUUID(),
        htm: "POST",
        htu: resource,
        iat: now(),
        ath: digest(token),
        ...claims,
      })
        .setProtectedHeader({ alg, typ: "dpop+jwt", jwk, ...header })
        .sign(privateKey),
  };
}

const now = () => Math.floor(Date.now() / 1000);
const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

function make(dpop: Partial<DpopOptions> = {}) {
  const verify = jwtVerifier({ issuer: issuer.url });
  const options = { mode: "supported", ...dpop } as const;
  return oauthResource({ resource, authorizationServers: [issuer.url], verify, dpop: options });
}

const bound = (dpop: string, sent = token) => ({ authorization: `DPoP ${sent}`, dpop });

test("a bound token with a proof is taken, and the scheme may be in any case", async () => {
  const authorizer = make();
  const answer = await ask(authorizer, bound(await client.proof()));
  assert.ok(!(answer instanceof Refusal), challengeOf(answer));
  assert.equal(answer.subject, "ada");
  const headers = { authorization: `dpop ${token}`, dpop: await client.proof() };
  assert.equal(statusOf(await ask(authorizer, headers)), 200);
});

for (const [what, claims, header] of [
  ["for another method", { htm: "GET" }],
  ["for another server", { htu: "https://other.example.com/mcp" }],
  ["for another path", { htu: "https://mcp.example.com/other" }],
  ["for another token", { ath: digest("other") }],
  ["for no token", { ath: undefined }],
  ["that is old", () => ({ iat: now() - 120 })],
  ["from the future", () => ({ iat: now() + 120 })],
  ["without a time", { iat: undefined }],
  ["without an id", { jti: undefined }],
  ["with an endless id", { jti: "x".repeat(300) }],
  ["of another type", {}, { typ: "JWT" }],
  ["without its key", {}, { jwk: undefined }],
  ["with a private key in it", {}, () => ({ jwk: client.privateJwk })],
  ["with a shared key in it", {}, { jwk: { kty: "oct", k: "AAAA" } }],
  ["with something else for a key", {}, { jwk: { kty: "EC", crv: "P-256", x: "!", y: 1 } }],
] as const) {
  test(`a proof ${what} is refused`, async () => {
    const proof = await client.proof(
      typeof claims === "function" ? claims() : claims,
      typeof header === "function" ? header() : header,
    );
    const answer = await ask(make(), bound(proof));
    assert.equal(statusOf(answer), 401);
    assert.match(challengeOf(answer), /DPoP algs="[^"]+", error="invalid_dpop_proof"/);
  });
}

test("no proof, two proofs, and malformed proofs are refused", async () => {
  const [one, two] = [await client.proof(), await client.proof()];
  const endless = await client.proof({ x: "x".repeat(5_000) });
  for (const proof of [
    undefined,
    "",
    "a.b.c",
    `${one}, ${two}`,
    `${one.slice(0, -4)}AAAA`,
    endless,
  ]) {
    const headers = { authorization: `DPoP ${token}`, ...(proof !== undefined && { dpop: proof }) };
    assert.equal(statusOf(await ask(make(), headers)), 401);
  }
});

test("a proof with another key, an unsigned one and one with a shared secret are refused", async () => {
  const thief = await newClient("ES256");
  assert.equal(statusOf(await ask(make(), bound(await thief.proof()))), 401);
  assert.equal(statusOf(await ask(make(), bound(await thief.proof({}, { jwk: client.jwk })))), 401);
  const [, payload] = (await client.proof()).split(".");
  const head = { alg: "none", typ: "dpop+jwt", jwk: client.jwk };
  const encoded = Buffer.from(JSON.stringify(head)).toString("base64url");
  assert.equal(statusOf(await ask(make(), bound(`${encoded}.${payload}.`))), 401);
  const shared = await new SignJWT(JSON.parse(Buffer.from(payload ?? "", "base64url").toString()))
    .setProtectedHeader({ ...head, alg: "HS256" })
    .sign(new TextEncoder().encode(JSON.stringify(client.jwk)));
  assert.equal(statusOf(await ask(make(), bound(shared))), 401);
});

test("a proof is good for one request", async (t) => {
  const authorizer = make({ maxAgeSeconds: 60 });
  const proof = await client.proof();
  assert.equal(statusOf(await ask(authorizer, bound(proof))), 200);
  for (const seconds of [0, 30, 59]) {
    t.mock.timers.reset();
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + seconds * 1000 });
    assert.equal(statusOf(await ask(authorizer, bound(proof))), 401, `after ${seconds} s`);
  }
});

test("a proof that failed is not used up, and one from the future is not good twice", async (t) => {
  const authorizer = make({ maxAgeSeconds: 60 });
  const proof = await client.proof({ iat: now() + 4 });
  assert.equal(statusOf(await ask(authorizer, bound(proof), { method: "GET" })), 401);
  assert.equal(statusOf(await ask(authorizer, bound(proof))), 200);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 62_000 });
  assert.equal(statusOf(await ask(authorizer, bound(proof))), 401);
});

test("the URL of a proof is that of the resource or of the request, without its query", async () => {
  const authorizer = make();
  const send = async (htu: string, url: string) =>
    statusOf(await ask(authorizer, bound(await client.proof({ htu })), { url }));
  assert.equal(await send("HTTPS://MCP.example.com:443/mcp?a=1#b", "/mcp?b=2"), 200);
  assert.equal(await send("https://mcp.example.com/messages", "/messages?session=1"), 200);
  assert.equal(await send("https://mcp.example.com/mcp", "http://10.0.0.1:3000/mcp"), 200);
  assert.equal(await send("https://mcp.example.com/messages", "/mcp"), 401);
  assert.equal(await send("https://evil.example/x", "//evil.example/x"), 401);
});

test("a bound token is nothing without its scheme, and the scheme nothing without a bound token", async () => {
  const headers = { authorization: `Bearer ${token}`, dpop: await client.proof() };
  assert.equal(statusOf(await ask(make(), headers)), 401);
  const loose = await issuer.token();
  const proof = await client.proof({ ath: digest(loose) });
  const answer = await ask(make(), bound(proof, loose));
  assert.match(challengeOf(answer), /DPoP algs="[^"]+", error="invalid_token"/);
});

test("where proofs are supported both schemes are offered; where they are required, one", async () => {
  const loose = await issuer.token();
  assert.equal(statusOf(await ask(make(), loose)), 200);
  const both = challengeOf(await ask(make(), {}));
  assert.match(
    both,
    /^Bearer resource_metadata="[^"]+", DPoP algs="ES256 [^"]+", resource_metadata=/,
  );
  const strict = make({ mode: "required", algorithms: ["ES256"] });
  const answer = await ask(strict, loose);
  assert.equal(statusOf(answer), 401);
  assert.match(challengeOf(answer), /^DPoP algs="ES256", error="invalid_token"/);
  const metadata = JSON.parse(strict.metadata(strict.metadataPaths[0] ?? "") ?? "") as {
    [name: string]: unknown;
  };
  assert.deepEqual(metadata["dpop_signing_alg_values_supported"], ["ES256"]);
  assert.equal(metadata["dpop_bound_access_tokens_required"], true);
});

test("proofs are taken by the algorithms of the options only", async () => {
  const other = await newClient("ES384");
  token = await issuer.token({ cnf: { jkt: other.thumbprint } });
  assert.equal(statusOf(await ask(make(), bound(await other.proof()))), 401);
  const authorizer = make({ algorithms: ["ES384"] });
  assert.equal(statusOf(await ask(authorizer, bound(await other.proof()))), 200);
  assert.throws(() => make({ algorithms: ["HS256"] }), TypeError);
  token = await issuer.token({ cnf: { jkt: client.thumbprint } });
});

test("a proof must hold the nonce that was given out, the current one or the one before", async (t) => {
  const start = Math.floor(Date.now() / 10_000) * 10_000;
  t.mock.timers.enable({ apis: ["Date"], now: start });
  const secret = Buffer.alloc(32, 7);
  const authorizer = make({ nonceSeconds: 10, nonceSecret: secret });
  const nonceOf = (answer: unknown) =>
    answer instanceof Refusal ? answer.headers["dpop-nonce"] : undefined;
  const first = await ask(authorizer, bound(await client.proof()));
  assert.equal(statusOf(first), 401);
  assert.match(challengeOf(first), /error="use_dpop_nonce"/);
  const nonce = nonceOf(first);
  assert.ok(nonce);
  const send = async (claims: object, to = authorizer) =>
    ask(to, bound(await client.proof({ ...claims })));
  assert.equal(statusOf(await send({ nonce })), 200);
  // Another process with the same secret.
  assert.equal(
    statusOf(await send({ nonce }, make({ nonceSeconds: 10, nonceSecret: secret }))),
    200,
  );
  assert.equal(statusOf(await send({ nonce }, make({ nonceSeconds: 10 }))), 401);
  for (const odd of ["", "x", `${nonce}x`, "\u00e9".repeat(nonce.length), 1]) {
    assert.equal(statusOf(await send({ nonce: odd })), 401);
  }
  t.mock.timers.setTime(start + 19_000);
  assert.equal(statusOf(await send({ nonce })), 200);
  t.mock.timers.setTime(start + 20_000);
  const late = await send({ nonce });
  assert.equal(statusOf(late), 401);
  assert.notEqual(nonceOf(late), nonce);
  assert.throws(() => make({ nonceSeconds: 10, nonceSecret: Buffer.alloc(8) }), TypeError);
});

test("the memory of proofs is bounded, and forgets none that could be used again", async (t) => {
  t.mock.method(console, "error", () => {});
  t.mock.timers.enable({ apis: ["Date"], now: 1_000 });
  const guard = memoryReplayGuard(2);
  assert.equal(guard.first("a", 100), true);
  assert.equal(guard.first("b", 100), true);
  assert.equal(guard.first("a", 100), false);
  assert.throws(() => guard.first("c", 100));
  t.mock.timers.setTime(1_100);
  assert.equal(guard.first("c", 100), true);
  assert.equal(guard.first("a", 100), true);
  t.mock.timers.reset();
  const authorizer = make({ replays: memoryReplayGuard(1) });
  assert.equal(statusOf(await ask(authorizer, bound(await client.proof()))), 200);
  assert.equal(statusOf(await ask(authorizer, bound(await client.proof()))), 503);
});

test("proofs with an invalid token are not remembered", async () => {
  let used = 0;
  const replays = { first: () => (used++, true) };
  const authorizer = make({ replays });
  for (let i = 0; i < 10; i++) {
    await ask(authorizer, bound(await client.proof(), `${token.slice(0, -4)}AAA${i}`));
    await ask(authorizer, bound(await client.proof({ htm: "PUT" })));
  }
  assert.equal(used, 0);
});

test("a bound token that lacks a scope is challenged by its own scheme", async () => {
  const authorizer = make();
  const caller = await ask(authorizer, bound(await client.proof()));
  assert.ok(!(caller instanceof Refusal));
  const refusal = authorizer.insufficientScope(caller, ["files:write"]);
  assert.match(challengeOf(refusal), /DPoP algs="[^"]+", error="insufficient_scope"/);
  assert.match(challengeOf(refusal), /scope="files:write"/);
});
