/** Tokens that can't be used, and answers that want to see a client's secrets in its errors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuthError } from "../../../runtime/oauth/oauth-error.js";
import { publicClient, secretInHeader } from "../../../runtime/oauth/client-authentication.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import { requestToken } from "../../../runtime/oauth/tokens/token-request.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  good,
  issuer,
  issuerUrl,
  refuse,
  refusedFor,
  secret,
  tokenUrl,
  type Answer,
} from "./hostile-world.js";

const granted = good[tokenUrl] ?? {};

/** Returns the answers of an issuer whose token endpoint says this. */
function answering(answer: Answer): { readonly answers: Readonly<Record<string, Answer>> } {
  return { answers: { [tokenUrl]: answer } };
}

test("a token that no header can hold is not used", async () => {
  for (const bad of [
    "the-token\r\nx-evil: 1",
    "the-token\n",
    "\u0000",
    "the-token\u007f",
    "t\u00f6k\u20ac",
    "",
    "x".repeat(100_000),
    17,
    null,
    ["the-token"],
    { toString: "the-token" },
  ]) {
    const what = JSON.stringify(bad).slice(0, 40);
    const outcome = await refusedFor(
      answering({ ...granted, access_token: bad }),
      / demands a token: /,
      what,
    );
    assert.equal(outcome.authorization, undefined);
  }
});

test("a token of an unknown type is not used", async () => {
  for (const bad of ["mac", "DPoP", "Bearer\r\nx: 1", "x".repeat(100_000), 1, {}, ["Bearer"]]) {
    await refusedFor(answering({ ...granted, token_type: bad }), / demands a token: /);
  }
  for (const fine of ["Bearer", "bearer", "BEARER", null, undefined]) {
    const { token_type: _, ...rest } = granted;
    const outcome = await refuse(
      answering(fine === undefined ? rest : { ...rest, token_type: fine }),
    );
    assert.equal(outcome.authorization, "Bearer the-token");
  }
});

test("a lifetime of any kind ends in a time, or is refused", async () => {
  const request = async (expires: unknown): Promise<number | undefined> => {
    const text = JSON.stringify({ ...granted, expires_in: 0 }).replace(
      '"expires_in":0',
      `"expires_in":${typeof expires === "string" ? expires : JSON.stringify(expires)}`,
    );
    const token = await requestToken({
      server: { issuer, token_endpoint: tokenUrl },
      authentication: publicClient("me"),
      grant: "client_credentials",
      parameters: {},
      secrets: [],
      fetch: () =>
        Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } })),
    });
    return token.expiresAt === undefined ? undefined : token.expiresAt - Date.now();
  };
  const rows: readonly (readonly [expires: string, least: number, most: number])[] = [
    ["3600", 3_500_000, 3_600_000],
    ['"3600"', 3_500_000, 3_600_000],
    ["3600.5", 3_500_000, 3_601_000],
    ["0", -60_000, 0],
    ["1e20", 1e11, 1e12],
    ["1e308", 1e11, 1e12],
    ['"1e308"', 1e11, 1e12],
    ["99999999999999999999999", 1e11, 1e12],
  ];
  for (const [expires, least, most] of rows) {
    const left = await request(expires);
    assert.ok(left !== undefined && left >= least && left <= most, `${expires}: ${left}`);
  }
  assert.equal(await request("null"), undefined);
  for (const bad of ["-1", '"-1"', "-1e308", '"soon"', '""', "true", "{}", "1e999"]) {
    await assert.rejects(request(bad), OAuthError, bad);
  }
});

test("odd members beside a token are refused, or do no harm", async () => {
  for (const bad of [{ refresh_token: 1 }, { refresh_token: {} }, { scope: 1 }, { scope: ["a"] }]) {
    await refusedFor(answering({ ...granted, ...bad }), / demands a token: /);
  }
  for (const odd of [
    { id_token: "not.a.token" },
    { id_token: 7 },
    { scope: "" },
    { scope: `${"x ".repeat(200_000)}` },
    { scope: 'a "b" c\\d \n' },
    { refresh_token: null },
    { issuer: "https://evil.example", token_endpoint: "https://evil.example/t", sub: "eve" },
    JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{}}}') as JsonObject,
  ]) {
    const { authorization } = await refuse(answering({ ...granted, ...odd }));
    assert.equal(authorization, "Bearer the-token");
  }
  assert.equal(({} as { x?: number }).x, undefined);
});

test("a token endpoint's answer that is none is an error that can be shown", async () => {
  const json = { headers: { "content-type": "application/json" } };
  const rows: readonly (readonly [name: string, answer: Answer])[] = [
    ["a page", () => new Response("<p>hello", { headers: { "content-type": "text/html" } })],
    ["nothing", () => new Response("", json)],
    ["null", () => new Response("null", json)],
    ["an array", () => new Response("[]", json)],
    ["an error with status 200", { error: "invalid_grant" }],
    ["deep nesting", () => new Response(`{"access_token":${"[".repeat(90_000)}`, json)],
    ["megabytes", { ...granted, x: "y".repeat(2_000_000) }],
    [
      "a redirect",
      () => new Response(null, { status: 307, headers: { location: "https://evil.example/t" } }),
    ],
    ["an error", () => new Response("the-token", { status: 500 })],
    ["a broken connection", () => Promise.reject(new TypeError("fetch failed"))],
    [
      "a challenge",
      () => new Response("", { status: 401, headers: { "www-authenticate": 'Basic realm="x' } }),
    ],
  ];
  for (const [name, answer] of rows) {
    const { asked } = await refusedFor(answering(answer), /as\.example\/token/, name);
    assert.ok(!asked.some((url) => url.includes("evil")), name);
  }
});

/** All that the client sends to a token endpoint, as an error of the endpoint's. */
const echo: Answer = (init) => {
  const headers = [...new Headers(init.headers)].map((each) => each.join("=")).join(" ");
  const form = new URLSearchParams(init.body as URLSearchParams);
  const plain = [...form].map((each) => each.join("=")).join(" ");
  return Response.json(
    {
      error: "invalid_client",
      error_description: `${headers} ${plain} ${form.toString()} ${JSON.stringify(plain)}\u001b[2J\n\u202e`,
    },
    { status: 400 },
  );
};

test("an endpoint that repeats what it was sent sees no secret in an error", async () => {
  const { forms } = await refusedFor(answering(echo), /invalid_client/);
  assert.equal(forms[0]?.get("code"), "the-code");
  const post = {
    ...good[issuerUrl],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  };
  const { answers } = answering(echo);
  const inBody = await refusedFor({ answers: { ...answers, [issuerUrl]: post } }, /invalid_client/);
  assert.equal(inBody.forms[0]?.get("client_secret"), secret);
  const verifier = forms[0]?.get("code_verifier") ?? "";
  assert.ok(verifier.length > 40 && !String(inBody.error).includes(verifier));
});

test("a code of an error as long as a book, with escapes, is an error that can be shown", async () => {
  for (const error of [
    "x".repeat(500_000),
    "\u001b[31m\u202e\nthe-code",
    `${secret}`,
    "a\u0000b",
  ]) {
    const answer: Answer = () =>
      Response.json({ error, error_description: error }, { status: 400 });
    await refusedFor(answering(answer), / demands a token: /);
  }
});

test("a secret that is refused before anything is sent is not shown", async () => {
  const lone = "half of a pair \ud800 s3cret";
  const send = async (): Promise<unknown> =>
    requestToken({
      server: { issuer, token_endpoint: tokenUrl },
      authentication: secretInHeader("me", lone),
      grant: "client_credentials",
      parameters: {},
      secrets: [],
      fetch: () => Promise.reject(new Error("nothing must be sent")),
    });
  await assert.rejects(send, (error: Error) => {
    assert.ok(!error.message.includes("s3cret"));
    return true;
  });
});

test("the answer to a login is taken from nobody else", async () => {
  type Change = (query: URLSearchParams) => void;
  const rows: readonly (readonly [name: string, back: Change, says: RegExp])[] = [
    ["another state", (query) => query.set("state", "x"), /can't be trusted/],
    ["no state", (query) => query.delete("state"), /can't be trusted/],
    ["two states", (query) => query.append("state", "x"), /can't be trusted/],
    ["another issuer", (query) => query.set("iss", "https://evil.example"), /another server/],
    ["an issuer that is almost right", (query) => query.set("iss", `${issuer}/`), /another server/],
    ["no code", (query) => query.delete("code"), /returned no code/],
    ["an empty code", (query) => query.set("code", ""), /returned no code/],
    ["two codes", (query) => query.append("code", "x"), /can't be trusted|returned/],
    [
      "a refusal with escapes",
      (query) => {
        query.set("error", "access_denied\u001b[2J\n");
        query.set("error_description", `\u202e${"x".repeat(100_000)}`);
      },
      /refuses the login/,
    ],
    [
      "the error of another issuer",
      (query) => {
        query.set("error", "access_denied");
        query.set("iss", "https://evil.example");
      },
      /another server/,
    ],
  ];
  for (const [name, back, says] of rows) {
    const { forms } = await refusedFor({ back }, says, name);
    assert.deepEqual(forms, [], name);
  }
  // A server that says that it names itself must do so.
  const named = { ...good[issuerUrl], authorization_response_iss_parameter_supported: true };
  const { forms } = await refusedFor({ answers: { [issuerUrl]: named } }, /can't be trusted/);
  assert.deepEqual(forms, []);
});

test("an issuer that does not check PKCE gets no user", async () => {
  const { code_challenge_methods_supported: _, ...without } = good[issuerUrl] ?? {};
  for (const metadata of [
    without,
    { ...without, code_challenge_methods_supported: ["plain"] },
    { ...without, code_challenge_methods_supported: "S256" },
    { ...without, code_challenge_methods_supported: [] },
  ]) {
    const { pages } = await refusedFor({ answers: { [issuerUrl]: metadata } }, /PKCE/);
    assert.deepEqual(pages, []);
  }
});

test("records of a store that are no tokens are not used", async () => {
  const key = "token https://mcp.example/mcp";
  const record = { accessToken: "kept", scheme: "Bearer", issuer, scopes: [], asked: [] };
  for (const bad of [
    {},
    { ...record, accessToken: 1 },
    { ...record, accessToken: "kept\r\nx: 1" },
    { ...record, scheme: "Basic" },
    { ...record, issuer: null },
  ]) {
    const store = newMemoryTokens();
    await store.write(key, bad);
    const { before, authorization } = await refuse({ store });
    assert.equal(before, undefined);
    assert.equal(authorization, "Bearer the-token");
  }
});

test("a refresh token goes to the issuer that gave it, and to no other", async () => {
  const key = "token https://mcp.example/mcp";
  const record = {
    accessToken: "kept",
    refreshToken: "kept-refresh",
    scheme: "Bearer",
    issuer: "https://before.example",
    clientId: "me",
    scopes: [],
    asked: [],
  };
  const store = newMemoryTokens();
  await store.write(key, record);
  const moved = await refuse({ store });
  assert.equal(moved.authorization, "Bearer the-token");
  assert.deepEqual(
    moved.forms.map((form) => [form.get("grant_type"), form.get("refresh_token")]),
    [["authorization_code", null]],
  );
  // Of a client that this is no longer.
  await store.write(key, { ...record, issuer, clientId: "other" });
  const other = await refuse({ store });
  assert.ok(other.forms.every((form) => !form.has("refresh_token")));
  // What a refresh answers replaces the token only if it is one.
  await store.write(key, { ...record, issuer });
  const broken = await refuse({ store, ...answering({ ...granted, access_token: "a\nb" }) });
  assert.ok(broken.error);
  assert.equal((await store.read(key))?.["accessToken"], "kept");
});
