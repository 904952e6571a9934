/** Access tokens that are checked by introspection. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  introspectionVerifier,
  type IntrospectionOptions,
  oauthResource,
  Refusal,
} from "../../../runtime/index.js";
import { byText } from "../../support/by-text.js";
import {
  ask,
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
beforeEach(() => {
  issuer.asked.length = 0;
  issuer.introspect = () => ({ ...usualClaims(issuer.url), active: true });
});

function make(options: Partial<IntrospectionOptions> = {}) {
  const verify = introspectionVerifier({
    endpoint: `${issuer.url}/introspect`,
    clientId: "mcp server",
    clientSecret: "s:e+c r\u00e9t%",
    issuer: issuer.url,
    ...options,
  });
  return oauthResource({ resource, authorizationServers: [issuer.url], verify });
}

test("the server gets a request of RFC 7662, and its answer becomes the caller", async () => {
  let form: URLSearchParams | undefined;
  let authorization: string | undefined;
  issuer.introspect = (sent, request) => {
    form = sent;
    assert.equal(request.method, "POST");
    assert.equal(request.headers["content-type"], "application/x-www-form-urlencoded");
    authorization = request.headers.authorization;
    return { ...usualClaims(issuer.url), active: true, token_type: "Bearer" };
  };
  const answer = await ask(make(), "a+b/c=");
  assert.ok(!(answer instanceof Refusal));
  assert.equal(answer.subject, "ada");
  assert.deepEqual(answer.scopes, ["files:read", "mcp"]);
  assert.equal(form?.get("token"), "a+b/c=");
  assert.equal(form?.get("token_type_hint"), "access_token");
  // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
  const account = Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64").toString();
  assert.equal(account, "mcp+server:s%3Ae%2Bc+r%C3%A9t%25");
});

for (const [what, change] of [
  ["that is not active", { active: false }],
  ["that is active only in words", { active: "true" }],
  ["of another issuer", { iss: "https://other.example" }],
  ["for another server", { aud: "https://other.example/mcp" }],
  ["for no server in particular", { aud: undefined }],
  ["that has expired", { exp: 1_000 }],
  ["with an expiry that is no time", { exp: "never" }],
  ["that is not valid yet", { nbf: 99_999_999_999 }],
  ["that is a refresh token", { token_type: "refresh_token" }],
  ["that is nobody's", { sub: undefined, client_id: undefined }],
] as const) {
  test(`a token ${what} is refused`, async () => {
    issuer.introspect = () => ({ ...usualClaims(issuer.url), active: true, ...change });
    assert.equal(statusOf(await ask(make(), "token")), 401);
  });
}

test("expiry and issuer may be left out: the server vouches for the token", async () => {
  issuer.introspect = () => ({ active: true, sub: "ada", aud: resource });
  const answer = await ask(make(), "token");
  assert.ok(!(answer instanceof Refusal));
  assert.equal(answer.expiresAt, undefined);
});

test("many requests with one token at once are one question, and later ones none", async () => {
  const authorizer = make();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(authorizer, "token")));
  assert.deepEqual(answers.map(statusOf), Array(50).fill(200));
  await ask(authorizer, "token");
  assert.equal(issuer.asked.length, 1);
});

test("a valid token is checked again after seconds, and never used beyond its expiry", async (t) => {
  const authorizer = make({ cacheSeconds: 3600, clockToleranceSeconds: 0 });
  const start = Date.now();
  const brief = { ...usualClaims(issuer.url), active: true, exp: Math.floor(start / 1000) + 30 };
  issuer.introspect = () => brief;
  assert.equal(statusOf(await ask(authorizer, "brief")), 200);
  const short = make();
  assert.equal(statusOf(await ask(short, "other")), 200);
  issuer.introspect = () => ({ active: false });
  t.mock.timers.enable({ apis: ["Date"], now: start + 12_000 });
  assert.equal(statusOf(await ask(short, "other")), 401, "revoked");
  assert.equal(statusOf(await ask(authorizer, "brief")), 200, "remembered");
  t.mock.timers.setTime(start + 31_000);
  assert.equal(statusOf(await ask(authorizer, "brief")), 401, "expired");
});

test("an invalid token is checked once in a while, and displaces no valid one", async (t) => {
  const authorizer = make({ cacheEntries: 2 });
  await ask(authorizer, "good");
  issuer.introspect = () => ({ active: false });
  for (let i = 0; i < 5; i++) assert.equal(statusOf(await ask(authorizer, "bad")), 401);
  assert.equal(issuer.asked.length, 2);
  for (let i = 0; i < 20; i++) await ask(authorizer, `bad-${i}`);
  assert.equal(statusOf(await ask(authorizer, "good")), 200);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 6_000 });
  issuer.introspect = () => ({ ...usualClaims(issuer.url), active: true });
  assert.equal(statusOf(await ask(authorizer, "bad")), 200);
});

test("of more good tokens than are remembered the one not used for longest is forgotten", async () => {
  const authorizer = make({ cacheEntries: 2 });
  for (const token of ["a", "b", "a", "c", "a", "b"]) await ask(authorizer, token);
  // Requests: a, b, c, and again b, which c displaced.
  assert.equal(issuer.asked.length, 4);
});

test("a server that fails makes no token bad", async (t) => {
  const log = t.mock.method(console, "error", () => {});
  const secret = "s:e+c r\u00e9t%";
  const endless = JSON.stringify({ ...usualClaims(issuer.url), active: true }) + " ".repeat(70_000);
  for (const answer of [500, 401, 302, "no JSON", "[]", endless]) {
    issuer.introspect = () => answer as number;
    const authorizer = make();
    assert.equal(statusOf(await ask(authorizer, "token")), 503, answer.toString().slice(0, 20));
    issuer.introspect = () => ({ ...usualClaims(issuer.url), active: true });
    assert.equal(statusOf(await ask(authorizer, "token")), 200, "then well");
  }
  const logged = log.mock.calls.map((call) => call.arguments.join(" ")).join("\n");
  assert.match(logged, /status 500/);
  assert.ok(!logged.includes(secret));
});

test("a server that says nothing is not waited for, nor one that is not there", async (t) => {
  t.mock.method(console, "error", () => {});
  issuer.introspect = () => new Promise(() => {});
  assert.equal(statusOf(await ask(make({ timeoutMs: 50 }), "token")), 503);
  const gone = await startIssuer();
  await gone.close();
  const endpoint = `${gone.url}/introspect`;
  assert.equal(statusOf(await ask(make({ endpoint }), "token")), 503);
});

test("made-up tokens become no flood of questions", async (t) => {
  t.mock.method(console, "error", () => {});
  let open = 0;
  let most = 0;
  issuer.introspect = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open--;
    return { active: false };
  };
  const authorizer = make({ maxConcurrent: 4 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(authorizer, `made-up-${i}`)),
  );
  assert.ok(most <= 4, `${most}`);
  assert.deepEqual([...new Set(answers.map(statusOf))].sort(byText), [401, 503]);
  assert.equal(statusOf(await ask(authorizer, "later")), 401);
});

test("the server's account is sent with TLS only, except on loopback", () => {
  assert.throws(() => make({ endpoint: "http://as.example.com/introspect" }), TypeError);
  make({ endpoint: "http://as.example.com/introspect", allowHttp: true });
});
