/** The resource server: locations of tokens, challenges, metadata and scopes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cachedVerifier,
  joinedHeader,
  oauthResource,
  Refusal,
  type OAuthResourceOptions,
  staticVerifier,
  InvalidToken,
  type TokenVerifier,
  type Caller,
} from "../../../runtime/index.js";
import { ask, challengeOf, resource, statusOf } from "../../support/authorization/issuer.js";

const caller = (scopes: string[], more: Partial<Caller> = {}): Caller => ({
  subject: "ada",
  scopes,
  claims: {},
  ...more,
});
const tokens = new Map([
  ["good", caller(["mcp"])],
  ["old", caller(["mcp"], { expiresAt: 1_000 })],
  ["none", caller([])],
]);
const at = '/.well-known/oauth-protected-resource/mcp"';

function make(options: Partial<OAuthResourceOptions> = {}) {
  return oauthResource({
    resource,
    authorizationServers: ["https://as.example.com"],
    verify: staticVerifier(tokens),
    ...options,
  });
}

test("a token is taken from the Authorization header, whatever the case of its scheme", async () => {
  for (const authorization of ["Bearer good", "bearer good", "BEARER  good "]) {
    assert.deepEqual(await ask(make(), { authorization }), tokens.get("good"));
  }
});

for (const [what, authorization, status, error] of [
  ["no header", undefined, 401, undefined],
  ["an empty header", "", 401, undefined],
  ["another scheme", "Basic Z29vZDo=", 401, undefined],
  ["a scheme that only begins alike", "Bearerish good", 401, undefined],
  ["a proof where none are taken", "DPoP good", 401, undefined],
  ["an unknown token", "Bearer bad", 401, "invalid_token"],
  ["an expired token", "Bearer old", 401, "invalid_token"],
  ["a scheme without a token", "Bearer", 400, "invalid_request"],
  ["two tokens", "Bearer good, Bearer good", 400, "invalid_request"],
  ["a token with blanks", "Bearer good good", 400, "invalid_request"],
  ["a token with foreign characters", "Bearer g\u00f6\u00f6d", 400, "invalid_request"],
] as const) {
  test(`${what} is answered ${status}`, async () => {
    const answer = await ask(make(), authorization === undefined ? {} : { authorization });
    assert.equal(statusOf(answer), status);
    const challenge = challengeOf(answer);
    assert.match(challenge, /^Bearer /);
    assert.ok(challenge.includes(`resource_metadata="https://mcp.example.com${at}`), challenge);
    // RFC 6750 section 3.1: a request without a token gets no error code.
    assert.equal(/(?:^|[ ,])error="([^"]*)"/.exec(challenge)?.[1], error);
    assert.equal(challenge.includes("error_description"), error !== undefined);
  });
}

test("a token in the query is refused, even beside a good one", async () => {
  const url = "/mcp?x=1&access_token=good";
  assert.equal(statusOf(await ask(make(), {}, { url })), 400);
  assert.equal(statusOf(await ask(make(), "good", { url })), 400);
  assert.equal(statusOf(await ask(make(), "good", { url: "/mcp?x=access_token" })), 200);
});

test("a token of more than 8 KiB is refused before it is verified", async () => {
  let looked = 0;
  const verify: TokenVerifier = async () => {
    looked++;
    return tokens.get("good");
  };
  assert.equal(statusOf(await ask(make({ verify }), "a".repeat(8 * 1024 + 1))), 400);
  assert.equal(looked, 0);
  assert.equal(statusOf(await ask(make({ verify }), "a".repeat(8 * 1024))), 200);
});

test("a header that was sent twice is seen as two", () => {
  const raw = ["Host", "x", "Authorization", "Bearer a", "authorization", "Bearer b"];
  assert.equal(joinedHeader(raw, "authorization"), "Bearer a, Bearer b");
  assert.equal(joinedHeader(raw, "host"), "x");
  assert.equal(joinedHeader(raw, "origin"), undefined);
});

test("the metadata is at the path of the resource, and nowhere else", () => {
  const authorizer = make({
    scopesSupported: ["mcp"],
    resourceName: "Files",
    resourceDocumentation: "https://docs.example.com",
    metadata: { tos_uri: "https://mcp.example.com/tos", resource: "https://evil.example.com" },
  });
  const path = "/.well-known/oauth-protected-resource/mcp";
  assert.deepEqual(authorizer.metadataPaths, [path]);
  assert.deepEqual(JSON.parse(authorizer.metadata(path) ?? ""), {
    tos_uri: "https://mcp.example.com/tos",
    resource,
    authorization_servers: ["https://as.example.com"],
    scopes_supported: ["mcp"],
    bearer_methods_supported: ["header"],
    resource_name: "Files",
    resource_documentation: "https://docs.example.com",
  });
  assert.equal(authorizer.metadata("/.well-known/oauth-protected-resource"), undefined);
  assert.equal(authorizer.metadata("/mcp"), undefined);
});

test("the metadata of a server at the root is at the root, without a slash at the end", () => {
  const authorizer = make({ resource: "HTTPS://MCP.example.com/" });
  const [path] = authorizer.metadataPaths;
  assert.equal(path, "/.well-known/oauth-protected-resource");
  const { resource: named } = JSON.parse(authorizer.metadata(path) ?? "") as { resource: string };
  assert.equal(named, "https://mcp.example.com");
});

test("without authorization servers there is no metadata to point to", async () => {
  const authorizer = make({ authorizationServers: [] });
  assert.deepEqual(authorizer.metadataPaths, []);
  assert.equal(challengeOf(await ask(authorizer, {})), "Bearer");
});

test("a first challenge names the scopes that every request needs, or else the minimal ones", async () => {
  const asksFor = async (options: Partial<OAuthResourceOptions>) =>
    /scope="([^"]*)"/.exec(challengeOf(await ask(make(options), {})))?.[1];
  assert.equal(await asksFor({ requiredScopes: ["mcp"], scopesSupported: ["a", "b"] }), "mcp");
  assert.equal(await asksFor({ scopesSupported: ["a", "b"] }), "a b");
  assert.equal(await asksFor({}), undefined);
});

test("a token without the scopes that every request needs is answered 403", async () => {
  const authorizer = make({ requiredScopes: ["mcp"] });
  assert.equal(statusOf(await ask(authorizer, "good")), 200);
  const answer = await ask(authorizer, "none");
  assert.equal(statusOf(answer), 403);
  assert.match(challengeOf(answer), /error="insufficient_scope".*scope="mcp"/);
});

test("a broader scope covers narrower ones, through any number of steps, and in circles", () => {
  const authorizer = make({
    impliedScopes: { admin: ["write"], write: ["read"], read: ["list"], list: ["read"] },
  });
  const can = (held: string[], ...required: string[]) => authorizer.allows(caller(held), required);
  assert.ok(can(["admin"], "admin", "write", "read", "list"));
  assert.ok(can(["list"], "read"));
  assert.ok(can([]));
  assert.ok(!can(["read"], "write"));
  assert.ok(!can(["read", "list"], "read", "admin"));
  assert.ok(!can(["constructor"], "__proto__"));
});

test("a challenge for more scopes names all that the operation needs, and keeps those held", () => {
  const authorizer = make({ requiredScopes: ["mcp"], scopesSupported: ["mcp", "read", "list"] });
  const refusal = authorizer.insufficientScope(caller(["mcp", "read", "openid"]), [
    "read",
    "write",
    "offline_access",
  ]);
  assert.equal(refusal.status, 403);
  assert.match(challengeOf(refusal), /scope="mcp read write"/);
  assert.deepEqual(JSON.parse(refusal.body), {
    error: "insufficient_scope",
    error_description: "The access token lacks a scope that this request needs.",
  });
});

test("scopes and texts of verifiers can't break out of a header value", async () => {
  const names = ['a"b', "a\r\nset-cookie: x=1", "a b", "a\\", "\u00e4", ""];
  const refusal = make().insufficientScope(caller([]), [...names, "fine"]);
  assert.match(challengeOf(refusal), /scope="fine"/);
  for (const scope of names) {
    assert.throws(() => make({ requiredScopes: [scope] }), TypeError);
    assert.throws(() => make({ scopesSupported: [scope] }), TypeError);
    assert.throws(() => make({ impliedScopes: { admin: [scope] } }), TypeError);
  }
  const text = `"\r\nset-cookie: x=1\\", error="none${"\u20ac".repeat(500)}`;
  const verify: TokenVerifier = async () => {
    throw new InvalidToken(text);
  };
  const challenge = challengeOf(await ask(make({ verify }), "any"));
  assert.match(
    challenge,
    /^Bearer error="invalid_token", error_description="[\x20-\x7e]{0,200}", /,
  );
  assert.equal(challenge.match(/"/g)?.length, 6);
  assert.doesNotMatch(challenge, /[^\x20-\x7e]/);
});

test("a token that can't be checked is answered 503 without the reason", async (t) => {
  const log = t.mock.method(console, "error", () => {});
  const verify: TokenVerifier = async () => {
    throw new Error("password=hunter2");
  };
  const authorizer = make({ verify });
  const answers = await Promise.all([1, 2, 3].map(() => ask(authorizer, "any")));
  for (const answer of answers) {
    assert.ok(answer instanceof Refusal);
    assert.equal(answer.status, 503);
    assert.ok(!JSON.stringify([answer.headers, answer.body]).includes("hunter2"));
    assert.equal(answer.headers["www-authenticate"], undefined);
  }
  assert.equal(log.mock.callCount(), 1);
});

test("of several verifiers the one that accepts the token decides, and its issuer is kept apart from others", async (t) => {
  t.mock.method(console, "error", () => {});
  const of = (token: string, issuer: string) =>
    staticVerifier(new Map([[token, caller([], { claims: { iss: issuer } })]]));
  const no: TokenVerifier = async () => {
    throw new InvalidToken("no");
  };
  const down: TokenVerifier = async () => {
    throw new Error("down");
  };
  const verify = [no, of("one", "https://one"), of("two", "https://two")];
  const authorizer = make({ verify });
  const subjects = [];
  for (const token of ["one", "two"]) {
    const answer = await ask(authorizer, token);
    assert.ok(!(answer instanceof Refusal));
    subjects.push(answer.subject);
  }
  assert.deepEqual(subjects, ["https://one ada", "https://two ada"]);
  assert.equal(statusOf(await ask(authorizer, "three")), 401);
  assert.equal(statusOf(await ask(make({ verify: [down, ...verify] }), "two")), 200);
  // The token may be valid at the server that does not answer.
  assert.equal(statusOf(await ask(make({ verify: [down, ...verify] }), "three")), 503);
});

test("a token bound to a key is refused if proofs are not checked", async () => {
  for (const cnf of [{ jkt: "x" }, { "x5t#S256": "x" }, "odd"]) {
    const verify = staticVerifier(new Map([["bound", caller([], { claims: { cnf } })]]));
    assert.equal(statusOf(await ask(make({ verify }), "bound")), 401);
  }
});

test("mistakes in the options are found at once", () => {
  for (const options of [
    { resource: "mcp.example.com" },
    { resource: "https://mcp.example.com/mcp#part" },
    { resource: "http://mcp.example.com/mcp" },
    { resource: "https://user:pass@mcp.example.com/mcp" },
    { resource: "http://127.evil.example.com/mcp" },
    { authorizationServers: ["http://as.example.com"] },
    { authorizationServers: ["as"] },
    { scopesSupported: ["offline_access"] },
    { verify: [] },
  ]) {
    assert.throws(() => make(options), TypeError, JSON.stringify(options));
  }
  make({ resource: "http://localhost:3000/mcp", authorizationServers: ["http://127.1:80"] });
  make({ resource: "http://mcp.internal/mcp", allowHttp: true });
});

test("an expiry that is not a number has passed", async () => {
  const wrong = caller(["mcp"], { expiresAt: Number.NaN });
  assert.equal(await staticVerifier(new Map([["wrong", wrong]]))("wrong", resource), undefined);
  let checks = 0;
  const verify = cachedVerifier(async () => {
    checks += 1;
    return wrong;
  });
  await verify("wrong", resource);
  await verify("wrong", resource);
  assert.equal(checks, 2);
});

test("a check that throws at once is made again", async () => {
  let checks = 0;
  const verify = cachedVerifier(() => {
    checks += 1;
    throw new Error("The directory is away.");
  });
  await assert.rejects(async () => verify("token", resource), /away/);
  await assert.rejects(async () => verify("token", resource), /away/);
  assert.equal(checks, 2);
});
