/**
 * Measures a run that has nothing to do, and a check, against the first run, on the largest document of a folder with a
 * manifest.tsv: `npm run bench:second-run -- DIR`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { corpusFolder, readManifest } from "../corpus/manifest.js";
import { cliPath } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

/** A run without change takes at most this part of the first run. */
const limit = 0.4;
const rounds = 3;

const folder = corpusFolder(process.argv[2]);
const [largest] = [...readManifest(folder)].sort((left, right) => right.bytes - left.bytes);
if (!largest) throw new Error(`${folder} has no documents`);

const work = mkdtempSync(path.join(tmpdir(), "second-run-"));
const { file: input } = largest;

async function seconds(args: readonly string[], says: RegExp): Promise<number> {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(work, "cache") };
  const run = await runProcess(process.execPath, [cliPath, input, ...args], { cwd: work, env });
  if (run.code !== 0 || !says.test(run.stderr)) throw new Error(run.stderr);
  return run.seconds;
}

const best = { first: Infinity, second: Infinity, check: Infinity };
try {
  for (let round = 0; round < rounds; round += 1) {
    rmSync(path.join(work, "out"), { recursive: true, force: true });
    rmSync(path.join(work, "cache"), { recursive: true, force: true });
    best.first = Math.min(best.first, await seconds(["--out", "out"], /^Wrote /m));
    best.second = Math.min(best.second, await seconds(["--out", "out"], /nothing was written/));
    best.check = Math.min(best.check, await seconds(["--out", "out", "--check"], /is up to date/));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

let failed = 0;
console.log(`${largest.name}, best of ${rounds}: the first run takes ${best.first.toFixed(2)} s`);
for (const name of ["second", "check"] as const) {
  const part = best[name] / best.first;
  if (part > limit) failed += 1;
  const what = name === "check" ? "a check" : "a run without change";
  console.log(
    `${what} takes ${best[name].toFixed(2)} s, ${(part * 100).toFixed(0)} % of it (at most ${limit * 100} %)`,
  );
}
console.log(`${2 - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
