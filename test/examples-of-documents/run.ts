/**
 * `npm run examples-of-documents -- DIR [NAME …]`: calls the server of every document of DIR/manifest.tsv (or of those
 * named) with each example of a request that the document gives, as it is written.
 *
 * Exit codes: 0 all is well; 1 an example that the document's schema allows does not get through, a refusal has no reason
 * in decisions.json, or too few examples are accepted; 2 there is no such corpus.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { corpusFolder, readManifest } from "../corpus/manifest.js";
import { root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";
import { runTypeScript } from "../support/typescript/flags.js";
import { firstOf, formatHeader, formatReasons, formatResult, formatTotals } from "./report.js";
import type { ExamplesResult } from "./result.js";

const atATime = 2;
const timeoutMs = 300_000;
/** Minimum share of a whole corpus' examples, without texts of JSON, that must be accepted. */
const leastAccepted = 0.95;

const [given, ...names] = process.argv.slice(2);
const folder = corpusFolder(given);

const documents = readManifest(folder).filter(
  ({ name }) => names.length === 0 || names.includes(name),
);
const decisions = Object.keys(
  JSON.parse(
    readFileSync(path.join(root, "test/examples-of-documents/decisions.json"), "utf8"),
  ) as object,
);
const results: ExamplesResult[] = [];
let passed = 0;
let failed = 0;
process.stdout.write(formatHeader());
// The largest first, so that no core is idle at the end.
const queue = [...documents].sort((a, b) => b.bytes - a.bytes);
await Promise.all(Array.from({ length: atATime }, work));
process.stdout.write(formatReasons(results) + formatTotals(results));
if (names.length === 0) checkWhole();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const result = await check(next.name, next.file);
    const unknown = Object.keys(result.refused)
      .filter((reason) => !decisions.includes(reason))
      .map((reason) => `no decision covers "${reason}": ${firstOf(result.refused[reason] ?? [])}`);
    const problems = [...result.problems, ...unknown];
    if (problems.length === 0) passed += 1;
    else failed += 1;
    results.push(result);
    process.stdout.write(formatResult({ ...result, problems }));
  }
}

/** Checks a document in its own process, so that a crash or a hang fails only that document. */
async function check(name: string, file: string): Promise<ExamplesResult> {
  const script = path.join(root, "test/examples-of-documents/check-document.ts");
  const run = await runProcess(process.execPath, [...runTypeScript, script, name, file], {
    cwd: root,
    timeoutMs,
  });
  try {
    return JSON.parse(run.stdout) as ExamplesResult;
  } catch {
    const reason = run.timedOut ? `hangs for ${timeoutMs / 1000} s` : run.stderr.slice(0, 2000);
    const none = { examples: 0, accepted: 0, valid: 0, validAccepted: 0, texts: 0, refused: {} };
    return { ...none, name, problems: [`the check broke off: ${reason}`], seconds: run.seconds };
  }
}

/** Checks what only a run over the whole corpus shows. */
function checkWhole(): void {
  const fail = (text: string): void => {
    failed += 1;
    process.stdout.write(`FAILED ${text}\n`);
  };
  const sum = (pick: (result: ExamplesResult) => number): number =>
    results.reduce((total, each) => total + pick(each), 0);
  const all = sum(({ examples, texts }) => examples - texts);
  const accepted = sum((each) => each.accepted);
  if (accepted < all * leastAccepted) {
    fail(`only ${accepted} of ${all} examples that are no texts of JSON are accepted`);
  }
}
