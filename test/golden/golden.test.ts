/**
 * Every folder beside this file is a case: the real command line generates from its inputs, the output is compared
 * with `expected/`, type-checked, started and called through a client that nobody here wrote.
 *
 * `UPDATE_GOLDEN=1` rewrites `expected/` and `stderr.txt` of the cases that have them.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { load } from "js-yaml";
import { root, runCommand } from "../support/cli.js";
import { startRecorder, type Recorder } from "../support/recorder.js";
import type { Call, CaseFile } from "./case-file.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

let workspace: string;
let recorder: Recorder;

before(async () => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "golden-"));
  recorder = await startRecorder();
});

after(async () => {
  await recorder.close();
  rmSync(workspace, { recursive: true, force: true });
});

for (const name of cases) {
  const caseFolder = path.join(folder, name);
  const definition = load(readFileSync(path.join(caseFolder, "case.yaml"), "utf8")) as CaseFile;

  test(`${name}: ${definition.about}`, async () => {
    const input = path.join(workspace, name);
    cpSync(caseFolder, input, { recursive: true });
    const out = path.join(input, "out");
    const finished = await runCommand([...(definition.args ?? ["openapi.yaml"]), "--out", "out"], {
      cwd: input,
      ...(definition.stdin === undefined ? {} : { stdin: definition.stdin }),
    });

    assert.doesNotMatch(finished.stderr, /^ {4}at /m, "no stack trace");
    assert.equal(finished.code, definition.exit ?? 0, finished.stderr);
    compareText(path.join(caseFolder, "stderr.txt"), finished.stderr);
    if (definition.exit) {
      assert.equal(finished.stdout, "", "nothing on stdout");
      assert.equal(existsSync(out), false, "nothing written");
      return;
    }
    compareFolder(path.join(caseFolder, "expected"), out);
    await callServer(out, definition);
  });
}

test("the output of every case compiles under the strict flags", () => {
  const projects = cases.filter((name) =>
    existsSync(path.join(workspace, name, "out/tsconfig.json")),
  );
  assert.ok(projects.length > 0);
  mkdirSync(path.join(workspace, "node_modules"), { recursive: true });
  cpSync(path.join(root, "node_modules/@types"), path.join(workspace, "node_modules/@types"), {
    recursive: true,
  });
  cpSync(
    path.join(root, "node_modules/undici-types"),
    path.join(workspace, "node_modules/undici-types"),
    {
      recursive: true,
    },
  );
  const config = {
    extends: `./${projects[0]}/out/tsconfig.json`,
    compilerOptions: { noEmit: true, rootDir: ".", types: ["node"] },
    include: projects.map((name) => `${name}/out/src`),
  };
  writeFileSync(path.join(workspace, "tsconfig.json"), JSON.stringify(config));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [tsc, "-p", workspace], { encoding: "utf8" });
  assert.equal(run.stdout + run.stderr, "");
  assert.equal(run.status, 0);
});

async function callServer(out: string, definition: CaseFile): Promise<void> {
  const env = definition.env ?? {};
  const resolved = Object.entries(env).map(([key, value]) => [
    key,
    value.replace("{upstream}", recorder.url),
  ]);
  const baseUrl = definition.ownServer ? {} : { [baseUrlVariable(out)]: recorder.url };
  const client = new Client({ name: "golden", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(out, "dist/main.js")],
    env: { ...baseUrl, ...Object.fromEntries(resolved) },
    stderr: "pipe",
  });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    if (definition.tools)
      assert.deepEqual(
        tools.map((tool) => tool.name),
        definition.tools,
      );
    for (const [name, subset] of Object.entries(definition.listed ?? {})) {
      const tool = tools.find((each) => each.name === name);
      assert.ok(tool, `tool ${name} is listed`);
      matchSubset(tool, subset, name);
    }
    for (const text of definition.neverListed ?? []) {
      assert.equal(JSON.stringify(tools).includes(text), false, `${text} is listed`);
    }
    for (const call of definition.calls ?? []) await check(client, call);
  } finally {
    await client.close();
  }
}

/** The variable that sets the base URL, read where a user would: in the generated class. */
function baseUrlVariable(out: string): string {
  const text = readFileSync(path.join(out, "src/generated/server.ts"), "utf8");
  const found = /baseUrlEnv: "([A-Z0-9_]+)"/.exec(text)?.[1];
  assert.ok(found, "the class names its base URL variable");
  return found;
}

async function check(client: Client, call: Call): Promise<void> {
  recorder.take();
  if (call.answer) recorder.answerNext(call.answer);
  const label = `${call.tool} ${JSON.stringify(call.arguments ?? {})}`;
  const result = await client.callTool({ name: call.tool, arguments: { ...call.arguments } });
  const requests = recorder.take();
  if (call.refused !== undefined) {
    assert.equal(result["isError"], true, `${label} is refused: ${JSON.stringify(result)}`);
    assert.ok(
      JSON.stringify(result["content"]).includes(call.refused),
      `${label}: ${JSON.stringify(result)}`,
    );
    assert.deepEqual(requests, [], `${label} makes no request`);
    return;
  }
  if (call.sends) {
    assert.equal(requests.length, 1, `${label} makes one request: ${JSON.stringify(result)}`);
    const [request] = requests;
    const { method, target, headers, body } = call.sends;
    if (method !== undefined) assert.equal(request?.method, method, label);
    if (target !== undefined) assert.equal(request?.target, target, label);
    for (const [name, value] of Object.entries(headers ?? {})) {
      assert.equal(request?.headers[name] ?? null, value, `${label}: header ${name}`);
    }
    if (body === null) assert.equal(request?.body, "", label);
    else if (typeof body === "string") assert.equal(request?.body, body, label);
    else if (body !== undefined) assert.deepEqual(JSON.parse(request?.body ?? ""), body, label);
  }
  if (call.result !== undefined) matchSubset(result, call.result, label);
  else assert.notEqual(result["isError"], true, `${label}: ${JSON.stringify(result)}`);
}

/** Every member of `subset` is in `value`, at every depth; arrays are compared whole. */
function matchSubset(value: unknown, subset: unknown, label: string): void {
  if (typeof subset !== "object" || subset === null || Array.isArray(subset)) {
    assert.deepEqual(value, subset, label);
    return;
  }
  assert.ok(typeof value === "object" && value !== null, `${label} is an object`);
  for (const [key, part] of Object.entries(subset)) {
    matchSubset((value as Record<string, unknown>)[key], part, `${label}.${key}`);
  }
}

function compareFolder(expected: string, out: string): void {
  if (!existsSync(expected)) return;
  const files = readdirSync(expected, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const entry of files) {
    const file = path.relative(expected, path.join(entry.parentPath, entry.name));
    compareText(path.join(expected, file), readFileSync(path.join(out, file), "utf8"));
  }
}

function compareText(expected: string, actual: string): void {
  if (!existsSync(expected)) return;
  if (update) writeFileSync(expected, actual);
  assert.equal(actual, readFileSync(expected, "utf8"));
}
