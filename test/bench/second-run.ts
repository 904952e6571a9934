/**
 * Measures a run that has nothing to do, and a check, against the first run, on the largest document of a folder with a
 * manifest.tsv: `npm run bench:second-run -- DIR`. Measures the same in a project with overrides that import a package.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { corpusFolder, readManifest } from "../corpus/manifest.js";
import { cliPath, root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

/** A run without change takes at most this part of the first run. */
const limit = 0.4;
const rounds = 3;

const folder = corpusFolder(process.argv[2]);
const [largest] = [...readManifest(folder)].sort((left, right) => right.bytes - left.bytes);
if (!largest) throw new Error(`${folder} has no documents`);

const work = mkdtempSync(path.join(tmpdir(), "second-run-"));
const out = path.join(work, "out");
const { file: input } = largest;

async function seconds(args: readonly string[], says: RegExp): Promise<number> {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(work, "cache") };
  const words = [cliPath, ...args, "--out", "out"];
  const run = await runProcess(process.execPath, words, { cwd: work, env });
  if (run.code !== 0 || !says.test(run.stderr)) throw new Error(run.stderr);
  return run.seconds;
}

/** Adds a class to the project that overrides the first operation and takes its types from a package. */
function addOverride(): void {
  const server = readFileSync(path.join(out, "src/generated/server.ts"), "utf8");
  const [, className = ""] = /^export class (\w+)/m.exec(server) ?? [];
  const [, method = ""] = /^ {2}(\w+)\(input: /m.exec(server) ?? [];
  const text = `import type { CallContext } from "#mcp-runtime";
import { z } from "zod";
import { ${className} } from "./generated/index.js";

const forbidden = z.object({ forbidden: z.boolean() });

export class Guarded extends ${className} {
  override async ${method}(input: Parameters<${className}["${method}"]>[0], ctx: CallContext) {
    if (forbidden.safeParse(input).success) throw new Error("No.");
    return super.${method}(input, ctx);
  }
}
`;
  mkdirSync(path.join(out, "node_modules"), { recursive: true });
  for (const name of ["zod", "@types"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(out, "node_modules", name));
  }
  writeFileSync(path.join(out, "src/guarded.ts"), text);
}

const best: Record<string, number> = {};
async function measure(what: string, args: readonly string[], says: RegExp): Promise<void> {
  best[what] = Math.min(best[what] ?? Infinity, await seconds(args, says));
}

try {
  for (let round = 0; round < rounds; round += 1) {
    rmSync(out, { recursive: true, force: true });
    rmSync(path.join(work, "cache"), { recursive: true, force: true });
    await measure("the first run", [input], /^Wrote /m);
    await measure("a run without change", [input], /nothing was written/);
    await measure("a check", ["check", input], /is up to date/);
    addOverride();
    await seconds([input], /^Wrote /m);
    await measure("a run without change, with overrides", [input], /nothing was written/);
    await measure("a check, with overrides", ["check", input], /is up to date/);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

const { "the first run": first = NaN, ...others } = best;
let failed = 0;
console.log(`${largest.name}, best of ${rounds}: the first run takes ${first.toFixed(2)} s`);
for (const [what, time] of Object.entries(others)) {
  const part = time / first;
  if (part > limit) failed += 1;
  console.log(
    `${what} takes ${time.toFixed(2)} s, ${(part * 100).toFixed(0)} % of it (at most ${limit * 100} %)`,
  );
}
console.log(`${Object.keys(others).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
