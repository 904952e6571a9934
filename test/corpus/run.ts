/**
 * `npm run corpus -- DIR [NAME …]`: runs every document of DIR/manifest.tsv (or those named) through the real command
 * line, the compiler and a client. `--update` rewrites test/corpus/expected.json from the results.
 *
 * Exit codes: 0 all as expected, 1 a document failed, 2 there is no such corpus.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";
import { runTypeScript } from "../support/typescript/flags.js";
import { compareWithExpected, readExpectations, writeExpectations } from "./expectations.js";
import { corpusFolder, readManifest, readPeerListBytes, type CorpusDocument } from "./manifest.js";
import { formatHeader, formatResult, formatTotals } from "./report.js";
import type { DocumentResult } from "./result.js";

const atATime = 2;
const timeoutMs = 300_000;
const expectedFile = path.join(root, "test/corpus/expected.json");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: "boolean", default: false } },
});
const [given, ...names] = positionals;
const folder = corpusFolder(given);

const manifest = readManifest(folder);
const expectations = readExpectations(expectedFile);
const checks = planChecks();
const peerBytes = readPeerListBytes(folder);
const workspace = mkdtempSync(path.join(os.tmpdir(), "corpus-"));
const results: DocumentResult[] = [];
let passed = 0;
let failed = 0;

process.stdout.write(formatHeader());
// The largest first, so that no core is idle at the end.
const queue = [...checks].sort((a, b) => b.document.bytes - a.document.bytes);
await Promise.all(Array.from({ length: atATime }, work));
process.stdout.write(formatTotals(results, peerBytes));
rmSync(workspace, { recursive: true, force: true });

for (const name of Object.keys(expectations)) {
  if (manifest.some((document) => document.name === name.split(" ")[0])) continue;
  failed += 1;
  process.stdout.write(`FAILED stale expectation: there is no document ${name}\n`);
}
if (values.update) writeExpectations(expectedFile, results, expectations);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** A document and the options that it is checked with. */
interface Check {
  /** The document's name, followed by the options. */
  readonly name: string;
  readonly document: CorpusDocument;
  readonly args: readonly string[];
}

function planChecks(): readonly Check[] {
  const wanted = manifest.filter(({ name }) => names.length === 0 || names.includes(name));
  const plain = wanted.map((document) => ({ name: document.name, document, args: [] }));
  const withOptions = Object.keys(expectations).flatMap((name) => {
    const [first, ...args] = name.split(" ");
    const document = wanted.find((each) => each.name === first);
    return document && args.length > 0 ? [{ name, document, args }] : [];
  });
  return [...plain, ...withOptions];
}

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const result = await runCheck(next);
    const differences = values.update ? [] : compareWithExpected(result, expectations[next.name]);
    const problems = [...result.problems, ...differences];
    if (problems.length > 0) failed += 1;
    else passed += 1;
    results.push(result);
    process.stdout.write(formatResult(result, problems, peerBytes.get(next.name)));
  }
}

/** Checks a document in its own process, so that a crash or a hang fails only that document. */
async function runCheck({ name, document, args }: Check): Promise<DocumentResult> {
  const { file, operations } = document;
  const script = path.join(root, "test/corpus/check-document.ts");
  const run = await runProcess(
    process.execPath,
    [...runTypeScript, script, name, file, workspace, String(operations), ...args],
    { cwd: root, timeoutMs },
  );
  try {
    return JSON.parse(run.stdout) as DocumentResult;
  } catch {
    const reason = run.timedOut ? `hangs for ${timeoutMs / 1000} s` : run.stderr.slice(0, 1000);
    return {
      name,
      operations,
      tools: 0,
      resources: 0,
      answered: 0,
      refusedCalls: {},
      excluded: 0,
      skipped: {},
      problems: [`the check broke off: ${reason}`],
      generateSeconds: 0,
      typeCheckSeconds: 0,
      outputBytes: 0,
      listBytes: 0,
    };
  }
}
