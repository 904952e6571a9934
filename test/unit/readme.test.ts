import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { load } from "js-yaml";
import { withOptions } from "../../.build/readme.js";
import { parseSource } from "../../src/load/parse.js";
import { readRouteMap } from "../../src/routes/read-route-map.js";
import { root, runCommand } from "../support/cli.js";

const readme = readFileSync(path.join(root, "README.md"), "utf8");
const petstore = path.join(root, "examples/petstore");

test("the README's option tables are those of the command line", async () => {
  assert.equal(readme, await withOptions(readme), "run: npm run readme");
});

const commands = [...readme.matchAll(/^npx mcp-codegen (.*?)(?: +#.*)?$/gm)].map(
  ([, line]) => line ?? "",
);

test("the README shows commands", () => assert.ok(commands.length >= 4));

const others = /^(serve|http|auth|list|explain|client|call)/;

for (const command of commands.filter((line) => !others.test(line))) {
  test(`README: npx mcp-codegen ${command}`, async () => {
    const args = command.split(" ").filter((word) => word !== "--check");
    const run = await runCommand([...args, "--dry-run"], { cwd: petstore });
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /operations: \d+ tools/);
  });
}

for (const command of commands.filter((line) => /^(list|explain)/.test(line))) {
  test(`README: npx mcp-codegen ${command}`, async () => {
    const run = await runCommand(command.split(" "), { cwd: petstore });
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, command.startsWith("list") ? /operations/ : /curl/);
  });
}

test("README: a tool of the document is called, and its client is written", async () => {
  const [call] = commands.filter((line) => line.startsWith("call openapi.yaml"));
  const called = await runCommand((call ?? "").split(" "), { cwd: petstore });
  assert.equal(called.code, 0, called.stderr);
  assert.match(called.stdout, /"name":/);
  const [client] = commands.filter((line) => line.startsWith("client openapi.yaml"));
  const written = await runCommand([...(client ?? "").split(" "), "--dry-run"], { cwd: petstore });
  assert.equal(written.code, 0, written.stderr);
  assert.match(written.stderr, /PetstoreClient: \d+ tools/);
});

test("README: the doctor finds the petstore well when its key is set", async () => {
  const doctor = commands.find((line) => line.startsWith("auth doctor"));
  const env = { MCP_CODEGEN_PETSTORE_API_KEY: "k" };
  const run = await runCommand((doctor ?? "").split(" "), { cwd: petstore, env });
  assert.equal(run.code, 0, run.stdout);
  assert.match(run.stdout, /MCP_CODEGEN_PETSTORE_API_KEY +set/);
});

test("the README's route map is one", () => {
  const text = /```yaml\n(routes:[\s\S]*?)```/.exec(readme)?.[1] ?? "";
  assert.ok(load(text));
  const { source } = parseSource("file:///routes.yaml", text);
  assert.ok(source);
  assert.deepEqual(readRouteMap(source).diagnostics, []);
});

test("the README's program generates", async () => {
  const code = /```ts\n(import \{ defaultOptions[\s\S]*?)```/.exec(readme)?.[1] ?? "";
  assert.match(code, /generate\("openapi.yaml"/);
  // In the folder of a document, with the package installed as a dependency.
  const run = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `${code}\nconsole.log(files.length, diagnostics.length);`],
    { cwd: petstore, encoding: "utf8" },
  );
  assert.equal(run.stderr, "");
  assert.match(run.stdout, /^\d+ 0\n$/);
});

test("the README's changed operation compiles and is what runs", async () => {
  const code = /```ts\n(import \{ run, ToolError[\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const out = mkdtempSync(path.join(tmpdir(), "readme-"));
  try {
    const generate = (): ReturnType<typeof runCommand> =>
      runCommand([path.join(petstore, "openapi.yaml"), "--out", out], { cwd: root });
    assert.equal((await generate()).code, 0);
    writeFileSync(path.join(out, "src/main.ts"), code);
    symlinkSync(path.join(root, "node_modules"), path.join(out, "node_modules"));
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const checked = spawnSync(process.execPath, [tsc, "--noEmit", "-p", out], { encoding: "utf8" });
    assert.equal(checked.stdout, "");
    assert.equal((await generate()).code, 0);

    const client = new Client({ name: "readme", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(out, "dist/main.js"), "--mock"],
      }),
    );
    const answer = await client.callTool({ name: "createPet", arguments: { name: "test pet" } });
    await client.close();
    assert.equal(answer.isError, true);
    assert.match(JSON.stringify(answer.content), /not allowed in production/);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

test("the README's scripts exist", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const [, name] of readme.matchAll(/npm run ([a-z:]+)/g)) {
    assert.ok(name && Object.hasOwn(scripts, name), `npm run ${name}`);
  }
});
