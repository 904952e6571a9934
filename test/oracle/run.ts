/**
 * `npm run oracle -- DIR [NAME …]`: calls every operation of every document of DIR/manifest.tsv (or of those named)
 * through MCP with sampled arguments, and compares the request with the one that swagger-client makes of the same call.
 *
 * Exit codes: 0 nothing is wrong; 1 a request or an answer is wrong, too little was compared, or a decision is stale; 2
 * there is no such corpus.
 */
import path from "node:path";
import { corpusFolder, readManifest } from "../corpus/manifest.js";
import { root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";
import { runTypeScript } from "../support/typescript/flags.js";
import { readDecisions } from "./decisions.js";
import { formatHeader, formatNotCompared, formatResult, formatTotals } from "./report.js";
import type { OracleResult } from "./result.js";

const atATime = 2;
const timeoutMs = 900_000;
/** Minimum share of a whole corpus' operations that must be compared. */
const leastCompared = 0.95;

const [given, ...names] = process.argv.slice(2);
const folder = corpusFolder(given);

const documents = readManifest(folder).filter(
  ({ name }) => names.length === 0 || names.includes(name),
);
const results: OracleResult[] = [];
process.stdout.write(formatHeader());
// The largest first, so that no core is idle at the end.
const queue = [...documents].sort((a, b) => b.operations - a.operations);
await Promise.all(Array.from({ length: atATime }, work));
process.stdout.write(formatNotCompared(results) + formatTotals(results));

let failed = results.filter(({ problems }) => problems.length > 0).length;
const passed = results.length - failed;
if (names.length === 0) failed += checkWhole();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const result = await check(next.name, next.file);
    results.push(result);
    process.stdout.write(formatResult(result));
  }
}

/** Checks a document in its own process, so that a crash or a hang fails only that document. */
async function check(name: string, file: string): Promise<OracleResult> {
  const script = path.join(root, "test/oracle/check-document.ts");
  const run = await runProcess(process.execPath, [...runTypeScript, script, name, file], {
    cwd: root,
    timeoutMs,
  });
  try {
    return JSON.parse(run.stdout) as OracleResult;
  } catch {
    const reason = run.timedOut ? `hangs for ${timeoutMs / 1000} s` : run.stderr.slice(0, 2000);
    const none = { operations: 0, compared: 0, requests: 0, equal: 0, decided: 0, wrong: 0 };
    return {
      ...none,
      name,
      answers: 0,
      carried: 0,
      coverage: { branches: 0, branchesSent: 0, members: 0, membersSent: 0 },
      applied: {},
      notCompared: {},
      problems: [`the check broke off: ${reason}`],
      seconds: run.seconds,
    };
  }
}

/** Returns the problems that only a run over the whole corpus shows. */
function checkWhole(): number {
  let problems = 0;
  const fail = (text: string): void => {
    problems += 1;
    process.stdout.write(`FAILED ${text}\n`);
  };
  const operations = results.reduce((sum, each) => sum + each.operations, 0);
  const compared = results.reduce((sum, each) => sum + each.compared, 0);
  if (compared < operations * leastCompared) {
    fail(`only ${compared} of ${operations} operations were compared`);
  }
  for (const name of Object.keys(readDecisions(path.join(root, "test/oracle/decisions.json")))) {
    const used = results.some(({ applied }) => (applied[name] ?? 0) > 0);
    if (!used) fail(`stale decision: nothing falls under "${name}"`);
  }
  return problems;
}
