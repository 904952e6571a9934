/**
 * A command that can't do its work fails for a script, too: no exit code 0, no empty output to go on with. Hostile and huge
 * inputs, answers of 404, wrong usage and help are in test/e2e/bad-input.test.ts; `watch`, which waits for the repair, in
 * test/e2e/watch.test.ts; every message word for word in test/golden/problem-*.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { cliPath, runCommand } from "../support/cli.js";
import { documentOf } from "./repository.js";

/** Unusable documents by file name, with what the message must say where. */
const inputs = {
  "cut.json": ['{"openapi":', /^cut\.json:1:12: error\[syntax\]/m],
  "cut-line.json": ['{\n  "openapi": "3.0.3\n}', /^cut-line\.json:2:\d+: error\[syntax\]/m],
  "comma.json": ['{\n  "openapi": "3.0.3",\n}', /^comma\.json:\d:\d+: error\[/m],
  "tab.yaml": ["openapi: 3.0.3\npaths:\n\t/a: {}\n", /^tab\.yaml:3:1: error\[syntax\]/m],
  "open.yaml": ["openapi: 3.0.3\npaths: [\n", /^open\.yaml:\d:\d+: error\[syntax\]/m],
  "twice.yaml": [
    "openapi: 3.0.3\ninfo: {}\ninfo: {}\n",
    /^twice\.yaml:3:1: error\[duplicate-key\]/m,
  ],
  "other.json": ['{ "name": "thing" }', /^other\.json:1:1: error\[not-openapi\]/m],
  "list.yaml": ["- openapi\n", /^list\.yaml:1:1: error\[not-openapi\]/m],
  "empty.yaml": ["", /^empty\.yaml:1:1: error\[/m],
  "page.html": ["<!doctype html>\n<title>Sign in</title>\n", /^page\.html:1:\d+: error\[/m],
  "no-paths.yaml": [
    "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: {}\n",
    /^no-paths\.yaml:\d:\d+: error\[no-operations\]/m,
  ],
  "reference.yaml": [
    `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      parameters: [{ $ref: "#/components/parameters/Gone" }]
      responses: { "200": { description: ok } }
`,
    /^reference\.yaml:6:\d+: error\[ref-not-found\]/m,
  ],
} as const satisfies Readonly<Record<string, readonly [text: string, says: RegExp]>>;

/** Inputs that are no files to read. */
const unreadable: Readonly<Record<string, RegExp>> = {
  "missing.yaml": /^error\[input-unreadable\]: missing\.yaml does not exist\.$/m,
  "no/such/folder/openapi.yaml": /no\/such\/folder\/openapi\.yaml does not exist\.$/m,
  folder: /^error\[input-unreadable\]: folder is a folder\.$/m,
  "http://127.0.0.1:1/openapi.yaml":
    /^error\[input-unreadable\]: http:\/\/127\.0\.0\.1:1\/openapi\.yaml /m,
};

/** Every other command that reads a document; `INPUT` stands for it. */
const commands = [
  "check INPUT --out out",
  "diff INPUT good.json",
  "diff good.json INPUT",
  "init INPUT --yes --out out",
  "serve INPUT",
  "list INPUT",
  "explain INPUT listPets",
  "client INPUT --out out",
  "call INPUT listPets",
];

let folder: string;
let files: readonly string[];

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "failures-"));
  for (const [name, [text]] of Object.entries(inputs)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, "good.json"), documentOf([{ id: "listPets" }]));
  mkdirSync(path.join(folder, "folder"));
  files = readdirSync(folder);
});

after(() => rmSync(folder, { recursive: true, force: true }));

async function fails(args: readonly string[], says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runCommand(args, { cwd: folder });
  assert.equal(code, 1, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, /^ {4}at /m);
  assert.deepEqual(readdirSync(folder), files, "nothing was written");
}

describe("an input that can't be used fails with one located message", { concurrency: 2 }, () => {
  const all = Object.entries(inputs).map(([name, [, says]]) => [name, says] as const);
  for (const [input, says] of [...all, ...Object.entries(unreadable)]) {
    test(`generate ${input}`, () => fails([input, "--out", "out"], says));
  }
  for (const command of commands) {
    const args = command.replace("INPUT", "tab.yaml").split(" ");
    test(command, () => fails(args, inputs["tab.yaml"][1]));
  }
});

test("a script does not go on", () => {
  const script = '"$0" "$1" missing.yaml --out out && echo WENT-ON';
  const { status, stdout } = spawnSync("sh", ["-c", script, process.execPath, cliPath], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.equal(stdout, "");
});

test("--json says it on stdout, with the same exit code", async () => {
  const run = await runCommand(["tab.yaml", "--out", "out", "--json"], { cwd: folder });
  assert.equal(run.code, 1);
  const { ok, diagnostics } = JSON.parse(run.stdout) as {
    ok: boolean;
    diagnostics: readonly { code: string }[];
  };
  assert.equal(ok, false);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["syntax"],
  );
  assert.deepEqual(readdirSync(folder), files);
});
