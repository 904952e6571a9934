/** `mcp-codegen auth`: missing credentials are named, set ones never shown, and a login serves later calls. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { cliPath, runCommand, type Finished } from "../support/cli.js";
import { startTokenServer } from "../support/authorization/token-server.js";

function document(issuer: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    security: [{ key: [] }],
    paths: {
      "/open": { get: { security: [], responses: {} } },
      "/a": { get: { responses: {} }, put: { responses: {} } },
      "/b": { get: { security: [{ login: ["read"] }, { key: [], user: [] }], responses: {} } },
      "/c": { get: { security: [{}, { user: [] }], responses: {} } },
      "/d": { get: { security: [{ old: [] }], responses: {} } },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        user: { type: "http", scheme: "basic" },
        old: { type: "http", scheme: "digest" },
        login: {
          type: "oauth2",
          flows: {
            authorizationCode: {
              authorizationUrl: `${issuer}/authorize`,
              tokenUrl: `${issuer}/token`,
              scopes: { read: "Read." },
            },
          },
        },
      },
    },
  });
}

function workspace(t: TestContext, issuer = "https://login.example"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "auth-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "shop.json"), document(issuer));
  return folder;
}

function doctor(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Finished> {
  return runCommand(["auth", "doctor", "shop.json", ...args], {
    cwd,
    env: { XDG_STATE_HOME: cwd, ...env },
  });
}

test("doctor groups operations by required credentials and names the missing ones", async (t) => {
  const folder = workspace(t);
  const { code, stdout } = await doctor(folder, { MCP_CODEGEN_SHOP_KEY: "k-12345" });
  assert.equal(code, 1);
  assert.equal(
    stdout,
    `Shop

1 operation without credentials:
    GET /open

2 operations ready, with key (MCP_CODEGEN_SHOP_KEY):
    GET /a
    PUT /a

1 operation MISSING login, or key and user:
  Set the environment variable MCP_CODEGEN_SHOP_LOGIN, or MCP_CODEGEN_SHOP_LOGIN_REFRESH_TOKEN and MCP_CODEGEN_SHOP_LOGIN_CLIENT_ID, or MCP_CODEGEN_SHOP_LOGIN_CLIENT_ID and then run mcp-codegen auth login shop.json.
  Or: Set the environment variables MCP_CODEGEN_SHOP_USER_USERNAME and MCP_CODEGEN_SHOP_USER_PASSWORD.
    GET /b

1 operation called without credentials, since none are set:
    GET /c

1 operation MISSING old:
  The security scheme "old" is not supported: HTTP Digest (RFC 7616) needs an answer to a challenge for each request.
    GET /d

Environment variables:
  MCP_CODEGEN_SHOP_KEY                  set      API key, sent as the header X-Key (key) → http://127.0.0.1:9
  MCP_CODEGEN_SHOP_USER_USERNAME        not set  user name (user) → http://127.0.0.1:9
  MCP_CODEGEN_SHOP_USER_PASSWORD        not set  password (user) → http://127.0.0.1:9
  MCP_CODEGEN_SHOP_LOGIN                not set  access token; when set, nothing below is used (login) → http://127.0.0.1:9
  MCP_CODEGEN_SHOP_LOGIN_CLIENT_ID      not set  client id (login) → https://login.example
  MCP_CODEGEN_SHOP_LOGIN_CLIENT_SECRET  not set  client secret, if the client has one (login) → https://login.example
  MCP_CODEGEN_SHOP_LOGIN_REFRESH_TOKEN  not set  refresh token (login) → https://login.example
  MCP_CODEGEN_SHOP_LOGIN_RESOURCE       not set  resource indicator of tokens, or none; default: the base URL (login) → https://login.example

Set them where the server is started: in the shell, or under "env" in the settings of the MCP client.
`,
  );
});

test("doctor shows no values, in no form", async (t) => {
  const folder = workspace(t);
  const env = {
    MCP_CODEGEN_SHOP_KEY: "k-12345\n",
    MCP_CODEGEN_SHOP_USER_USERNAME: "ann-1",
    MCP_CODEGEN_SHOP_USER_PASSWORD: "pw-678",
  };
  for (const args of [["--json"], ["--verbose"]]) {
    const { stdout, stderr } = await doctor(folder, env, ...args);
    for (const value of ["k-12345", "ann-1", "pw-678"]) {
      assert.ok(!`${stdout}${stderr}`.includes(value), value);
    }
    assert.match(stdout, /MCP_CODEGEN_SHOP_KEY can't be sent/);
  }
});

test("doctor --json, and code 0 when nothing is missing", async (t) => {
  const folder = workspace(t);
  writeFileSync(path.join(folder, "routes.yaml"), "routes: [{match: {path: /d}, expose: exclude}]");
  const env = { MCP_CODEGEN_SHOP_KEY: "k-12345", MCP_CODEGEN_SHOP_LOGIN: "tok-1" };
  const { code, stdout } = await doctor(folder, env, "--json", "--routes", "routes.yaml");
  assert.equal(code, 0);
  const diagnosis = JSON.parse(stdout) as { ok: boolean; groups: Record<string, unknown>[] };
  assert.equal(diagnosis.ok, true);
  assert.deepEqual(diagnosis.groups[2], {
    operations: ["GET /b"],
    alternatives: [["login"], ["key", "user"]],
    state: "ready",
    uses: [{ scheme: "login", way: "given", variables: ["MCP_CODEGEN_SHOP_LOGIN"] }],
  });
});

test("login keeps what the doctor then finds, logout forgets it", async (t) => {
  const tokens = await startTokenServer(t);
  const folder = workspace(t, tokens.url);
  const env = {
    XDG_STATE_HOME: folder,
    MCP_CODEGEN_SHOP_KEY: "k",
    MCP_CODEGEN_SHOP_LOGIN_CLIENT_ID: "app",
  };
  const before = await doctor(folder, env);
  assert.match(before.stdout, /Run mcp-codegen auth login shop\.json to log in\./);

  const { code, stderr } = await logIn(folder, tokens.url, env);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Logged in to login\./);
  assert.ok(!/token-1|code-1/.test(stderr));
  assert.equal(readdirSync(path.join(folder, "mcp-codegen", "logins")).length, 1);

  const after = await doctor(folder, env);
  assert.match(after.stdout, /ready, with login \(a login, MCP_CODEGEN_SHOP_LOGIN_CLIENT_ID\)/);
  const out = await runCommand(["auth", "logout", "shop.json", "login"], { cwd: folder, env });
  assert.equal(out.stderr, "Logged out of login.\n");
  assert.equal(readdirSync(path.join(folder, "mcp-codegen", "logins")).length, 0);
});

/** Runs `auth login` and opens the printed page. */
function logIn(
  cwd: string,
  issuer: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; stderr: string }> {
  const hosts = ["--send-to", "http://127.0.0.1:9", "--send-to", issuer];
  const args = [cliPath, "auth", "login", "shop.json", "--no-browser", ...hosts];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
  });
  let stderr = "";
  let isGone = false;
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    const page = /https?:\S+\n/.exec(stderr)?.[0].trim();
    if (page === undefined || isGone) return;
    isGone = true;
    void fetch(page);
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code: code ?? -1, stderr }));
  });
}

const wrong: [args: string[], says: RegExp][] = [
  [["auth"], /<action> is missing \(doctor, login, logout\)/],
  [["auth", "cure", "shop.json"], /doctor/],
  [["auth", "doctor", "shop.json", "login"], /checks all schemes; remove "login"/],
  [["auth", "login", "shop.json", "--port", "x"], /--port/],
];
for (const [args, says] of wrong) {
  test(`${args.join(" ")} is wrong usage`, async (t) => {
    const { code, stderr } = await runCommand(args, { cwd: workspace(t) });
    assert.equal(code, 2);
    assert.match(stderr, says);
  });
}

test("an unusable document is reported, with code 1", async (t) => {
  const { code, stderr } = await runCommand(["auth", "doctor", "none.json"], { cwd: workspace(t) });
  assert.equal(code, 1);
  assert.match(stderr, /none\.json/);
});

test("doctor names --auth for a document without security schemes, and takes it", async (t) => {
  const folder = workspace(t);
  const bare = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: { "/a": { get: { responses: { 401: { description: "Who?" } } } } },
  };
  writeFileSync(path.join(folder, "shop.json"), JSON.stringify(bare));
  const unnamed = await doctor(folder, {});
  assert.match(unnamed.stdout, /GET \/a documents the response 401.*Add --auth bearer/s);
  const named = await doctor(folder, {}, "--auth", "bearer");
  assert.equal(named.code, 1);
  assert.match(named.stdout, /1 operation MISSING token/);
  assert.match(named.stdout, /MCP_CODEGEN_SHOP_TOKEN +not set/);
  assert.equal((await doctor(folder, { MCP_CODEGEN_SHOP_TOKEN: "t" }, "--auth", "bearer")).code, 0);
  const wrong = await doctor(folder, {}, "--auth", "digest");
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /Expected bearer, basic/);
});
