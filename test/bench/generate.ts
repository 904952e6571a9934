/**
 * `npm run bench:generate -- DIR [--rounds N] [--largest N] [--graph FILE]`: the cost of generating, as ratios of whole
 * processes that take turns in one run on one machine. Prints the Markdown of `docs/performance.md`. `--graph` names the
 * document of Microsoft Graph, which is too large for the corpus, for the table of stages. `--only` names the tables.
 *
 * (a) parses the document and lets swagger-parser bundle it; (b) is openapi-mcp-generator.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readManifest, type CorpusDocument } from "../corpus/manifest.js";
import { cliPath, root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";
import { measureProcess, median, medianFigures, type Figures } from "./measure-process.js";
import { programs, type ProgramName } from "./programs.js";
import { stageCosts, stageNames } from "./stages.js";
import { syntheticDocument } from "./synthetic.js";
import {
  costTable,
  flatnessTable,
  stageTable,
  type CostRow,
  type FlatnessRow,
  type StageColumn,
} from "./tables.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    largest: { type: "string", default: "8" },
    graph: { type: "string" },
    only: { type: "string", default: "costs,stages,scale,lists" },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(path.join(folder, "manifest.tsv"))) {
  process.stderr.write(
    `There is no corpus at ${folder ?? "(no folder given)"}: a folder with a manifest.tsv is needed.\n`,
  );
  process.exit(2);
}
const rounds = Number(values.rounds);
const workspace = mkdtempSync(path.join(os.tmpdir(), "bench-"));
const manifest = readManifest(path.resolve(folder));
const largest = [...manifest].sort((a, b) => b.bytes - a.bytes).slice(0, Number(values.largest));

/** Numbers of operations; the last is that of the beta of Microsoft Graph. */
const scale = [10, 100, 1000, 3000, 11_422, 22_361];

const tables: Readonly<Record<string, () => Promise<string>>> = {
  costs: compareCosts,
  stages: compareStages,
  scale: compareScale,
  lists: () => compareLists(manifest),
};

try {
  for (const name of values.only.split(",")) {
    process.stdout.write(`${(await tables[name]?.()) ?? `There is no table ${name}.`}\n`);
  }
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function compareCosts(): Promise<string> {
  const costs: CostRow[] = [];
  for (const document of largest) {
    say(`timing ${document.name}`);
    costs.push({ document, ...(await takeTurns(document.file)) });
  }
  return costTable(costs);
}

async function compareStages(): Promise<string> {
  const documents = manifest.filter(({ name }) => /^(?:github-rest|kubernetes-v2)$/.test(name));
  const { graph } = values;
  const columns: StageColumn[] = [];
  for (const { name, file } of [
    ...documents,
    ...(graph === undefined ? [] : [{ name: "Microsoft Graph", file: path.resolve(graph) }]),
  ]) {
    say(`profiling ${name}`);
    columns.push({ name, costs: await stageCosts(file, workspace) });
  }
  return stageTable(stageNames, columns);
}

async function compareScale(): Promise<string> {
  const flatness: FlatnessRow[] = [];
  for (const operations of scale) {
    say(`timing ${operations} operations`);
    const file = path.join(workspace, `things-${operations}.json`);
    writeFileSync(file, syntheticDocument(operations));
    const figures = await takeTurns(file, ["ours", "oursWithDist"]);
    flatness.push({ operations, ...figures });
  }
  return flatnessTable(flatness);
}

/** Runs every program once per round, so that a busy moment of the machine affects all of them. */
async function takeTurns(
  file: string,
  names: readonly ProgramName[] = ["ours", "oursWithDist", "bundle", "peer"],
): Promise<Record<ProgramName, Figures | undefined>> {
  const runs: Record<ProgramName, (Figures | undefined)[]> = {
    ours: [],
    oursWithDist: [],
    bundle: [],
    peer: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const out = path.join(workspace, "out");
      rmSync(out, { recursive: true, force: true });
      runs[name].push(await measureProcess(programs[name](file, out), workspace));
    }
  }
  return {
    ours: medianFigures(runs.ours),
    oursWithDist: medianFigures(runs.oursWithDist),
    bundle: medianFigures(runs.bundle),
    peer: medianFigures(runs.peer),
  };
}

/** Compares our `tools/list` with the peer's, on every document that both support. */
async function compareLists(documents: readonly CorpusDocument[]): Promise<string> {
  const ratios: number[] = [];
  for (const { name, file, operations } of documents) {
    if (operations === 0) continue;
    say(`listing ${name}`);
    const [ours, theirs] = await Promise.all([ourListBytes(file), peerListBytes(file)]);
    if (ours !== undefined && theirs !== undefined) ratios.push(ours / theirs);
  }
  if (ratios.length === 0) return "No document has a `tools/list` of both.";
  const share = median(ratios).toFixed(2);
  const half = ratios.filter((ratio) => ratio <= 0.5).length;
  return `\`tools/list\` takes ${share} of (b)'s bytes on the median document of ${ratios.length}; at most half on ${half} of them.`;
}

async function ourListBytes(file: string): Promise<number | undefined> {
  const run = await runProcess(process.execPath, [
    cliPath,
    file,
    "--dry-run",
    "--json",
    "--mode",
    "tools",
  ]);
  if (run.code !== 0) return undefined;
  return (JSON.parse(run.stdout) as { summary: { toolsListBytes: number } }).summary.toolsListBytes;
}

async function peerListBytes(file: string): Promise<number | undefined> {
  const script = path.join(root, "test/bench/peer-list.js");
  const run = await runProcess(process.execPath, [script, file]);
  return run.code === 0 ? Number(run.stdout) : undefined;
}

function say(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${what}`);
}
