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
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { codes } from "../../src/diagnostics/codes.js";
import { guardImport, root, runCommand } from "../support/cli.js";
import { runEmittedTests, type TestRun } from "../support/emitted-tests.js";
import { startRecorder, type Recorder } from "../support/recorder.js";
import type { CaseFile } from "./case-file.js";
import { playSession } from "./session.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
/** `GOLDEN=nullable` runs the cases with that text in their names. */
const wanted = process.env["GOLDEN"] ?? "";
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.includes(wanted))
  .map((entry) => entry.name)
  .sort();

let workspace: string;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "golden-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

describe("golden cases", { concurrency: 2 }, () => {
  for (const name of cases) {
    const text = readFileSync(path.join(folder, name, "case.yaml"), "utf8");
    const { about } = load(text) as CaseFile;
    test(`${name}: ${about}`, async () => {
      const input = path.join(workspace, name);
      cpSync(path.join(folder, name), input, { recursive: true });
      const recorder = await startRecorder({ files: input });
      try {
        fillIn(input, recorder.url);
        const filled = load(fill(text, recorder.url).replaceAll("{folder}", input)) as CaseFile;
        await checkCase(path.join(folder, name), input, filled, recorder);
      } finally {
        await recorder.close();
      }
    });
  }
});

test("the output of every case compiles under the strict flags", () => {
  const projects = cases.filter((name) =>
    existsSync(path.join(workspace, name, "out/tsconfig.json")),
  );
  assert.ok(projects.length > 0);
  const modules = path.join(workspace, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    cpSync(path.join(root, "node_modules", name), path.join(modules, name), { recursive: true });
  }
  const config = {
    extends: `./${projects[0]}/out/tsconfig.json`,
    compilerOptions: { noEmit: true, rootDir: ".", types: ["node"] },
    include: projects.flatMap((name) => [`${name}/out/src`, `${name}/usage.ts`]),
  };
  writeFileSync(path.join(workspace, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(path.join(workspace, "package.json"), '{ "type": "module" }');
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [tsc, "-p", workspace], { encoding: "utf8" });
  assert.equal(run.stdout + run.stderr, "");
  assert.equal(run.status, 0);
});

/** Problems that no small input provokes, and where they are tested instead. */
const provokedElsewhere: Readonly<Record<string, string>> = {
  "input-too-large": "test/unit/load",
  "schema-outlined": "test/unit/surface",
};

test(
  "every problem the generator can report is provoked by a case",
  { skip: wanted !== "" },
  () => {
    const printed = cases
      .map((name) => path.join(folder, name, "stderr.txt"))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, "utf8"))
      .join("");
    const missing = Object.keys(codes).filter((code) => !printed.includes(`[${code}]`));
    assert.deepEqual(missing.sort(), Object.keys(provokedElsewhere).sort());
  },
);

async function checkCase(
  caseFolder: string,
  input: string,
  definition: CaseFile,
  recorder: Recorder,
): Promise<void> {
  const out = path.join(input, "out");
  const before = readFolder(out);
  const finished = await runCommand([...(definition.args ?? ["openapi.yaml"]), "--out", "out"], {
    cwd: input,
    env: { NODE_OPTIONS: `--import=${guardImport}` },
    ...(definition.stdin === undefined ? {} : { stdin: definition.stdin }),
  });
  const { stderr } = finished;
  const stable = stderr
    .replaceAll(recorder.url, "{upstream}")
    .replaceAll(new URL(recorder.url).host, "{upstream-host}");
  const problems = stable.replace(/^Wrote \d+ files? to out\.\n[^]*/m, "");

  assert.doesNotMatch(stderr, /^ {4}at |^GUARD/m);
  assert.equal(finished.code, definition.exit ?? 0, stderr);
  const targets = recorder.take().map((request) => request.target);
  assert.deepEqual(targets, definition.fetches ?? [], "what the command fetched");
  checkMessages(definition, stderr);
  const exact = path.join(caseFolder, "stderr.txt");
  if (existsSync(exact)) compareText(exact, problems);
  else if (definition.exit) assert.fail("a case that fails needs a stderr.txt");
  else if (!definition.says) assert.equal(problems, "", "no warnings");
  if (definition.exit) {
    assert.equal(finished.stdout, "", "nothing on stdout");
    assert.deepEqual(readFolder(out), before, "nothing written");
    return;
  }
  compareFolder(path.join(caseFolder, "expected"), out);
  if (definition.usage) writeFileSync(path.join(input, "usage.ts"), definition.usage);
  if (!existsSync(path.join(out, "dist/main.js"))) return;
  if (definition.tests) checkTests(await runEmittedTests(out), definition.tests);
  const { sessions = [], ...first } = definition;
  for (const session of [first, ...sessions]) await playSession(out, session, recorder);
}

function checkTests(run: TestRun, expected: NonNullable<CaseFile["tests"]>): void {
  const { passed, skipped, failed, output } = run;
  assert.deepEqual({ passed, skipped, failed }, { ...expected, failed: 0 }, output);
}

function checkMessages(definition: CaseFile, stderr: string): void {
  for (const part of definition.says ?? []) assert.ok(stderr.includes(part), `${part}: ${stderr}`);
  for (const part of definition.neverSays ?? []) {
    assert.equal(stderr.includes(part), false, `${part}: ${stderr}`);
  }
}

/** Every file below `folder` and its text; undefined when there is no such folder. */
function readFolder(folder: string): Record<string, string> | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const files = filesBelow(folder).map((file): [string, string] => [
    file,
    readFileSync(path.join(folder, file), "utf8"),
  ]);
  return Object.fromEntries(files);
}

/** Relative paths. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Puts the recorder's URL into the inputs. */
function fillIn(input: string, url: string): void {
  for (const name of filesBelow(input)) {
    if (!/\.(yaml|json)$/.test(name)) continue;
    const file = path.join(input, name);
    const text = readFileSync(file, "utf8");
    if (text.includes("{upstream")) writeFileSync(file, fill(text, url));
  }
}

function fill(text: string, url: string): string {
  return text.replaceAll("{upstream}", url).replaceAll("{upstream-host}", new URL(url).host);
}

function compareFolder(expected: string, out: string): void {
  if (!existsSync(expected)) return;
  for (const file of filesBelow(expected)) {
    compareText(path.join(expected, file), readFileSync(path.join(out, file), "utf8"));
  }
}

function compareText(expected: string, actual: string): void {
  if (update) writeFileSync(expected, actual);
  assert.equal(actual, readFileSync(expected, "utf8"));
}
