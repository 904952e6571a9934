/** Refused and failed token requests, and missing credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf } from "../support.js";
import { start } from "./oauth-fixtures.js";

const refusals: [what: string, tokenUrl: string, want: RegExp][] = [
  ["plain http", "http://login.example/token", /must be https/],
  ["a port that is closed", "http://127.0.0.1:9/token", /No access token from http:\/\/127.*fetch/],
];

for (const [what, tokenUrl, want] of refusals) {
  test(`no secret is sent to ${what}`, async (t) => {
    const { call, recorder } = await start(t, {
      flows: () => ({ clientCredentials: { tokenUrl } }),
    });
    assert.match(await messageOf(() => call()), want);
    assert.equal(recorder.seen.length, 0);
  });
}

const answers: [what: string, status: number, body: object | string, want: RegExp][] = [
  [
    "an error",
    400,
    { error: "invalid_scope", error_description: "No such scope." },
    /invalid_scope \(No such scope\)\. Check S_OAUTH_CLIENT_ID and S_OAUTH_CLIENT_SECRET\.$/,
  ],
  ["an error with status 200", 200, { error: "bad_verification_code" }, /bad_verification_code/],
  ["no JSON", 200, "<html>", /No access token/],
  ["no token", 200, {}, /access_token/],
  ["another type", 200, { access_token: "x", token_type: "mac" }, /token_type/],
  ["a line break", 200, { access_token: "x\ny", token_type: "bearer" }, /can't be sent/],
  ["a redirect", 302, "", /status 302/],
  ["too much", 200, `{"access_token":"${"x".repeat(2_000_000)}"}`, /more than/],
];

for (const [what, status, body, want] of answers) {
  test(`a token endpoint that answers with ${what}`, async (t) => {
    const { call, tokens, recorder } = await start(t);
    tokens.next = [
      { status, body },
      { status, body },
    ];
    const message = await messageOf(() => call());
    assert.match(message, want);
    assert.match(message, /No access token from http:\/\/127\.0\.0\.1:\d+\/token/);
    assert.equal(recorder.seen.length, 0);
  });
}

test("secrets echoed by the token endpoint or the API are hidden", async (t) => {
  const pair = Buffer.from("my-client:s3cret-of-client").toString("base64");
  const { call, tokens } = await start(t, {
    respond: ({ headers }, response) => {
      response.writeHead(400).end(`You sent ${headers.authorization} and s3cret-of-client.`);
    },
  });
  tokens.next = [
    { status: 400, body: { error: "no", error_description: `s3cret-of-client ${pair}` } },
  ];
  assert.match(await messageOf(() => call()), /no \(\[redacted\] \[redacted\]\)/);
  const message = await messageOf(() => call());
  assert.match(message, /You sent Bearer \[redacted\] and \[redacted\]/);
});

const lenient: [what: string, answer: { status?: number; body: object }][] = [
  ["without a type", { body: { access_token: "a" } }],
  [
    "with nulls",
    { body: { access_token: "a", token_type: "BEARER", expires_in: null, refresh_token: null } },
  ],
  ["with status 201", { status: 201, body: { access_token: "a", token_type: "bearer" } }],
  ["with a text for a number", { body: { access_token: "a", expires_in: "60" } }],
];

for (const [what, answer] of lenient) {
  test(`a token ${what} is accepted`, async (t) => {
    const { call, tokens, shown } = await start(t);
    tokens.next = [answer];
    await call();
    assert.deepEqual(shown(), ["Bearer a"]);
  });
}

const missing: [what: string, env: Record<string, string>, want: RegExp][] = [
  [
    "everything",
    {},
    /Set the environment variable S_OAUTH, or S_OAUTH_REFRESH_TOKEN and S_OAUTH_CLIENT_ID, or S_OAUTH_CLIENT_ID and S_OAUTH_CLIENT_SECRET\.$/,
  ],
  [
    "the secret",
    { S_OAUTH_CLIENT_ID: "c" },
    /S_OAUTH, or S_OAUTH_REFRESH_TOKEN, or S_OAUTH_CLIENT_SECRET/,
  ],
];

for (const [what, env, want] of missing) {
  test(`missing credentials are named: ${what}`, async (t) => {
    const scheme = { usernameEnv: undefined, passwordEnv: undefined } as object;
    const { call, tokens } = await start(t, { env, scheme });
    assert.match(await messageOf(() => call()), want);
    assert.deepEqual(tokens.asked, []);
  });
}
