/** Checks one golden case: runs the command, compares its output, and starts and calls the server. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../support/cli.js";
import { runEmittedTests, type TestRun } from "../support/emitted-tests.js";
import type { Recorder } from "../support/recorder.js";
import type { CaseFile } from "./case-file.js";
import { playSession } from "./session.js";

const update = process.env["UPDATE_GOLDEN"] === "1";

/**
 * Generates from the inputs in `input` and checks the definition. `caseFolder` holds the files that are expected byte
 * for byte, if any.
 */
export async function checkCase(
  caseFolder: string,
  input: string,
  definition: CaseFile,
  recorder: Recorder,
): Promise<void> {
  const out = path.join(input, "out");
  const before = readFolder(out);
  const finished = await runCommand([...(definition.args ?? ["openapi.yaml"]), "--out", "out"], {
    cwd: input,
    ...(definition.stdin === undefined ? {} : { stdin: definition.stdin }),
  });
  const { stderr } = finished;
  const stable = stderr
    .replaceAll(recorder.url, "{upstream}")
    .replaceAll(new URL(recorder.url).host, "{upstream-host}")
    // A log gets a line of progress after ten seconds, which a busy computer takes.
    .replace(/^(?:Compiling the project|Comparing with the output)…\n/m, "");
  const problems = stable.replace(/^Wrote \d+ files? to out\.\n[^]*/m, "");

  assert.doesNotMatch(stderr, /^ {4}at |^GUARD/m);
  assert.equal(finished.code, definition.exit ?? 0, stderr);
  const targets = recorder.take().map((request) => request.target);
  assert.deepEqual(targets, definition.fetches ?? [], "what the command fetched");
  checkMessages(definition, stderr);
  const exact = path.join(caseFolder, "stderr.txt");
  if (existsSync(exact)) compareText(exact, problems);
  else if (definition.exit) assert.ok(definition.says, "a case that fails needs a stderr.txt");
  else if (!definition.says) assert.equal(problems, "", "no warnings");
  if (definition.exit) {
    assert.equal(finished.stdout, "", "nothing on stdout");
    assert.deepEqual(readFolder(out), before, "nothing written");
    return;
  }
  compareFolder(path.join(caseFolder, "expected"), out);
  if (definition.usage) writeFileSync(path.join(input, "usage.ts"), definition.usage);
  // A client's project has no server to start.
  if (!existsSync(path.join(out, "dist/generated/server.js"))) return;
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

/** Returns every file below `folder` with its text; undefined if there is no such folder. */
function readFolder(folder: string): Record<string, string> | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const files = filesBelow(folder).map((file): [string, string] => [
    file,
    readFileSync(path.join(folder, file), "utf8"),
  ]);
  return Object.fromEntries(files);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Replaces the placeholders in the inputs. */
export function fillIn(input: string, url: string): void {
  for (const name of filesBelow(input)) {
    if (!/\.(yaml|json)$/.test(name)) continue;
    const file = path.join(input, name);
    const text = readFileSync(file, "utf8");
    if (text.includes("{upstream")) writeFileSync(file, fill(text, url));
  }
}

export function fill(text: string, url: string): string {
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
