/** `mcp-codegen clients`: what it shows, what it writes, and what it leaves as it was. */
import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { root, runCommand, type Finished } from "../support/cli.js";

const expected = path.join(path.dirname(fileURLToPath(import.meta.url)), "expected");
const update = process.env["UPDATE_GOLDEN"] === "1";

let folder: string;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "clients-"));
  const document = path.join(root, "examples/petstore/openapi.yaml");
  const words = ["--out", "petstore-mcp", "--no-build", "--quiet"];
  const run = await runCommand([document, ...words], { cwd: folder });
  assert.equal(run.code, 0, run.stderr);
  mkdirSync(path.join(folder, "petstore-mcp/dist"));
  writeFileSync(path.join(folder, "petstore-mcp/dist/main.js"), "");
});

after(() => rmSync(folder, { recursive: true }));

test("every client of a folder is shown with its file, its keys and no secret", async () => {
  await compare("stdio.txt", ["clients", "petstore-mcp"]);
});

test("every client of a URL is shown with the variable of its token", async () => {
  const options = ["--token-env", "MCP_TOKEN", "--name", "example", "--global"];
  await compare("http.txt", ["clients", "https://mcp.example.com/mcp", ...options]);
});

test("a URL needs no token", async () => {
  await compare("http-open.txt", ["clients", "http://localhost:3000/mcp", "codex", "vscode"]);
});

test("programs get the same as JSON", async () => {
  const run = await compare("stdio-json.txt", [
    "clients",
    "petstore-mcp",
    "cursor",
    "zed",
    "--json",
  ]);
  const [cursor] = JSON.parse(run.stdout) as [{ link: string; entry: object }];
  const config = new URL(cursor.link).searchParams.get("config") ?? "";
  const entry = JSON.parse(Buffer.from(config, "base64").toString("utf8")) as { command: string };
  assert.equal(entry.command, "node");
});

test("the link of VS Code holds the entry and its inputs", async () => {
  const run = await clients(["petstore-mcp", "vscode", "--json"]);
  const [{ link }] = JSON.parse(run.stdout) as [{ link: string }];
  const config = JSON.parse(decodeURIComponent(link.replace(/^vscode:mcp\/install\?/, ""))) as {
    name: string;
    inputs: readonly { password: boolean }[];
  };
  assert.equal(config.name, "petstore");
  assert.equal(config.inputs[0]?.password, true);
});

for (const [client, file] of [
  ["claude-code", ".mcp.json"],
  ["cursor", ".cursor/mcp.json"],
  ["vscode", ".vscode/mcp.json"],
  ["gemini", ".gemini/settings.json"],
  ["codex", ".codex/config.toml"],
] as const) {
  test(`${client} gets a new file in the project, once`, async () => {
    const first = await clients(["petstore-mcp", client, "--write"]);
    assert.deepEqual([first.code, first.stdout], [0, ""], first.stderr);
    assert.match(first.stderr, new RegExp(`^${file.replaceAll(".", "\\.")}: added petstore for `));
    const text = read(file);
    const shown = await clients(["petstore-mcp", client]);
    assert.ok(shown.stdout.includes(text.trimEnd()), "it writes what it shows");
    const second = await clients(["petstore-mcp", client, "--write"]);
    assert.match(second.stderr, /petstore is there already/);
    assert.equal(read(file), text);
  });
}

test("files of the user are made where this system has them, for the user alone", async () => {
  const run = await clients(["petstore-mcp", "zed", "windsurf", "--write"]);
  assert.equal(run.code, 0, run.stderr);
  const file = path.join(folder, "home/.codeium/windsurf/mcp_config.json");
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

const zed = `// My settings
{
\t"theme": "One Dark", // dark
\t"context_servers": {
\t\t/* do not touch */
\t\t"other": { "command": "other", "env": { "KEY": "secret-1" } },
\t},
}
`;

test("comments, other entries, tabs and trailing commas of JSON stay", async () => {
  const file = "home/.config/zed/settings.json";
  write(file, zed);
  const run = await clients(["https://mcp.example.com/mcp", "zed", "--write", "--name", "shop"]);
  assert.equal(run.code, 0, run.stderr);
  const text = read(file);
  for (const line of zed.split("\n")) assert.ok(text.includes(line.replace(/,$/, "")), line);
  assert.match(text, /\t\t"shop": \{\n\t\t\t"url": "https:\/\/mcp\.example\.com\/mcp"\n\t\t\}/);
});

const codex = `# My settings
model = "gpt-5"   # the best

[mcp_servers.other]   # do not touch
command = "other"
env = { KEY = "secret-1" }

[profiles.fast]
model = "gpt-5-mini"
`;

test("comments and other tables of TOML stay; an entry of the same name is replaced only with --force", async () => {
  const file = ".codex/config.toml";
  write(file, codex);
  const add = await clients(["petstore-mcp", "codex", "--write"]);
  assert.equal(add.code, 0, add.stderr);
  assert.ok(read(file).startsWith(codex), read(file));
  const before = read(file);
  const words = ["https://mcp.example.com/mcp", "codex", "--write", "--name", "petstore"];
  const refused = await clients(words);
  assert.equal(refused.code, 1);
  assert.equal(
    refused.stderr,
    `.codex/config.toml:11:1: error[client-entry-taken]: Codex has another server named petstore.
hint: Give this one another --name, or replace the other with --force.
`,
  );
  assert.equal(read(file), before);
  const forced = await clients([...words, "--force"]);
  assert.equal(forced.code, 0, forced.stderr);
  const after = read(file);
  assert.match(after, /\[mcp_servers\.petstore\]\s+url = "https:\/\/mcp\.example\.com\/mcp"\s/);
  assert.doesNotMatch(after, /dist\/main\.js/);
  for (const line of codex.split("\n")) assert.ok(after.includes(line), line);
});

test("servers in an inline table of TOML get one more", async () => {
  write(".codex/config.toml", `mcp_servers = { other = { command = "other" } } # mine\n`);
  const run = await clients(["https://a.example/mcp", "codex", "--write", "--name", "shop"]);
  assert.equal(run.code, 0, run.stderr);
  const text = read(".codex/config.toml");
  assert.match(text, /other = \{ command = "other" \}/);
  assert.match(text, /https:\/\/a\.example\/mcp/);
  assert.match(text, /# mine/);
});

test("another entry of JSON is replaced only with --force, and Windows line ends stay", async () => {
  const former = `{\r\n    "mcpServers": {\r\n        "shop": { "command": "mine", "env": { "KEY": "secret-1" } }\r\n    }\r\n}\r\n`;
  write(".mcp.json", former);
  const words = ["https://a.example/mcp", "claude-code", "--write", "--name", "shop"];
  const refused = await clients(words);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^\.mcp\.json:3:17: error\[client-entry-taken\]/);
  assert.doesNotMatch(refused.stderr, /secret-1/);
  assert.equal(read(".mcp.json"), former);
  const forced = await clients([...words, "--force"]);
  assert.equal(forced.code, 0, forced.stderr);
  assert.equal(read(".mcp.json").replaceAll("\r\n", "").includes("\n"), false);
});

test("an input that VS Code has already is not asked for twice", async () => {
  write(".vscode/mcp.json", `{ "inputs": [{ "id": "MCP_TOKEN", "type": "promptString" }] }`);
  const run = await clients([
    "https://a.example/mcp",
    "vscode",
    "--write",
    "--token-env",
    "MCP_TOKEN",
  ]);
  assert.equal(run.code, 0, run.stderr);
  assert.equal(read(".vscode/mcp.json").match(/"MCP_TOKEN"/g)?.length, 1);
});

for (const [what, client, file, text] of [
  ["JSON with a fault", "cursor", ".cursor/mcp.json", `{ "mcpServers": { "a": "secret-1" `],
  ["servers that are a list", "cursor", ".cursor/mcp.json", `{ "mcpServers": ["secret-1"] }`],
  ["a list", "gemini", ".gemini/settings.json", `["secret-1"]`],
  ["inputs that are no list", "vscode", ".vscode/mcp.json", `{ "inputs": { "a": "secret-1" } }`],
  ["JSON without an end of nesting", "cursor", ".cursor/mcp.json", "[".repeat(200_000)],
  ["TOML with a fault", "codex", ".codex/config.toml", `a = "secret-1\nb =`],
  ["servers that are no table", "codex", ".codex/config.toml", `mcp_servers = "secret-1"`],
] as const) {
  test(`${what} stays as it is, and no secret of it is shown`, async () => {
    write(file, text);
    const words = ["https://a.example/mcp", client, "--write", "--token-env", "MCP_TOKEN"];
    const run = await clients(words);
    assert.equal(run.code, 1, run.stderr);
    assert.match(
      run.stderr,
      /error\[client-file-invalid\]: The configuration of .* can't be changed/,
    );
    assert.doesNotMatch(run.stderr, /secret-1|^ {4}at /m);
    assert.equal(read(file), text);
  });
}

test("a configuration that is a link to a file stays one", async () => {
  write("dotfiles/cursor.json", "{}");
  rmSync(path.join(folder, ".cursor"), { recursive: true, force: true });
  mkdirSync(path.join(folder, ".cursor"));
  symlinkSync(path.join(folder, "dotfiles/cursor.json"), path.join(folder, ".cursor/mcp.json"));
  const run = await clients(["https://a.example/mcp", "cursor", "--write"]);
  assert.equal(run.code, 0, run.stderr);
  assert.ok(lstatSync(path.join(folder, ".cursor/mcp.json")).isSymbolicLink());
  assert.match(read("dotfiles/cursor.json"), /a\.example/);
});

test("a folder in place of a configuration is told", async () => {
  rmSync(path.join(folder, ".mcp.json"), { force: true });
  mkdirSync(path.join(folder, ".mcp.json"));
  const run = await clients(["https://a.example/mcp", "claude-code", "--write"]);
  assert.deepEqual(
    [run.code, run.stderr],
    [1, "error[client-file-invalid]: .mcp.json is no configuration.\n"],
  );
  rmSync(path.join(folder, ".mcp.json"), { recursive: true });
});

for (const [what, words, message] of [
  [
    "--write without a client",
    ["petstore-mcp", "--write"],
    /Name the clients to set up: claude-code, /,
  ],
  ["an unknown client", ["petstore-mcp", "emacs"], /It is one of "claude-code"/],
  ["a name with other characters", ["petstore-mcp", "--name", "a.b"], /--name must be letters/],
  ["a URL with a password", ["https://me:secret-1@a.example/mcp"], /has a user and password/],
  [
    "a token in place of its variable",
    ["https://a.example/", "--token-env", "secret-1"],
    /Expected an environment variable/,
  ],
  [
    "--token-env for a folder",
    ["petstore-mcp", "--token-env", "MCP_TOKEN"],
    /--token-env is for a server at a URL/,
  ],
] as const) {
  test(`${what} is wrong usage`, async () => {
    const run = await clients(words);
    assert.deepEqual([run.code, run.stdout], [2, ""]);
    assert.match(run.stderr, message);
    assert.doesNotMatch(run.stderr, /secret-1/);
  });
}

test("a folder that is no project, or holds modules only, is told with the next step", async () => {
  const none = await clients([".."]);
  assert.equal(none.code, 1);
  assert.match(
    none.stderr,
    /^error\[project-unreadable\]: \.\. is no generated project\.\nhint: Give/,
  );
  write("modules/server.ts", "");
  const modules = await clients(["modules"]);
  assert.match(modules.stderr, /has no program that a client could start/);
});

for (const [what, api] of [
  ["a name with quotes", `name: 'a"], "x": [', baseUrlEnv: "A", servers: []`],
  ["code", `name: process.exit(7), baseUrlEnv: "A", servers: []`],
  ["no facts", ``],
] as const) {
  test(`a project of somebody else with ${what} runs nothing and is refused`, async () => {
    write("evil/src/generated/server.ts", `export class S { static readonly api = { ${api} } }`);
    const run = await clients(["evil"]);
    assert.equal(run.code, 1);
    assert.match(run.stderr, /without the facts of the API/);
  });
}

test("variables with other names than a shell allows are left out", async () => {
  const scheme = `{ type: "bearer", env: 'X" --env Y=$(id)' }`;
  const api = `name: "a", baseUrlEnv: "A", servers: [], securitySchemes: { s: ${scheme} }`;
  write("evil/src/generated/server.ts", `export class S { static readonly api = { ${api} } }`);
  const run = await clients(["evil"]);
  assert.equal(run.code, 0, run.stderr);
  assert.doesNotMatch(run.stdout, /\$\(id\)/);
  assert.match(run.stderr, /^evil\/dist\/main\.js is not there yet: run npm run build\.\n$/);
});

function clients(words: readonly string[]): Promise<Finished> {
  return run(["clients", ...words]);
}

function run(words: readonly string[]): Promise<Finished> {
  const home = path.join(folder, "home");
  const env = { HOME: home, XDG_CONFIG_HOME: "", CODEX_HOME: "" };
  return runCommand(words, { cwd: folder, env });
}

/** Compares what is printed with a file. */
async function compare(name: string, words: readonly string[]): Promise<Finished> {
  const finished = await run(words);
  assert.deepEqual([finished.code, finished.stderr], [0, ""]);
  // Links hold the folder of this run in another form, so only their beginning is compared.
  const text = finished.stdout
    .replaceAll(folder, "{folder}")
    .replace(/(cursor:\S*config=|vscode:mcp\/install\?)[^\s"]+/g, "$1…");
  const file = path.join(expected, name);
  if (update) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"));
  return finished;
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), "utf8");
}

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && lstatSync(file).isSymbolicLink()) rmSync(file);
  writeFileSync(file, text);
}
