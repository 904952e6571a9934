import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { runLogin } from "../../../../runtime/server/program/login-command.js";
import type { Api, OAuthFlows, OAuthScheme } from "../../../../runtime/contract/api.js";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import { startTokenServer, type TokenServer } from "../../../support/authorization/token-server.js";
import { api, messageOf, operation, record } from "../support.js";

const secured = operation({}, { security: [{ oauth: ["read", "write"] }] });

interface World {
  readonly tokens: TokenServer;
  readonly facts: Api;
  readonly env: Record<string, string>;
  /** The folder of stored logins. */
  readonly state: string;
  readonly output: string[];
  login(...words: string[]): Promise<number>;
  call(): Promise<unknown>;
  shown(): (string | undefined)[];
}

async function start(t: TestContext, scheme: Partial<OAuthScheme> = {}): Promise<World> {
  const tokens = await startTokenServer(t);
  const recorder = await record(t);
  const state = mkdtempSync(path.join(tmpdir(), "mcp-login-"));
  t.after(() => rmSync(state, { recursive: true }));
  const { url } = tokens;
  const flows: OAuthFlows = {
    authorizationCode: { authorizationUrl: `${url}/authorize?tenant=a`, tokenUrl: `${url}/token` },
  };
  const oauth: OAuthScheme = {
    type: "oauth2",
    env: "S_OAUTH",
    clientIdEnv: "S_OAUTH_CLIENT_ID",
    clientSecretEnv: "S_OAUTH_CLIENT_SECRET",
    refreshTokenEnv: "S_OAUTH_REFRESH_TOKEN",
    flows,
    scopes: ["read", "write"],
    ...scheme,
  };
  const facts = api({ servers: [{ url: recorder.url }], securitySchemes: { oauth } });
  const env = { S_OAUTH_CLIENT_ID: "app", XDG_STATE_HOME: state };
  const output: string[] = [];
  const upstream = new Upstream(facts, { env, loginCommand: "node main.js login" });
  return {
    tokens,
    facts,
    env,
    state,
    output,
    login: (...words) =>
      runLogin(facts, [...words, "--no-browser"], { env }, (text) => {
        output.push(text);
        const page = /https?:\S+/.exec(text)?.[0];
        if (text.startsWith("Log in to") && page) void browse(page);
      }),
    call: () => upstream.call(secured, {}),
    shown: () => recorder.seen.map(({ headers }) => headers.authorization),
  };
}

/** A browser whose user consents at once. */
async function browse(page: string): Promise<void> {
  await fetch(page);
}

function filesIn(state: string): string[] {
  const folder = path.join(state, "mcp-codegen", "logins");
  return readdirSync(folder).map((name) => path.join(folder, name));
}

test("a login is stored for its owner only, and used by calls", async (t) => {
  const { tokens, facts, state, output, login, call, shown } = await start(t);
  assert.equal(
    await messageOf(call),
    "A credential is missing, so nothing was sent. Run node main.js login to log in. Or set the environment variable S_OAUTH, or S_OAUTH_REFRESH_TOKEN.",
  );
  assert.equal(await login("login"), 0);
  assert.match(
    output.at(-1) ?? "",
    /^Logged in to oauth\. The authorization server issued no refresh token/,
  );
  await call();
  assert.deepEqual(shown(), ["Bearer token-1"]);
  const [file, ...others] = filesIn(state);
  assert.deepEqual(others, []);
  assert.equal(statSync(file!).mode & 0o777, 0o600);
  assert.equal(statSync(path.dirname(file!)).mode & 0o777, 0o700);
  const { redirect_uri, code_verifier, code, resource, ...rest } = tokens.asked[0]!;
  assert.equal(resource, facts.servers[0]?.url);
  assert.match(redirect_uri ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  assert.ok((code_verifier ?? "").length >= 43 && code === "code-1");
  assert.deepEqual(rest, { grant_type: "authorization_code", client_id: "app" });
});

test("the authorization page requests the operations' scopes, with PKCE and a state", async (t) => {
  const { facts, output, login } = await start(t);
  await login("login");
  const url = new URL(/https?:\S+/.exec(output[0] ?? "")?.[0] ?? "");
  const { state, code_challenge, redirect_uri, ...rest } = Object.fromEntries(url.searchParams);
  assert.ok((state ?? "").length >= 43 && (code_challenge ?? "").length === 43 && redirect_uri);
  assert.deepEqual(rest, {
    tenant: "a",
    response_type: "code",
    client_id: "app",
    scope: "read write",
    code_challenge_method: "S256",
    resource: facts.servers[0]?.url,
  });
});

test("a login is renewed by its refresh token, and stored again", async (t) => {
  const { tokens, state, login, call, shown } = await start(t);
  Object.assign(tokens, { refreshes: true, expiresIn: 100 });
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  assert.equal(await login("login"), 0);
  t.mock.timers.setTime(1_200_000);
  await Promise.all([call(), call()]);
  assert.deepEqual(shown(), ["Bearer token-2", "Bearer token-2"]);
  assert.equal(tokens.asked.length, 2);
  const kept = JSON.parse(readFileSync(filesIn(state)[0]!, "utf8")) as Record<string, unknown>;
  assert.equal(kept["refreshToken"], "refresh-2");
  assert.equal(statSync(filesIn(state)[0]!).mode & 0o777, 0o600);
});

test("tokens that another process renewed are used", async (t) => {
  const { tokens, facts, env, login, call, shown } = await start(t);
  Object.assign(tokens, { refreshes: true, expiresIn: 100 });
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await login("login");
  await call();
  t.mock.timers.setTime(1_200_000);
  await new Upstream(facts, { env }).call(secured, {});
  await call();
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-2", "Bearer token-2"]);
  assert.equal(tokens.asked.length, 2);
});

test("of processes that renew a login at once, one does", async (t) => {
  const { tokens, facts, env, state, login, shown } = await start(t);
  Object.assign(tokens, { refreshes: true, expiresIn: 100, delayMs: 50 });
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await login("login");
  t.mock.timers.setTime(1_200_000);
  const processes = [1, 2, 3].map(() => new Upstream(facts, { env }));
  await Promise.all(processes.map((each) => each.call(secured, {})));
  assert.deepEqual(shown(), ["Bearer token-2", "Bearer token-2", "Bearer token-2"]);
  assert.equal(tokens.asked.length, 2);
  assert.equal(filesIn(state).length, 1);
});

test("an expired login says how to log in again", async (t) => {
  const { tokens, login, call } = await start(t);
  Object.assign(tokens, { refreshes: true, expiresIn: 100 });
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await login("login");
  t.mock.timers.setTime(1_200_000);
  tokens.next = [{ status: 400, body: { error: "invalid_grant" } }];
  assert.match(
    await messageOf(call),
    /The login has expired, so nothing was sent\. Run node main\.js login/,
  );
  assert.equal(await login("login"), 0);
  await call();
});

test("logout deletes the login", async (t) => {
  const { state, output, login, call } = await start(t);
  await login("login");
  assert.equal(await login("logout"), 0);
  assert.deepEqual(filesIn(state), []);
  assert.equal(output.at(-1), "Logged out of oauth.\n");
  await login("logout");
  assert.equal(output.at(-1), "There is no login to oauth to forget.\n");
  assert.match(await messageOf(call), /Run node main\.js login to log in/);
});

test("a login that other users can read is not used", async (t) => {
  const { state, login, call, shown } = await start(t);
  await login("login");
  chmodSync(filesIn(state)[0]!, 0o644);
  assert.match(await messageOf(call), /Other users can read the login .* chmod 600/);
  assert.deepEqual(shown(), []);
});

test("a request with another state does not end the login", async (t) => {
  const { facts, env, output } = await start(t);
  const answers: number[] = [];
  const code = await runLogin(facts, ["login", "--no-browser"], { env }, (text) => {
    output.push(text);
    const page = /https?:\S+/.exec(text)?.[0];
    if (!text.startsWith("Log in to") || !page) return;
    const back = new URL(page).searchParams.get("redirect_uri") ?? "";
    void (async () => {
      for (const url of [`${back}?code=evil&state=x`, back.replace("callback", "other"), page]) {
        answers.push((await fetch(url)).status);
      }
    })();
  });
  assert.equal(code, 0);
  assert.deepEqual(answers.slice(0, 2), [400, 404]);
});

test("a user's refusal is reported", async (t) => {
  const { facts, env, output, tokens } = await start(t);
  const code = await runLogin(facts, ["login", "--no-browser"], { env }, (text) => {
    output.push(text);
    const page = /https?:\S+/.exec(text)?.[0];
    if (!text.startsWith("Log in to") || !page) return;
    const { searchParams } = new URL(page);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("state", searchParams.get("state") ?? "");
    back.searchParams.set("error", "access_denied");
    void fetch(back);
  });
  assert.equal(code, 1);
  assert.equal(output.at(-1), "The login failed: access_denied.\n");
  assert.deepEqual(tokens.asked, []);
});

test("OpenID Connect: the endpoint is discovered, and a refresh token is requested", async (t) => {
  const tokens = await startTokenServer(t);
  const metadataUrl = `${tokens.url}/.well-known/openid-configuration`;
  const { output, login, call, shown } = await start(t, {
    flows: undefined as unknown as OAuthFlows,
    metadataUrl,
  });
  assert.equal(await login("login"), 0);
  const url = new URL(/https?:\S+/.exec(output[0] ?? "")?.[0] ?? "");
  assert.equal(url.searchParams.get("scope"), "read write openid offline_access");
  await call();
  assert.deepEqual(shown(), ["Bearer token-1"]);
});

const wrong: [words: string[], code: number, says: RegExp][] = [
  [["login", "nobody"], 1, /no login for "nobody"\. Schemes with a login: oauth/],
  [["login", "--port", "x"], 2, /Not a port: x/],
  [["login", "--bogus"], 2, /bogus/],
  [["login", "a", "b"], 2, /Unexpected arguments: b/],
];
for (const [words, code, says] of wrong) {
  test(`${words.join(" ")} is refused`, async (t) => {
    const { output, login } = await start(t);
    assert.equal(await login(...words), code);
    assert.match(output.join(""), says);
  });
}

test("without a client id, the message names its variable", async (t) => {
  const { facts, output } = await start(t);
  const code = await runLogin(facts, ["login"], { env: {} }, (text) => output.push(text));
  assert.equal(code, 1);
  assert.match(output.join(""), /S_OAUTH_CLIENT_ID/);
});
