/** Logins and clients belong to the API that they were made for, whatever another document says. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import type { Api, OAuthFlows, OAuthScheme } from "../../runtime/contract/api.js";
import type { Operation } from "../../runtime/contract/operation.js";
import { runLogin } from "../../runtime/server/program/login-command.js";
import { Upstream } from "../../runtime/upstream/upstream.js";
import type { UpstreamOptions } from "../../runtime/upstream/upstream-options.js";
import { defaultOptions } from "../../src/options/table.js";
import { readSurface } from "../../src/read-surface.js";
import { startTokenServer, type TokenServer } from "../support/authorization/token-server.js";
import { api, messageOf, operation, record } from "../unit/upstream/support.js";

const variables = {
  type: "oauth2",
  env: "S",
  clientIdEnv: "S_CLIENT_ID",
  clientSecretEnv: "S_CLIENT_SECRET",
  refreshTokenEnv: "S_REFRESH_TOKEN",
  resourceEnv: "S_RESOURCE",
} as const;
const secured = operation({}, { security: [{ login: [] }] });

function schemeAt(issuer: string, more: Partial<OAuthFlows> = {}): OAuthScheme {
  const authorizationCode = {
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
  };
  return { ...variables, flows: { authorizationCode, ...more } };
}

interface World {
  readonly issuer: TokenServer;
  readonly good: { readonly url: string; readonly seen: readonly unknown[] };
  readonly evil: { readonly url: string; readonly seen: readonly unknown[] };
  readonly env: Record<string, string>;
  factsOf(server: string, more?: Partial<OAuthFlows>): Api;
  logIn(facts: Api, options?: { readonly baseUrl?: string }): Promise<string>;
  call(facts: Api, operation?: Operation, options?: UpstreamOptions): Promise<unknown>;
}

async function start(t: TestContext): Promise<World> {
  const issuer = await startTokenServer(t);
  const [good, evil] = [await record(t), await record(t)];
  const state = mkdtempSync(path.join(tmpdir(), "mcp-hostile-"));
  t.after(() => rmSync(state, { recursive: true }));
  const env = { S_CLIENT_ID: "app", XDG_STATE_HOME: state };
  return {
    issuer,
    good,
    evil,
    env,
    factsOf: (server, more) =>
      api({ servers: [{ url: server }], securitySchemes: { login: schemeAt(issuer.url, more) } }),
    async logIn(facts, options = {}) {
      let said = "";
      await runLogin(facts, ["login", "--no-browser"], { env, ...options }, (text) => {
        said += text;
        const page = /https?:\S+authorize\S+/.exec(text)?.[0];
        if (page !== undefined) void fetch(page);
      });
      return said;
    },
    call: (facts, which = secured, options = {}) =>
      new Upstream(facts, { env, ...options }).call(which, {}),
  };
}

test("a login made for one API is not used by a document that names another server", async (t) => {
  const { good, evil, factsOf, logIn, call } = await start(t);
  assert.match(await logIn(factsOf(good.url)), /^Logged in/m);
  await call(factsOf(good.url));
  assert.equal(good.seen.length, 1);
  assert.match(await messageOf(() => call(factsOf(evil.url))), /^A credential is missing/);
  assert.deepEqual(evil.seen, []);
});

test("a login is not used by a document that sends one of its operations elsewhere", async (t) => {
  const { good, evil, factsOf, logIn, call } = await start(t);
  await logIn(factsOf(good.url));
  const servers = [{ url: evil.url }];
  const strayed = operation({ servers }, { security: [{ login: [] }] });
  const stated = { ...factsOf(good.url), otherServers: [{ url: evil.url, schemes: ["login"] }] };
  assert.match(await messageOf(() => call(stated, strayed)), /^A credential is missing/);
  assert.match(await messageOf(() => call(stated)), /^A credential is missing/);
  // Facts that do not state the server.
  const message = await messageOf(() => call(factsOf(good.url), strayed));
  assert.match(message, /The login is for .* and not for/);
  assert.deepEqual(evil.seen, []);
});

test("a base URL or a server variable of the environment does not move a login to another host", async (t) => {
  const { good, evil, env, factsOf, logIn, call } = await start(t);
  await logIn(factsOf(good.url));
  assert.match(
    await messageOf(() => call(factsOf(good.url), secured, { baseUrl: evil.url })),
    /^A cred/,
  );
  const host = { default: new URL(good.url).host, env: "S_HOST" };
  const open = { ...factsOf(good.url), servers: [{ url: "http://{host}", variables: { host } }] };
  await call(open);
  const moved = { env: { ...env, S_HOST: new URL(evil.url).host } };
  assert.match(await messageOf(() => call(open, secured, moved)), /^A credential is missing/);
  assert.deepEqual(evil.seen, []);
});

test("a refresh URL at a foreign host gets neither refresh token nor client", async (t) => {
  const { issuer, good, evil, env, factsOf, logIn, call } = await start(t);
  const foreign = factsOf(good.url, { refreshUrl: `${evil.url}/token` });
  assert.match(await logIn(foreign), /renew tokens at .*, so the refresh token was not sent/);
  Object.assign(issuer, { refreshes: true, expiresIn: 1 });
  await logIn(factsOf(good.url));
  assert.match(await messageOf(() => call(foreign)), /^A credential is missing/);
  const given = { env: { ...env, S_REFRESH_TOKEN: "r-1", S_CLIENT_SECRET: "s-1" } };
  assert.match(await messageOf(() => call(foreign, secured, given)), /refresh token was not sent/);
  assert.deepEqual(evil.seen, []);
});

test("a login is renewed only where tokens were renewed when it was made", async (t) => {
  const { issuer, good, factsOf, logIn, call } = await start(t);
  Object.assign(issuer, { refreshes: true, expiresIn: 0 });
  await logIn(factsOf(good.url));
  const other = factsOf(good.url, { refreshUrl: `${issuer.url}/elsewhere` });
  assert.match(await messageOf(() => call(other)), /^A credential is missing/);
  assert.ok(!issuer.seen.includes("POST /elsewhere"));
});

for (const [form, refreshUrl] of [
  ["absolute", "https://evil.example/token"],
  ["without a scheme", "//evil.example/token"],
  ["plain http", "http://issuer.example/token"],
  ["another port", "https://issuer.example:8443/token"],
] as const) {
  for (const flow of ["authorizationCode", "password", "clientCredentials"]) {
    test(`the generator leaves out a foreign refresh URL and says so: ${flow}, ${form}`, async (t) => {
      const { surface, codes } = await read(t, flow, refreshUrl);
      const scheme = surface?.api.securitySchemes?.["login"];
      assert.ok(scheme?.type === "oauth2");
      assert.equal(scheme.flows?.refreshUrl, undefined);
      assert.deepEqual(codes, ["refresh-url-foreign"]);
    });
  }
}

test("a refresh URL at the host of the token URL is kept", async (t) => {
  for (const url of ["https://issuer.example/renew", "/renew"]) {
    const { surface, codes } = await read(t, "password", url);
    const scheme = surface?.api.securitySchemes?.["login"];
    assert.ok(scheme?.type === "oauth2");
    assert.equal(scheme.flows?.refreshUrl, url);
    assert.deepEqual(codes, []);
  }
});

async function read(t: TestContext, flow: string, refreshUrl: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-hostile-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const urls = {
    authorizationUrl: "https://issuer.example/a",
    tokenUrl: "https://issuer.example/t",
  };
  const document = {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://api.example" }],
    security: [{ login: [] }],
    paths: { "/x": { get: { responses: { 200: { description: "Fine." } } } } },
    components: {
      securitySchemes: {
        login: { type: "oauth2", flows: { [flow]: { ...urls, refreshUrl, scopes: {} } } },
      },
    },
  };
  const file = path.join(folder, "a.json");
  writeFileSync(file, JSON.stringify(document));
  const { surface, diagnostics } = await readSurface(file, defaultOptions(), { cwd: folder });
  return { surface, codes: diagnostics.map(({ code }) => code) };
}

test("every request of a login and its renewals names the API that the tokens are for", async (t) => {
  const { issuer, good, factsOf, logIn, call } = await start(t);
  const facts = factsOf(`${good.url}/v1`);
  Object.assign(issuer, { refreshes: true, expiresIn: 0 });
  const said = await logIn(facts);
  const page = new URL(/https?:\S+authorize\S+/.exec(said)?.[0] ?? "");
  assert.equal(page.searchParams.get("resource"), `${good.url}/v1`);
  await call(facts);
  assert.deepEqual(
    issuer.asked.map(({ grant_type, resource }) => [grant_type, resource]),
    [
      ["authorization_code", `${good.url}/v1`],
      ["refresh_token", `${good.url}/v1`],
    ],
  );
});

test("a user can choose the resource of tokens, or send none", async (t) => {
  const { issuer, good, env, factsOf, call } = await start(t);
  const scheme: OAuthScheme = {
    ...variables,
    flows: { clientCredentials: { tokenUrl: `${issuer.url}/token` } },
  };
  const facts = { ...factsOf(good.url), securitySchemes: { login: scheme } };
  for (const S_RESOURCE of ["urn:my:api", "none"]) {
    await call(facts, secured, { env: { ...env, S_CLIENT_SECRET: "s", S_RESOURCE } });
  }
  assert.deepEqual(
    issuer.asked.map(({ resource }) => resource),
    ["urn:my:api", undefined],
  );
});

test("an issuer that refuses resource indicators is asked again without", async (t) => {
  const { issuer, good, env, factsOf, call } = await start(t);
  const tokenUrl = `${issuer.url}/token`;
  const scheme: OAuthScheme = { ...variables, flows: { clientCredentials: { tokenUrl } } };
  const facts = { ...factsOf(good.url), securitySchemes: { login: scheme } };
  issuer.next = [{ status: 400, body: { error: "invalid_target" } }];
  await call(facts, secured, { env: { ...env, S_CLIENT_SECRET: "s" } });
  assert.deepEqual(
    issuer.asked.map(({ resource }) => resource),
    [good.url, undefined],
  );
});

test("a login from before logins said which API they are for is not used, and a message says so", async (t) => {
  const { issuer, good, env, factsOf, logIn, call } = await start(t);
  const server = `${issuer.url}/token`;
  const key = createHash("sha256")
    .update(JSON.stringify([server, "app"]))
    .digest("hex");
  const folder = path.join(env["XDG_STATE_HOME"] ?? "", "mcp-codegen", "logins");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const old = { server, clientId: "app", accessToken: "old-token" };
  const file = path.join(folder, `${key.slice(0, 32)}.json`);
  writeFileSync(file, JSON.stringify(old), { mode: 0o600 });
  const facts = factsOf(good.url);
  assert.match(
    await messageOf(() => call(facts)),
    /to log in again, because the stored login does not say which API it is for\./,
  );
  assert.deepEqual(good.seen, []);
  await logIn(facts);
  await call(facts);
});

test("a client's secret goes to no token endpoint that the user has not agreed to", async (t) => {
  const { issuer, good, env, factsOf, call } = await start(t);
  const settings = { env: { ...env, S_CLIENT_SECRET: "s" }, sendTo: [good.url] };
  const tokenUrl = `${issuer.url}/token`;
  const metadataUrl = `${issuer.url}/.well-known/openid-configuration`;
  const schemes: OAuthScheme[] = [
    { ...variables, flows: { clientCredentials: { tokenUrl } } },
    { ...variables, flows: { password: { tokenUrl } }, usernameEnv: "U", passwordEnv: "P" },
    { ...variables, metadataUrl },
  ];
  for (const login of schemes) {
    const facts = { ...factsOf(good.url), securitySchemes: { login } };
    const options = { ...settings, env: { ...settings.env, U: "ann", P: "pw" } };
    const message = await messageOf(() => call(facts, secured, options));
    assert.match(message, /Nobody has agreed that credentials may be sent to .* --send-to http/);
  }
  assert.deepEqual(issuer.seen, []);
});

test("a token endpoint that an issuer's metadata names at another host is told before anything is sent", async (t) => {
  const { good, env, factsOf, call, issuer } = await start(t);
  const elsewhere = await startTokenServer(t);
  const metadata = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ issuer: metadata.url, token_endpoint: `${elsewhere.url}/token` }),
    );
  });
  const metadataUrl = `${metadata.url}/.well-known/openid-configuration`;
  const facts = { ...factsOf(good.url), securitySchemes: { login: { ...variables, metadataUrl } } };
  const said: string[] = [];
  const tell = (text: string) => said.push(`${text} ${elsewhere.asked.length}`);
  await call(facts, secured, { env: { ...env, S_CLIENT_SECRET: "s" }, tell });
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", new RegExp(`${metadata.url} names ${elsewhere.url} .* 0$`, "s"));
  assert.equal(elsewhere.asked.length, 1);
  assert.deepEqual(issuer.seen, []);
});
