/** The package as users get it: packed, installed in an empty folder, run by npx. */
import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { root } from "../support/cli.js";
import { runProcess, type ProcessResult } from "../support/run-process.js";

let folder: string;
/** Creates a project with the package installed. */
let project: string;

before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "package-"));
  project = path.join(folder, "project");
  mkdirSync(project);
  // dist/ is built already. Building again would remove it while other tests use it.
  const packed = await npm(["pack", "--ignore-scripts", "--pack-destination", folder], root);
  const tarball = packed.stdout.trim().split("\n").pop() ?? "";
  writeFileSync(path.join(project, "package.json"), '{ "private": true }');
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];
  await npm(["install", ...quiet, path.join(folder, tarball)], project);
  cpSync(path.join(root, "test/e2e/museum"), project, { recursive: true });
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("npx generates a server that runs where there is no node_modules", async () => {
  await npx(["openapi.yaml", "--out", "museum-mcp"]);
  const elsewhere = path.join(folder, "elsewhere");
  cpSync(path.join(project, "museum-mcp"), elsewhere, { recursive: true });
  assert.ok(!readdirSync(elsewhere).includes("node_modules"));
  await withServer([path.join(elsewhere, "dist/main.js"), "--mock"], elsewhere, callIt);
});

const isOld = Number(process.versions.node.split(".")[0]) < 24;
const skip = isOld && "the permission model is stable since Node 24; .ci/node24 runs this";
test("a generated server answers with the rights of start:restricted only", { skip }, async () => {
  await npx(["openapi.yaml", "--out", "restricted-mcp"]);
  const out = path.join(project, "restricted-mcp");
  const { scripts } = JSON.parse(readFileSync(path.join(out, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const [, ...args] = (scripts["start:restricted"] ?? "").split(" ");
  assert.ok(args.includes("--permission"));
  await withServer([...args, "--mock"], out, callIt);
  const outside = "require('node:fs').readFileSync('../package.json')";
  const run = await runProcess(process.execPath, [...args.slice(0, -1), "-e", outside], {
    cwd: out,
  });
  assert.match(run.stderr, /ERR_ACCESS_DENIED/);
});

test("serve offers the same tools without writing a file", async () => {
  const before = readdirSync(project).sort();
  const cli = path.join(project, "node_modules/mcp-codegen/dist/cli/main.js");
  await withServer([cli, "serve", "openapi.yaml", "--mock"], project, callIt);
  assert.deepEqual(readdirSync(project).sort(), before);
});

test("a module that uses the installed package's runtime can be imported", async () => {
  await npx(["openapi.yaml", "--out", "src/museum", "--layout", "module", "--runtime", "package"]);
  assert.deepEqual(
    readdirSync(path.join(project, "src/museum"))
      .filter((name) => name.endsWith(".ts"))
      .sort(),
    ["index.ts", "operations.ts", "server.ts", "types.ts"],
  );
  const script =
    'import * as runtime from "mcp-codegen/runtime"; console.log(typeof runtime.OpenApiServer);';
  const run = await runProcess(process.execPath, ["--input-type=module", "-e", script], {
    cwd: project,
  });
  assert.equal(run.stdout.trim(), "function", run.stderr);
});

test("the programmatic surface can be imported", async () => {
  const script = 'const { generate } = await import("mcp-codegen"); console.log(typeof generate);';
  const run = await runProcess(process.execPath, ["--input-type=module", "-e", script], {
    cwd: project,
  });
  assert.equal(run.stdout.trim(), "function", run.stderr);
});

async function callIt(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  assert.equal(tools.length, 7);
  const result = await client.callTool({ name: "addExhibit", arguments: { title: "Whale" } });
  assert.notEqual(result["isError"], true, JSON.stringify(result));
  const answer = result["structuredContent"] as Record<string, unknown>;
  assert.equal(typeof answer["title"], "string");
}

async function withServer(
  args: string[],
  cwd: string,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: "package", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env: {}, stderr: "pipe" }),
  );
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function npx(args: readonly string[]): Promise<void> {
  // --no: never install another package in place of the packed one.
  await run("npx", ["--no", "mcp-codegen", ...args], project);
}

function npm(args: readonly string[], cwd: string): Promise<ProcessResult> {
  return run("npm", args, cwd);
}

async function run(command: string, args: readonly string[], cwd: string): Promise<ProcessResult> {
  const result = await runProcess(command, args, { cwd, env: ownEnvironment() });
  assert.equal(result.code, 0, `${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return result;
}

/** Returns the environment without npm's variables, which would make the inner npm use this project. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|execpath|config_local_prefix)/.test(name),
  );
  return Object.fromEntries(entries);
}
