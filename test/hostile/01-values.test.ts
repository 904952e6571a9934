/** The values of a user go only where the user sent them, whatever a document says. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import type { Api } from "../../runtime/contract/api.js";
import { valueDestinations } from "../../runtime/index.js";
import { helpText } from "../../runtime/server/program/help-text.js";
import { serverOfFacts } from "../../runtime/server/untyped-api-server.js";
import { agreedOrigins, type ConsentRequest } from "../../src/cli/consent/consent.js";
import { readSurface } from "../../src/read-surface.js";
import { defaultOptions } from "../../src/options/table.js";
import { root, runCommand, type Finished } from "../support/cli.js";

const ok = { responses: { 200: { description: "Fine." } } };
const schemes = {
  SecretAccessKey: { type: "apiKey", in: "header", name: "X-Key" },
  TOKEN: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  cert: { type: "mutualTLS" },
  login: { type: "openIdConnect", openIdConnectUrl: "https://issuer.example" },
};

function document(title: string, more: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title, version: "1" },
    servers: [
      {
        url: "https://evil.example/{DATABASE_URL}",
        variables: { DATABASE_URL: { default: "v1" } },
      },
    ],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    paths: { "/x": { get: ok } },
    components: { securitySchemes: schemes },
    ...more,
  };
}

function workspace(t: TestContext, content: unknown): string {
  const folder = mkdtempSync(path.join(tmpdir(), "values-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "a.json"), JSON.stringify(content));
  return folder;
}

async function apiOf(t: TestContext, content: unknown): Promise<Api> {
  const cwd = workspace(t, content);
  const { surface, diagnostics } = await readSurface(path.join(cwd, "a.json"), defaultOptions(), {
    cwd,
  });
  assert.ok(surface, JSON.stringify(diagnostics));
  return surface.api;
}

/** All texts in the facts that name environment variables. */
function variablesOf(facts: unknown): readonly string[] {
  if (typeof facts !== "object" || facts === null) return [];
  return Object.entries(facts).flatMap(([key, value]) =>
    typeof value === "string" && /env$/i.test(key) ? [value] : variablesOf(value),
  );
}

const titles = [
  "AWS",
  "GitHub",
  "",
  "   ",
  "=",
  "MCP_CODEGEN",
  "LOG",
  "MCP",
  "Ünïcödé Å",
  "支付宝",
  "\u0000\n=x",
  "-".repeat(50),
  "A".repeat(10_000),
];

for (const title of titles) {
  const shown = JSON.stringify(title.slice(0, 20));
  test(`a variable of a document never has the name of another program's variable: ${shown}`, async (t) => {
    for (const content of [document(title), swagger2(title)]) {
      const names = variablesOf(await apiOf(t, content));
      assert.ok(names.length > 3);
      for (const name of names) assert.match(name, /^MCP_CODEGEN_[A-Z][A-Z0-9_]{1,120}$/);
      assert.equal(new Set(names).size, names.length);
      assert.deepEqual(variablesOf(await apiOf(t, content)), names);
    }
  });
}

function swagger2(title: string): object {
  return {
    swagger: "2.0",
    info: { title, version: "1" },
    host: "evil.example",
    schemes: ["https"],
    security: [{ key: [] }, { basic: [] }],
    paths: { "/x": { get: ok } },
    securityDefinitions: {
      key: { type: "apiKey", in: "query", name: "k" },
      basic: { type: "basic" },
    },
  };
}

test("no setting of the runtime or the generator is named in the space of documents", () => {
  const files = ["src", "runtime", "templates"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|hbs)$/.test(name))
      .map((name) => path.join(root, folder, name)),
  );
  for (const file of files) {
    assert.doesNotMatch(readFileSync(file, "utf8"), /env(\.|\[")MCP_CODEGEN_/, file);
  }
});

test("neither an extension, an overlay nor a server variable names an environment variable", async (t) => {
  const variable = { default: "a", env: "HOME", "x-env": "HOME" };
  const hostile = {
    "x-mcp": { env: { TOKEN: "HOME" } },
    env: { TOKEN: "HOME" },
    servers: [{ url: "https://a.example/{v}", variables: { v: variable } }],
    components: {
      securitySchemes: { TOKEN: { type: "http", scheme: "bearer", "x-env": "HOME", env: "HOME" } },
    },
    security: [{ TOKEN: [] }],
  };
  const names = variablesOf(await apiOf(t, document("T", hostile)));
  for (const name of names) assert.match(name, /^MCP_CODEGEN_T_/);
});

test("a program that uses a server as a library can ask where values go", async (t) => {
  const Server = serverOfFacts(await apiOf(t, document("T")), []);
  const env = { [key]: "s3cret" };
  const values = await valueDestinations(Server, { env, baseUrl: "https://mine.example/v1" });
  const found = values.find(({ name }) => name === key);
  assert.deepEqual(found, { name: key, origins: ["https://mine.example"], isSet: true });
  assert.ok(!JSON.stringify(values).includes("s3cret"));
});

test("a user names variables on the command line and in the route map, each for one value", async (t) => {
  const variables = { TOKEN: { default: "v1" } };
  const servers = [{ url: "https://a.example/{TOKEN}", variables }];
  const cwd = workspace(t, document("T", { servers }));
  const env = { SecretAccessKey: "FROM_ROUTES", "login.clientId": "MY_CLIENT" };
  writeFileSync(path.join(cwd, "routes.json"), JSON.stringify({ env }));
  const options = {
    ...defaultOptions(),
    routes: path.join(cwd, "routes.json"),
    env: [
      "TOKEN=GITHUB_TOKEN",
      "basic.username=ME",
      "baseUrl=WHERE",
      "MCP_CODEGEN_T_CERT_KEY_FILE=K",
    ],
  };
  const read = await readSurface(path.join(cwd, "a.json"), options, { cwd });
  const { api } = read.surface ?? assert.fail(JSON.stringify(read.diagnostics));
  assert.equal(api.baseUrlEnv, "WHERE");
  const found = variablesOf(api.securitySchemes);
  for (const name of ["FROM_ROUTES", "GITHUB_TOKEN", "ME", "K", "MY_CLIENT"]) {
    assert.equal(found.filter((each) => each === name).length, 1, name);
  }
  // The server variable has the scheme's name, but the scheme's token must not get into the URL.
  assert.deepEqual(variablesOf(api.servers), ["MCP_CODEGEN_T_TOKEN2"]);
  const wrong = { ...options, env: ["SecretAccesKey=X"] };
  const { surface, diagnostics } = await readSurface(path.join(cwd, "a.json"), wrong, { cwd });
  assert.equal(surface, undefined);
  assert.deepEqual(
    diagnostics.map(({ code, hint }) => [code, hint]),
    [["env-unknown", "Did you mean SecretAccessKey?"]],
  );
});

test("--help names the host of each variable, also of operations with their own servers", async (t) => {
  const own = { ...ok, servers: [{ url: "https://other.example" }], security: [{ TOKEN: [] }] };
  const api = await apiOf(t, document("T", { paths: { "/x": { get: ok }, "/y": { get: own } } }));
  const lines = helpText(api, {}).split("\n");
  const lineOf = (name: string) => lines.find((line) => line.includes(` ${name} `)) ?? "";
  assert.match(lineOf("MCP_CODEGEN_T_SECRET_ACCESS_KEY"), / → https:\/\/evil\.example$/);
  assert.match(lineOf("MCP_CODEGEN_T_DATABASE_URL"), / → https:\/\/evil\.example$/);
  assert.match(lineOf("MCP_CODEGEN_T_TOKEN"), /https:\/\/evil\.example, https:\/\/other\.example$/);
  assert.match(lineOf("MCP_CODEGEN_T_LOGIN_CLIENT_SECRET"), / → https:\/\/issuer\.example$/);
});

function serve(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Finished> {
  return runCommand(["serve", "a.json", ...args], { cwd, env: { XDG_STATE_HOME: cwd, ...env } });
}

const key = "MCP_CODEGEN_T_SECRET_ACCESS_KEY";

test("serve refuses to start while nobody has agreed to the hosts, and names the option for each", async (t) => {
  const cwd = workspace(t, document("T"));
  const set = { [key]: "s3cret", MCP_CODEGEN_T_LOGIN_CLIENT_ID: "app" };
  const { code, stderr } = await serve(cwd, set);
  assert.equal(code, 1);
  assert.ok(stderr.includes(`${key} → https://evil.example`));
  assert.ok(stderr.includes("MCP_CODEGEN_T_LOGIN_CLIENT_ID → https://issuer.example"));
  assert.ok(stderr.includes("--send-to https://evil.example --send-to https://issuer.example"));
  assert.ok(!stderr.includes("s3cret"));
  const half = await serve(cwd, set, "--send-to", "https://evil.example");
  assert.equal(half.code, 1);
  assert.ok(!half.stderr.includes("--send-to https://evil.example"));
});

test("serve starts with the hosts agreed to and says where each value goes, never the value", async (t) => {
  const cwd = workspace(t, document("T"));
  writeFileSync(path.join(cwd, "c.yaml"), "send-to: evil.example\n");
  const base = ["--base-url", "https://mine.example/v2"];
  for (const [args, origin] of [
    [["--send-to", "https://evil.example"], "https://evil.example"],
    [["--config", "c.yaml"], "https://evil.example"],
    [base, "https://mine.example"],
  ] as const) {
    const { code, stderr } = await serve(cwd, { [key]: "s3cret" }, ...args);
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`${key} → ${origin}\n`), stderr);
    assert.ok(!stderr.includes("s3cret"));
  }
});

test("without a value to send, serve starts as before, and variables of other programs are no values", async (t) => {
  const cwd = workspace(t, document("AWS"));
  const others = { AWS_SECRET_ACCESS_KEY: "a", DATABASE_URL: "b", AWS_TOKEN: "c", TOKEN: "d" };
  const { code, stderr } = await serve(cwd, others);
  assert.equal(code, 0, stderr);
  assert.ok(!stderr.includes("→"));
  assert.equal((await serve(cwd, { [key]: "s" }, "--mock")).code, 0);
});

test("a variable that the user names goes nowhere that nobody has agreed to", async (t) => {
  const cwd = workspace(t, document("T"));
  const named = ["--env", "TOKEN=GITHUB_TOKEN"];
  const { code, stderr } = await serve(cwd, { GITHUB_TOKEN: "s3cret" }, ...named);
  assert.equal(code, 1);
  assert.ok(stderr.includes("GITHUB_TOKEN → https://evil.example"), stderr);
  const agreed = ["--send-to", "evil.example"];
  const started = await serve(cwd, { GITHUB_TOKEN: "s3cret" }, ...named, ...agreed);
  assert.equal(started.code, 0);
  assert.ok(started.stderr.includes("GITHUB_TOKEN → https://evil.example"), started.stderr);
  assert.equal((await serve(cwd, {}, "--env", "TOKEN")).code, 2);
});

test("headers of callers, server variables and operations' servers need the user's word, too", async (t) => {
  const own = {
    ...ok,
    servers: [{ url: "https://{t}.other.example", variables: { t: { default: "x" } } }],
  };
  const cwd = workspace(t, document("T", { paths: { "/x": { get: ok }, "/y": { get: own } } }));
  const forward = await serve(cwd, {}, "--http", "0", "--forward-header", "X-Tenant");
  assert.equal(forward.code, 1);
  assert.match(forward.stderr, /the header X-Tenant of callers → https:\/\/x\.other\.example/);
  const moved = await serve(
    cwd,
    { MCP_CODEGEN_T_T: "evil", [key]: "s" },
    "--send-to",
    "evil.example",
  );
  assert.equal(moved.code, 1);
  assert.ok(moved.stderr.includes(`${key} → https://evil.other.example`), moved.stderr);
});

test("auth login sends a client nowhere that nobody has agreed to", async (t) => {
  const cwd = workspace(t, document("T"));
  const env = { XDG_STATE_HOME: cwd, MCP_CODEGEN_T_LOGIN_CLIENT_ID: "app" };
  const { code, stderr } = await runCommand(["auth", "login", "a.json"], { cwd, env });
  assert.equal(code, 1);
  assert.ok(stderr.includes("MCP_CODEGEN_T_LOGIN_CLIENT_ID → https://issuer.example"), stderr);
  assert.ok(stderr.includes("--send-to https://issuer.example"), stderr);
});

test("the answer of a terminal is remembered for this document, these values and these hosts", async (t) => {
  const cwd = workspace(t, document("T"));
  const spec = path.join(cwd, "a.json");
  const api = await apiOf(t, document("T"));
  let asked = 0;
  const agree = async (set: NodeJS.ProcessEnv, more: Partial<ConsentRequest> = {}) => {
    const env = { XDG_STATE_HOME: cwd, ...set };
    const ask = (): Promise<boolean> => Promise.resolve(++asked < 100);
    const defaults = { spec, api, env, baseUrl: undefined, forwardHeaders: [], sendTo: [], ask };
    const origins = await agreedOrigins({ ...defaults, ...more }, () => {});
    return { asked, origins };
  };
  const origins = ["https://evil.example"];
  assert.deepEqual(await agree({ [key]: "s" }), { asked: 1, origins });
  assert.deepEqual(await agree({ [key]: "s" }), { asked: 1, origins });
  // Nobody can answer now, but somebody did.
  assert.deepEqual(await agree({ [key]: "s" }, { ask: undefined }), { asked: 1, origins });
  // Another value for the same host.
  assert.equal((await agree({ [key]: "s", MCP_CODEGEN_T_TOKEN: "t" })).asked, 2);
  // The document names another host.
  const moved = { ...api, servers: [{ url: "https://other.example" }] };
  assert.equal((await agree({ [key]: "s" }, { api: moved })).asked, 3);
  // Another document.
  const other = path.join(workspace(t, document("T")), "a.json");
  assert.equal((await agree({ [key]: "s" }, { spec: other })).asked, 4);
  // Nothing identifies a document from standard input.
  for (const count of [5, 6]) {
    assert.equal((await agree({ [key]: "s" }, { spec: "-" })).asked, count);
  }
  const no = { spec: "-", ask: () => Promise.resolve(false) };
  assert.equal((await agree({ [key]: "s" }, no)).origins, undefined);
});
