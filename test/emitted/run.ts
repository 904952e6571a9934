/**
 * `npm run test:emitted -- DIR [NAME…]`: generates documents of a corpus with `--tests` and runs the tests with `node
 * --test`, without access to other machines. Prints the number of documents that passed and failed; exit code 1 if one
 * failed, 2 without a corpus.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { corpusFolder, readManifest } from "../corpus/manifest.js";
import { cliPath } from "../support/cli.js";
import { runEmittedTests } from "../support/emitted-tests.js";
import { runProcess } from "../support/run-process.js";
import { documents } from "./documents.js";

const atATime = 2;
const timeoutMs = 300_000;
const [given, ...names] = process.argv.slice(2);
const folder = corpusFolder(given);
const manifest = readManifest(folder);
const workspace = mkdtempSync(path.join(os.tmpdir(), "emitted-"));
const queue = [...(names.length > 0 ? names : documents)];
let passed = 0;
let failed = 0;
let tests = 0;
await Promise.all(Array.from({ length: atATime }, work));
rmSync(workspace, { recursive: true, force: true });
process.stdout.write(`${tests} tests of operations\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const { count, problem, seconds } = await check(name);
    tests += count;
    if (problem === undefined) passed += 1;
    else failed += 1;
    const outcome = problem === undefined ? "ok" : "FAILED";
    process.stdout.write(`${outcome} ${name}: ${count} tests, ${seconds.toFixed(1)} s\n`);
    if (problem !== undefined) process.stdout.write(`${problem}\n`);
  }
}

interface Checked {
  readonly count: number;
  readonly problem?: string;
  readonly seconds: number;
}

async function check(name: string): Promise<Checked> {
  const document = manifest.find((each) => each.name === name);
  if (!document) return { count: 0, problem: "there is no such document", seconds: 0 };
  const out = path.join(workspace, name);
  const made = await runProcess(
    process.execPath,
    [cliPath, document.file, "--tests", "--allow-refs-outside", "--json", "--out", out],
    { timeoutMs },
  );
  if (made.code !== 0) {
    return { count: 0, problem: made.stdout.slice(0, 2_000), seconds: made.seconds };
  }
  const run = await runEmittedTests(out);
  rmSync(out, { recursive: true, force: true });
  const { passed: count, skipped, failed: bad, output } = run;
  const seconds = made.seconds + run.seconds;
  const offered = offeredOf(made.stdout);
  // None of these documents has a reason to skip a test.
  if (bad === 0 && skipped === 0 && count === offered) return { count, seconds };
  const why = `${count} of ${offered} tests pass, ${skipped} are skipped`;
  const details = output.split(/^not ok/m).slice(1, 4);
  return { count, problem: [why, ...details].join("\n").slice(0, 6_000), seconds };
}

/** Returns the number of operations that the command reports. */
function offeredOf(json: string): number {
  const { summary } = JSON.parse(json) as { summary: Record<string, number> };
  return ["tools", "searchable", "resources"].reduce((sum, each) => sum + (summary[each] ?? 0), 0);
}
