/** OAuth grants other than client credentials, and discovery. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OAuthFlows } from "../../../../runtime/contract/api.js";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import { startTokenServer } from "../../../support/authorization/token-server.js";
import { api, messageOf, operation, record } from "../support.js";
import { client, start, names } from "./oauth-fixtures.js";

const password = (url: string): OAuthFlows => ({ password: { tokenUrl: `${url}/token` } });

const user = { S_OAUTH_USERNAME: "ann", S_OAUTH_PASSWORD: "p w+1" };

test("password: without a client", async (t) => {
  const { call, tokens, recorder } = await start(t, { flows: password, env: user });
  await call();
  const resource = recorder.url;
  assert.deepEqual(tokens.asked, [
    { grant_type: "password", username: "ann", password: "p w+1", scope: "read", resource },
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
  const { call, tokens, shown, recorder } = await start(t, {
    env: { S_OAUTH_CLIENT_ID: "pub", S_OAUTH_REFRESH_TOKEN: "given-refresh" },
  });
  const asked = { grant_type: "refresh_token", client_id: "pub", resource: recorder.url };
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
    { ...asked, refresh_token: "given-refresh" },
    { ...asked, refresh_token: "r2" },
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
