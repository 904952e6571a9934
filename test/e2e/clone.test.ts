import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { root, runCommand } from "../support/cli.js";

const run = promisify(execFile);
const windows = process.platform === "win32";
const npm = windows ? "npm.cmd" : "npm";

let workspace: string;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "clone-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

/** Commits everything in a folder, and returns a clone of it. */
async function clone(folder: string): Promise<string> {
  const git = (...args: readonly string[]): Promise<unknown> =>
    run("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd: folder });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "All");
  const copy = `${folder}-clone`;
  await run("git", ["clone", "-q", folder, copy]);
  return copy;
}

/** Hides the `tsc` that npm could find in the folders above, so that there is none as before an install. */
function hideCompiler(project: string): void {
  const bin = path.join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, "tsc"), "#!/bin/sh\necho tsc: not found >&2\nexit 127\n", {
    mode: 0o755,
  });
}

/** Does what `npm install` would do, without the network: the packages of the project, and the one that `npx` names. */
function install(project: string): void {
  const modules = path.join(project, "node_modules");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  mkdirSync(path.join(modules, "@types"));
  symlinkSync(root, path.join(modules, "mcp-codegen"));
  symlinkSync("../mcp-codegen/dist/cli/main.js", path.join(modules, ".bin/mcp-codegen"));
  for (const name of ["typescript", "@types/node", "undici-types"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  }
  symlinkSync("../typescript/bin/tsc", path.join(modules, ".bin/tsc"));
}

describe("a clone of a generated project", { skip: windows }, () => {
  test("says what to run before an install, then starts, and generates itself again", async () => {
    const folder = path.join(workspace, "one");
    mkdirSync(path.join(folder, "the docs"), { recursive: true });
    cpSync(
      path.join(root, "test/e2e/museum/openapi.yaml"),
      path.join(folder, "the docs/openapi.yaml"),
    );
    const first = await runCommand(["the docs/openapi.yaml", "--out", "server"], { cwd: folder });
    assert.equal(first.code, 0, first.stderr);
    const project = path.join(await clone(folder), "server");
    assert.ok(!existsSync(path.join(project, "dist")));
    hideCompiler(project);
    await assert.rejects(run(npm, ["start", "--silent"], { cwd: project }), ({ stderr }) => {
      assert.match(stderr, /\nThere is no dist\/\. Run npm install, then npm run build\.\n$/);
      assert.doesNotMatch(stderr, /^ +at /m);
      return true;
    });
    rmSync(path.join(project, "node_modules"), { recursive: true });
    install(project);

    const answer = await ask(project, { jsonrpc: "2.0", id: 1, method: "ping" });
    assert.deepEqual(answer, { jsonrpc: "2.0", id: 1, result: {} });

    const { stderr } = await run(npm, ["run", "generate", "--offline"], { cwd: project });
    assert.doesNotMatch(stderr, /warning|error/);
    const { stdout } = await run("git", ["status", "--porcelain"], { cwd: project });
    assert.equal(stdout, "");
  });

  test("generates its servers again from their configuration", async () => {
    const folder = path.join(workspace, "two");
    mkdirSync(folder);
    cpSync(path.join(root, "test/e2e/museum/openapi.yaml"), path.join(folder, "openapi.yaml"));
    const config = {
      input: "openapi.yaml",
      build: false,
      servers: { a: {}, b: { mode: "search" } },
    };
    writeFileSync(path.join(folder, "mcp-codegen.config.json"), JSON.stringify(config));
    const first = await runCommand([], { cwd: folder });
    assert.equal(first.code, 0, first.stderr);
    const project = path.join(await clone(folder), "b-mcp");
    const { scripts } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8"));
    assert.match(scripts.generate, / --config \.\.\/mcp-codegen\.config\.json --only b$/);
    install(project);
    const { stderr } = await run(npm, ["run", "generate", "--offline"], { cwd: project });
    assert.match(stderr, /This folder is up to date, nothing was written\./);
  });
});

/** Sends one message to the server that `npm start` runs. Nothing else may be on its standard output. */
async function ask(cwd: string, message: object): Promise<unknown> {
  const child = spawn(npm, ["start", "--silent"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(`${JSON.stringify(message)}\n`);
  let stdout = "";
  for await (const chunk of child.stdout) stdout += String(chunk);
  return JSON.parse(stdout);
}
