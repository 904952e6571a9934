/** Access tokens that are JWTs, signed with real keys that a server on loopback publishes. */
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { after, before, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  jwtVerifier,
  type JwtVerifierOptions,
  oauthResource,
  Refusal,
} from "../../../runtime/index.js";
import {
  ask,
  challengeOf,
  resource,
  startIssuer,
  statusOf,
  usualClaims,
} from "../../support/authorization/issuer.js";
import type { Issuer } from "../../support/authorization/issuer.js";

let issuer: Issuer;
before(async () => {
  issuer = await startIssuer();
});
after(() => issuer.close());

function make(options: Partial<JwtVerifierOptions> = {}, from = issuer) {
  const verify = jwtVerifier({ issuer: from.url, ...options });
  return oauthResource({ resource, authorizationServers: [from.url], verify });
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const now = () => Math.floor(Date.now() / 1000);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a token of the issuer for this server is taken, and says who calls", async () => {
  const expiresAt = now() + 100;
  const answer = await ask(make(), await issuer.token({ exp: expiresAt, scp: ["extra", 1] }));
  assert.ok(!(answer instanceof Refusal));
  const { claims, ...caller } = answer;
  assert.deepEqual(caller, {
    subject: "ada",
    clientId: "editor",
    scopes: ["files:read", "mcp", "extra"],
    expiresAt,
  });
  assert.equal(claims["iss"], issuer.url);
});

for (const [what, claims, header] of [
  ["another issuer", { iss: "https://evil.example.com" }],
  ["an issuer with a slash more", () => ({ iss: `${issuer.url}/` })],
  ["another audience", { aud: "https://other.example.com/mcp" }],
  ["the audience of a neighbour's path", { aud: "https://mcp.example.com/mcp2" }],
  ["no audience", { aud: undefined }],
  ["an audience that is no name", { aud: [{ toString: resource }, 1, null] }],
  ["a time gone by", () => ({ exp: now() - 60 })],
  ["no expiry", { exp: undefined }],
  ["an expiry that is no time", { exp: "9999999999" }],
  ["a time to come", () => ({ nbf: now() + 600 })],
  ["nobody's name", { sub: undefined, client_id: undefined }],
  ["the use of an ID token", { token_use: "id" }],
  ["a type of another purpose", {}, { typ: "logout+jwt" }],
  ["an unknown key", {}, { kid: "nobody's" }],
] as const) {
  test(`a token with ${what} is refused`, async () => {
    const changed = typeof claims === "function" ? claims() : claims;
    const token = await issuer.token(changed, header ?? {});
    const answer = await ask(make(), token);
    assert.equal(statusOf(answer), 401);
    assert.match(challengeOf(answer), /error="invalid_token"/);
  });
}

test("the resource is one, however it is written, and may be one of several audiences", async () => {
  for (const aud of [["x", resource], "HTTPS://MCP.Example.com:443/mcp"]) {
    assert.equal(statusOf(await ask(make(), await issuer.token({ aud }))), 200);
  }
});

test("an audience that is named in the options replaces the resource", async () => {
  const authorizer = make({ audience: ["api://files"] });
  assert.equal(statusOf(await ask(authorizer, await issuer.token({ aud: "api://files" }))), 200);
  assert.equal(statusOf(await ask(authorizer, await issuer.token())), 401);
});

test("claims may be required, and clocks may differ as far as the options say", async () => {
  const strict = make({ requiredClaims: ["jti"], clockToleranceSeconds: 0 });
  const lenient = make({ clockToleranceSeconds: 60 });
  assert.equal(statusOf(await ask(strict, await issuer.token())), 401);
  assert.equal(statusOf(await ask(strict, await issuer.token({ jti: "1" }))), 200);
  const late = await issuer.token({ jti: "1", exp: now() - 10 });
  assert.equal(statusOf(await ask(strict, late)), 401);
  assert.equal(statusOf(await ask(lenient, late)), 200);
});

test("an unsigned token is refused", async () => {
  const payload = encoded(usualClaims(issuer.url));
  for (const alg of ["none", "NONE", "None"]) {
    assert.equal(statusOf(await ask(make(), `${encoded({ alg })}.${payload}.`)), 401);
    assert.equal(statusOf(await ask(make(), `${encoded({ alg })}.${payload}.AAAA`)), 401);
  }
});

test("a token signed with the public key as a shared secret is refused", async () => {
  const [jwk] = (issuer.answers.get("/jwks") as { keys: object[] }).keys;
  const pem = createPublicKey({ key: jwk as never, format: "jwk" });
  for (const secret of [String(pem.export({ type: "spki", format: "pem" })), JSON.stringify(jwk)]) {
    const forged = await new SignJWT(usualClaims(issuer.url))
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .sign(new TextEncoder().encode(secret));
    assert.equal(statusOf(await ask(make(), forged)), 401);
  }
});

test("algorithms with shared secrets can't be allowed for published keys", () => {
  assert.throws(() => make({ algorithms: ["HS256"] }), TypeError);
  assert.throws(() => make({ algorithms: ["none"] }), TypeError);
  assert.throws(() => make({ algorithms: ["none"], jwks: { keys: [] } }), TypeError);
  make({ algorithms: ["HS256"], jwks: { keys: [] } });
});

test("a token signed by another key under a known name is refused, and so is one changed by a bit", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  const forged = await new SignJWT(usualClaims(issuer.url))
    .setProtectedHeader({ alg: "ES256", kid: "first" })
    .sign(privateKey);
  assert.equal(statusOf(await ask(make(), forged)), 401);
  const [header, , signature] = (await issuer.token()).split(".");
  const more = encoded({ ...usualClaims(issuer.url), scope: "admin" });
  assert.equal(statusOf(await ask(make(), `${header}.${more}.${signature}`)), 401);
});

test("keys that a token brings with it, or points to, are not looked at", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const jku = `${issuer.url}/evil-jwks`;
  issuer.answers.set("/evil-jwks", { keys: [{ ...jwk, kid: "evil" }] });
  const forged = await new SignJWT(usualClaims(issuer.url))
    .setProtectedHeader({ alg: "ES256", kid: "evil", jwk, jku, x5u: jku })
    .sign(privateKey);
  assert.equal(statusOf(await ask(make(), forged)), 401);
  assert.ok(!issuer.asked.includes("/evil-jwks"));
});

test("a token with an extension that must be understood, and is not, is refused", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const authorizer = make({ jwks: { keys: [{ ...(await exportJWK(publicKey)) }] } });
  const signed = (header: object) =>
    new SignJWT(usualClaims(issuer.url))
      .setProtectedHeader({ alg: "ES256", ...header })
      .sign(privateKey, { crit: { strange: true } });
  assert.equal(statusOf(await ask(authorizer, await signed({ strange: 1 }))), 200);
  assert.equal(
    statusOf(await ask(authorizer, await signed({ strange: 1, crit: ["strange"] }))),
    401,
  );
});

test("malformed tokens are refused, never a fault of the server", async () => {
  const good = (await issuer.token()).split(".");
  const deep = encoded(JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`));
  for (const token of [
    "a",
    "a.b.c",
    "..",
    `${good[0]}.${good[1]}`,
    `${good.join(".")}.`,
    `${good.join(".")}.a.b`,
    `${encoded(null)}.${good[1]}.${good[2]}`,
    `${encoded([])}.${good[1]}.${good[2]}`,
    `${encoded({ alg: ["ES256"] })}.${good[1]}.${good[2]}`,
    `${encoded({ alg: "ES256", kid: { a: 1 } })}.${good[1]}.${good[2]}`,
    `${encoded({ alg: "ES256", b64: false, crit: ["b64"] })}.${good[1]}.${good[2]}`,
    `${encoded({ alg: "ES256", typ: 1 })}.${good[1]}.${good[2]}`,
    `${good[0]}.${deep}.${good[2]}`,
    `${good[0]}.${Buffer.from([0xff, 0xfe]).toString("base64url")}.${good[2]}`,
    `${good[0]}.${good[1]}.AA`,
    `${good[0]}.${good[1]}.${"A".repeat(4000)}`,
  ]) {
    assert.equal(statusOf(await ask(make(), token)), 401, token);
  }
});

test("every kind of key works, with and without a name", async (t) => {
  for (const alg of ["ES256", "ES384", "EdDSA", "PS256", "RS256"]) {
    const own = await startIssuer(t);
    await own.rotate("second", alg);
    assert.equal(statusOf(await ask(make({}, own), await own.token())), 200, alg);
    await own.rotate("third", alg);
    assert.equal(
      statusOf(await ask(make({}, own), await own.token({}, { kid: undefined }))),
      200,
      `${alg} without kid`,
    );
  }
});

test("a key that was published later is found, and the old one serves on", async (t) => {
  const own = await startIssuer(t);
  const authorizer = make({}, own);
  const old = await own.token({ jti: "old" });
  assert.equal(statusOf(await ask(authorizer, old)), 200);
  await own.rotate("second");
  const next = await own.token();
  // Shortly after a fetch the keys are not fetched again, whatever key a token names.
  assert.equal(statusOf(await ask(authorizer, next)), 401);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 31_000 });
  assert.equal(statusOf(await ask(authorizer, next)), 200);
  assert.equal(statusOf(await ask(authorizer, old)), 200);
  assert.equal(own.asked.filter((path) => path === "/jwks").length, 2);
});

test("a token that was checked is not checked again, until a minute is over or it expires", async (t) => {
  const own = await startIssuer(t);
  const authorizer = make({ clockToleranceSeconds: 0 }, own);
  const start = Date.now();
  const token = await own.token({ exp: Math.floor(start / 1000) + 90 });
  const first = await ask(authorizer, token);
  assert.equal(await ask(authorizer, token), first);
  t.mock.timers.enable({ apis: ["Date"], now: start + 62_000 });
  const second = await ask(authorizer, token);
  assert.deepEqual(second, first);
  assert.notEqual(second, first);
  t.mock.timers.setTime(start + 91_000);
  assert.equal(statusOf(await ask(authorizer, token)), 401);
});

test("what one server's check found is not taken for another's, though they share a verifier", async () => {
  const verify = jwtVerifier({ issuer: issuer.url });
  const authorizationServers = [issuer.url];
  const one = oauthResource({ resource, authorizationServers, verify });
  const two = oauthResource({ resource: `${resource}/2`, authorizationServers, verify });
  const token = await issuer.token();
  assert.equal(statusOf(await ask(one, token)), 200);
  assert.equal(statusOf(await ask(two, token)), 401);
});

test("a thousand bad tokens cost one fetch of the keys, and no memory", async (t) => {
  const own = await startIssuer(t);
  const authorizer = make({}, own);
  const statuses = new Set<number>();
  const batch = async (from: number, count: number): Promise<void> => {
    for (let i = from; i < from + count; i++) {
      const good = await own.token({ jti: `${i}` }, { kid: `unknown-${i}` });
      statuses.add(statusOf(await ask(authorizer, good)));
      const forged = `${good.slice(0, -4)}AAAA`;
      statuses.add(statusOf(await ask(authorizer, forged)));
    }
  };
  await batch(0, 500);
  assert.deepEqual([...statuses], [401]);
  assert.equal(own.asked.filter((path) => path === "/jwks").length, 1);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await batch(500, 500);
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed - before < 2_000_000);
});

test("tokens that can't be valid do not cause a fetch of keys", async (t) => {
  const own = await startIssuer(t);
  const authorizer = make({}, own);
  for (const claims of [{ iss: "https://x.example" }, { aud: "x" }, { exp: 1 }]) {
    assert.equal(statusOf(await ask(authorizer, await own.token(claims))), 401);
  }
  const unsigned = `${encoded({ alg: "none" })}.${encoded(usualClaims(own.url))}.AAAA`;
  assert.equal(statusOf(await ask(authorizer, unsigned)), 401);
  assert.deepEqual(own.asked, []);
});

test("while the keys can't be had, tokens are answered 503 and the server is left in peace", async (t) => {
  t.mock.method(console, "error", () => {});
  const own = await startIssuer(t);
  const keys = own.answers.get("/jwks") ?? 404;
  const authorizer = make({}, own);
  for (const broken of [
    500,
    302,
    "no JSON",
    "[]",
    { keys: "none" },
    { keys: [1] },
    `${JSON.stringify(keys)}${" ".repeat(600_000)}`,
  ]) {
    own.answers.set("/jwks", broken);
    own.asked.length = 0;
    const fresh = make({}, own);
    for (let i = 0; i < 20; i++) {
      assert.equal(
        statusOf(await ask(fresh, await own.token({ jti: `${i}` }))),
        503,
        JSON.stringify(broken).slice(0, 20),
      );
    }
    assert.equal(
      own.asked.filter((path) => path === "/jwks").length,
      1,
      JSON.stringify(broken).slice(0, 20),
    );
  }
  own.answers.set("/jwks", 500);
  assert.equal(statusOf(await ask(authorizer, await own.token())), 503);
  own.answers.set("/jwks", keys);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 6_000 });
  assert.equal(statusOf(await ask(authorizer, await own.token())), 200);
  // Known keys remain in use while the server is down.
  own.answers.set("/jwks", 500);
  t.mock.timers.setTime(Date.now() + 11 * 60_000);
  assert.equal(statusOf(await ask(authorizer, await own.token())), 200);
  t.mock.timers.setTime(Date.now() + 61 * 60_000);
  assert.equal(statusOf(await ask(authorizer, await own.token())), 503);
});

test("the issuer's keys are found by its metadata, at each of the places where that may be", async (t) => {
  t.mock.method(console, "error", () => {});
  for (const path of [
    "/.well-known/oauth-authorization-server/tenant",
    "/.well-known/openid-configuration/tenant",
    "/tenant/.well-known/openid-configuration",
  ]) {
    const own = await startIssuer(t);
    const name = `${own.url}/tenant`;
    own.answers.clear();
    own.answers.set(path, { issuer: name, jwks_uri: `${own.url}/keys` });
    const jwk = await own.rotate("tenant's");
    own.answers.set("/keys", { keys: [jwk] });
    const verify = jwtVerifier({ issuer: name });
    const authorizer = oauthResource({ resource, authorizationServers: [name], verify });
    assert.equal(statusOf(await ask(authorizer, await own.token({ iss: name }))), 200, path);
  }
});

test("metadata of another issuer, or with keys elsewhere without TLS, is not used", async (t) => {
  t.mock.method(console, "error", () => {});
  const own = await startIssuer(t);
  for (const metadata of [
    { issuer: "https://other.example", jwks_uri: `${own.url}/jwks` },
    { issuer: own.url, jwks_uri: "http://keys.example/jwks" },
    { issuer: own.url, jwks_uri: "file:///etc/passwd" },
    { issuer: own.url },
  ]) {
    own.answers.set("/.well-known/oauth-authorization-server", metadata);
    assert.equal(statusOf(await ask(make({}, own), await own.token())), 503);
  }
  assert.ok(!own.asked.includes("/jwks"));
});

test("keys may be given instead of fetched", async () => {
  const { keys } = issuer.answers.get("/jwks") as { keys: object[] };
  const own = make({ jwks: { keys: keys as never } });
  const asked = issuer.asked.length;
  assert.equal(statusOf(await ask(own, await issuer.token())), 200);
  assert.equal(issuer.asked.length, asked);
});

test("keys are fetched with TLS only, except on loopback", () => {
  assert.throws(() => jwtVerifier({ issuer: "http://as.example.com" }), TypeError);
  const jwksUri = "http://as.example.com/jwks";
  assert.throws(() => jwtVerifier({ issuer: "https://as.example.com", jwksUri }), TypeError);
  jwtVerifier({ issuer: "http://as.example.com", allowHttp: true });
});
