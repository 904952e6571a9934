import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { OAuthFlows, OAuthScheme } from "../../../../runtime/contract/api.js";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import type { UpstreamOptions } from "../../../../runtime/upstream/upstream-options.js";
import { startTokenServer, type TokenServer } from "../../../support/authorization/token-server.js";
import { api, messageOf, operation, record, type Recorder, type Responder } from "../support.js";

const names = {
  type: "oauth2",
  env: "S_OAUTH",
  clientIdEnv: "S_OAUTH_CLIENT_ID",
  clientSecretEnv: "S_OAUTH_CLIENT_SECRET",
  refreshTokenEnv: "S_OAUTH_REFRESH_TOKEN",
  usernameEnv: "S_OAUTH_USERNAME",
  passwordEnv: "S_OAUTH_PASSWORD",
} as const;

const client = { S_OAUTH_CLIENT_ID: "my-client", S_OAUTH_CLIENT_SECRET: "s3cret-of-client" };

interface Setup {
  readonly env?: Record<string, string>;
  readonly flows?: (url: string) => OAuthFlows;
  readonly scheme?: Partial<OAuthScheme>;
  readonly respond?: Responder;
  readonly options?: UpstreamOptions;
  readonly scopes?: readonly string[];
}

interface World {
  readonly tokens: TokenServer;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  call(scopes?: readonly string[], signal?: AbortSignal): Promise<unknown>;
  /** Authorization headers that the API received. */
  shown(): (string | undefined)[];
}

const ok: Responder = (_, response) => response.end("ok");

async function start(t: TestContext, setup: Setup = {}): Promise<World> {
  const tokens = await startTokenServer(t);
  const recorder = await record(t, setup.respond ?? ok);
  const flows = setup.flows ?? ((url) => ({ clientCredentials: { tokenUrl: `${url}/token` } }));
  const scheme: OAuthScheme = { ...names, flows: flows(tokens.url), ...setup.scheme };
  const facts = api({ servers: [{ url: recorder.url }], securitySchemes: { oauth: scheme } });
  const upstream = new Upstream(facts, { env: setup.env ?? client, ...setup.options });
  const operations = new Map<string, ReturnType<typeof operation>>();
  return {
    tokens,
    recorder,
    upstream,
    call(scopes = ["read"], signal) {
      const key = scopes.join(" ");
      const known = operations.get(key) ?? operation({}, { security: [{ oauth: scopes }] });
      operations.set(key, known);
      return upstream.call(known, {}, { signal });
    },
    shown: () => recorder.seen.map(({ headers }) => headers.authorization),
  };
}

test("client credentials: a token is requested once and sent with every call", async (t) => {
  const { call, tokens, shown } = await start(t);
  await call();
  await call();
  assert.deepEqual(tokens.asked, [
    { grant_type: "client_credentials", scope: "read", basic: "my-client:s3cret-of-client" },
  ]);
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-1"]);
});

test("concurrent calls share one token request", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.delayMs = 30;
  await Promise.all(Array.from({ length: 20 }, () => call()));
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(new Set(shown()), new Set(["Bearer token-1"]));
});

test("each set of scopes has its own token; their order does not matter", async (t) => {
  const { call, tokens } = await start(t);
  await call(["read"]);
  await call(["write", "read"]);
  await call(["read", "write"]);
  await call([]);
  assert.deepEqual(
    tokens.asked.map(({ scope }) => scope),
    ["read", "read write", undefined],
  );
});

test("a token is replaced before it expires", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.expiresIn = 3600;
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_000_000 + 3_500_000);
  await call();
  t.mock.timers.setTime(1_000_000 + 3_580_000);
  await call();
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
});

test("a token with a lifetime of one second is used that long", async (t) => {
  const { call, tokens } = await start(t);
  tokens.expiresIn = 1;
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_000_800);
  await call();
  assert.equal(tokens.asked.length, 1);
});

test("401: the call is sent once more with a fresh token", async (t) => {
  const { call, tokens, shown } = await start(t, {
    respond: ({ headers }, response) => {
      response.writeHead(headers.authorization === "Bearer token-1" ? 401 : 200).end("ok");
    },
  });
  await call();
  await call();
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-2", "Bearer token-2"]);
  assert.equal(tokens.asked.length, 2);
});

test("401: concurrent calls replace a token once", async (t) => {
  const { call, tokens } = await start(t, {
    respond: ({ headers }, response) => {
      response.writeHead(headers.authorization === "Bearer token-1" ? 401 : 200).end("ok");
    },
  });
  await Promise.all(Array.from({ length: 10 }, () => call()));
  assert.equal(tokens.asked.length, 2);
});

test("401 for every token: one retry, and none for the next calls", async (t) => {
  const { call, tokens, recorder } = await start(t, {
    respond: (_, response) => response.writeHead(401).end("no"),
  });
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 2);
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 3);
  assert.equal(tokens.asked.length, 2);
});

test("401 with a configured token is not retried", async (t) => {
  const { call, tokens, recorder } = await start(t, {
    env: { ...client, S_OAUTH: "given" },
    respond: (_, response) => response.writeHead(401).end("no"),
  });
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 1);
  assert.deepEqual(tokens.asked, []);
});

test("403 requests no other token", async (t) => {
  const { call, tokens } = await start(t, {
    respond: (_, response) => response.writeHead(403).end("no"),
  });
  await messageOf(() => call());
  assert.equal(tokens.asked.length, 1);
});

test("a cancelled call stops waiting; the others get the token", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.delayMs = 50;
  const controller = new AbortController();
  const given = call(["read"], controller.signal);
  const other = call();
  setTimeout(() => controller.abort(new Error("changed my mind")), 10);
  await assert.rejects(given, /changed my mind/);
  await other;
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(shown(), ["Bearer token-1"]);
});

test("a failure rejects all waiting calls, and the next call tries again", async (t) => {
  const { call, tokens } = await start(t);
  tokens.next = [{ status: 503, body: "" }];
  const first = await Promise.all([1, 2].map(() => messageOf(() => call())));
  for (const message of first) assert.match(message, /status 503/);
  assert.equal(await messageOf(() => call()), "");
});

test("the client secret is sent in the body only if the server requires it", async (t) => {
  const { call, tokens } = await start(t);
  tokens.secretIn = "body";
  await call();
  await call(["write"]);
  assert.deepEqual(
    tokens.asked.map(({ basic, client_id, client_secret }) => [basic, client_id, client_secret]),
    [
      ["my-client:s3cret-of-client", undefined, undefined],
      [undefined, "my-client", "s3cret-of-client"],
      [undefined, "my-client", "s3cret-of-client"],
    ],
  );
});

const password = (url: string): OAuthFlows => ({ password: { tokenUrl: `${url}/token` } });
const user = { S_OAUTH_USERNAME: "ann", S_OAUTH_PASSWORD: "p w+1" };

test("password: without a client", async (t) => {
  const { call, tokens } = await start(t, { flows: password, env: user });
  await call();
  assert.deepEqual(tokens.asked, [
    { grant_type: "password", username: "ann", password: "p w+1", scope: "read" },
  ]);
});

test("password: with a client, and renewed by the refresh token while that works", async (t) => {
  const { call, tokens } = await start(t, { flows: password, env: { ...user, ...client } });
  Object.assign(tokens, { expiresIn: 100, refreshes: true });
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_200_000);
  await call();
  t.mock.timers.setTime(1_400_000);
  tokens.next = [{ status: 400, body: { error: "invalid_grant" } }];
  await call();
  assert.deepEqual(
    tokens.asked.map(({ grant_type, refresh_token }) => [grant_type, refresh_token]),
    [
      ["password", undefined],
      ["refresh_token", "refresh-1"],
      ["refresh_token", "refresh-2"],
      ["password", undefined],
    ],
  );
});

test("refresh token: first from the environment, then the latest one", async (t) => {
  const { call, tokens, shown } = await start(t, {
    env: { S_OAUTH_CLIENT_ID: "pub", S_OAUTH_REFRESH_TOKEN: "given-refresh" },
  });
  tokens.next = [
    {
      body: { access_token: "a1", token_type: "bearer", expires_in: 10, refresh_token: "r2" },
    },
    { body: { access_token: "a2", token_type: "bearer" } },
  ];
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_100_000);
  await call();
  assert.deepEqual(tokens.asked, [
    { grant_type: "refresh_token", refresh_token: "given-refresh", client_id: "pub" },
    { grant_type: "refresh_token", refresh_token: "r2", client_id: "pub" },
  ]);
  assert.deepEqual(shown(), ["Bearer a1", "Bearer a2"]);
});

test("a token URL may be relative to the server's URL", async (t) => {
  const recorder = await record(t, ({ target, body }, response) => {
    const isToken = target === "/api/token" && body.startsWith("grant_type=client_credentials");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(isToken ? '{"access_token":"rel","token_type":"bearer"}' : "{}");
  });
  const flows = { clientCredentials: { tokenUrl: "token" } };
  const securitySchemes = { oauth: { ...names, flows } };
  const facts = api({ servers: [{ url: `${recorder.url}/api/` }], securitySchemes });
  const secured = operation({}, { security: [{ oauth: [] }] });
  await new Upstream(facts, { env: client }).call(secured, {});
  assert.deepEqual(
    recorder.seen.map(({ target, headers }) => [target, headers.authorization?.split(" ")[0]]),
    [
      ["/api/token", "Basic"],
      ["/api/x", "Bearer"],
    ],
  );
});

test("OpenID Connect: the token endpoint is discovered once", async (t) => {
  const tokens = await startTokenServer(t);
  for (const metadataUrl of [`${tokens.url}/.well-known/openid-configuration`, tokens.url]) {
    tokens.seen.length = 0;
    const { call, shown } = await start(t, {
      flows: () => ({}),
      scheme: { metadataUrl, flows: undefined as unknown as OAuthFlows },
    });
    await call();
    await call(["write"]);
    assert.deepEqual(tokens.seen, [
      "GET /.well-known/openid-configuration",
      "POST /token",
      "POST /token",
    ]);
    assert.equal(shown().length, 2);
  }
});

test("OpenID Connect: metadata of another issuer is refused", async (t) => {
  const recorder = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"issuer":"https://evil.example","token_endpoint":"https://evil.example/t"}');
  });
  const { call } = await start(t, {
    scheme: { metadataUrl: recorder.url, flows: undefined as unknown as OAuthFlows },
  });
  assert.match(await messageOf(() => call()), /metadata at http:\/\/127.* can't be used/);
});

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

test("an ID token is ignored", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.next = [{ body: { access_token: "a", token_type: "Bearer", id_token: "no JWT" } }];
  await call();
  assert.deepEqual(shown(), ["Bearer a"]);
});

test("a call waits for a token within its time limit; the next call uses the token", async (t) => {
  const { call, tokens, shown } = await start(t, { options: { timeoutMs: 100 } });
  tokens.delayMs = 300;
  const late = /No answer from the authorization server within 100 ms/;
  assert.match(await messageOf(() => call()), late);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await call();
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(shown(), ["Bearer token-1"]);
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

test("a token beside a key, another alternative, and none at all", async (t) => {
  const { tokens, recorder } = await start(t);
  const { url } = tokens;
  const facts = api({
    servers: [{ url: recorder.url }],
    securitySchemes: {
      oauth: { ...names, flows: { clientCredentials: { tokenUrl: `${url}/token` } } },
      key: { type: "apiKey", in: "query", name: "key", env: "S_KEY" },
    },
  });
  const rows: [env: Record<string, string>, security: Record<string, string[]>[]][] = [
    [{ ...client, S_KEY: "k" }, [{ oauth: [], key: [] }]],
    [{ S_KEY: "k" }, [{ oauth: [] }, { key: [] }]],
    [{}, [{ oauth: [] }, {}]],
  ];
  for (const [env, security] of rows) {
    await new Upstream(facts, { env }).call(operation({}, { security }), {});
  }
  assert.deepEqual(
    recorder.seen.map(({ target, headers }) => [target, headers.authorization]),
    [
      ["/x?key=k", "Bearer token-1"],
      ["/x?key=k", undefined],
      ["/x", undefined],
    ],
  );
});

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
