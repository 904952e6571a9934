/** `mcp-codegen new`: the project runs at once, and its test passes. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { connectStdio } from "mcp-codegen/runtime";
import { root, runCommand } from "../support/cli.js";

const folder = mkdtempSync(path.join(tmpdir(), "new-server-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const command = (...args: string[]) => runCommand(["new", ...args], { cwd: folder });

for (const runtime of ["bundled", "package"]) {
  test(`a new server with the runtime ${runtime} answers over stdio, and its test passes`, async () => {
    const name = `weather-${runtime}`;
    const { code, stderr } = await command(name, "--runtime", runtime);
    assert.equal(code, 0, stderr);
    const project = path.join(folder, name);
    if (runtime === "package") {
      mkdirSync(path.join(project, "node_modules"));
      symlinkSync(root, path.join(project, "node_modules/mcp-codegen"));
    }
    const read = (file: string): string => readFileSync(path.join(project, file), "utf8");
    const { mcpServers } = JSON.parse(read(".mcp.json")) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    await using client = await connectStdio({ ...mcpServers[name]!, cwd: project });
    const { content } = await client.callTool("greet", { name: "Ada" });
    assert.deepEqual(content, [{ type: "text", text: "Hello, Ada!" }]);
    // Without the variables by which Node's runner knows that it runs inside another.
    const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
    const run = spawnSync(process.execPath, ["--test"], { cwd: project, encoding: "utf8", env });
    assert.equal(run.status, 0, run.stdout);
    assert.match(run.stdout, /pass 1/);
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const types = ["--typeRoots", path.join(root, "node_modules/@types")];
    const built = spawnSync(process.execPath, [tsc, "--noEmit", ...types], {
      cwd: project,
      encoding: "utf8",
    });
    assert.equal(built.status, 0, built.stdout);
  });
}

test("the files of a new server are those that the documentation lists", () => {
  const files = readdirSync(path.join(folder, "weather-package"), {
    recursive: true,
    encoding: "utf8",
  });
  const own = files.filter((file) => !file.startsWith("node_modules") && path.extname(file) !== "");
  assert.deepEqual(own.sort(), [
    ".mcp.json",
    ".vscode/mcp.json",
    "README.md",
    "dist/main.js",
    "dist/server.js",
    "package.json",
    "src/main.ts",
    "src/server.ts",
    "test/server.test.js",
    "tsconfig.json",
  ]);
});

test("a folder with files and a name that no package can have are refused", async () => {
  mkdirSync(path.join(folder, "full"));
  writeFileSync(path.join(folder, "full/file.txt"), "mine");
  writeFileSync(path.join(folder, "a-file"), "mine");
  for (const name of ["full", "a-file", "../out", "Big", "a b", "", "-x", "a/b", "node-modules"]) {
    const { code, stderr } = await command("--", name);
    assert.equal(code, 2, name);
    assert.match(stderr, /^mcp-codegen: /);
  }
  assert.deepEqual(readdirSync(path.join(folder, "full")), ["file.txt"]);
  mkdirSync(path.join(folder, "empty"));
  assert.equal((await command("empty")).code, 0);
});
