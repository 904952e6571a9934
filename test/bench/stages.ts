/** What each stage of a run costs: a CPU profile of the whole process, with its samples counted by stage. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runProcess } from "../support/run-process.js";
import { programs } from "./programs.js";

/** The stages in their order, each with the functions that begin it, and the chunks whose other functions belong to it. */
const stages: readonly (readonly [stage: string, begins: readonly string[], chunks: RegExp])[] = [
  ["load and parse", ["loadSources", "loadInputs"], /^parse\.js$/],
  ["normalise", ["normalise"], /^$/],
  ["operations", ["readOperations"], /^$/],
  ["routes", ["routeOperations"], /^$/],
  ["surface", ["planSurface"], /^$/],
  ["findings", ["readFindings"], /^$/],
  ["places of messages", ["reportOf"], /^locate\.js$/],
  ["emit", ["emit"], /^(?:write-code|literal)\.js$/],
  [
    "contract and writing",
    ["writeStages", "writeOutput"],
    /^(?:write-output|compare-locks|contract-of-surface|disk)\.js$/,
  ],
];
const collector = "garbage collection";
const rest = "start and the rest";
export const stageNames: readonly string[] = [...stages.map(([stage]) => stage), collector, rest];

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Returns the milliseconds of the main thread, by stage; undefined if the run failed. */
export async function stageCosts(
  file: string,
  workspace: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const folder = mkdtempSync(path.join(workspace, "profile-"));
  try {
    const args = ["--cpu-prof", "--cpu-prof-dir", folder];
    const program = programs.ours(file, path.join(folder, "out"));
    const run = await runProcess(process.execPath, [...args, ...program], { timeoutMs: 300_000 });
    const [name] = readdirSync(folder).filter((each) => each.endsWith(".cpuprofile"));
    if (run.code !== 0 || name === undefined) return undefined;
    return countByStage(JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Profile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countByStage({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stageOf = new Map<number, string | undefined>();
  const open: (readonly [id: number, inherited: string | undefined])[] = [
    [nodes[0]!.id, undefined],
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const [id, inherited] = next;
    const node = byId.get(id)!;
    const stage = inherited ?? stageBegunBy(node);
    stageOf.set(id, stage);
    for (const child of node.children ?? []) open.push([child, stage]);
  }
  const counted = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const { functionName } = byId.get(id)!.callFrame;
    if (functionName === "(idle)") continue;
    const stage = functionName === "(garbage collector)" ? collector : (stageOf.get(id) ?? rest);
    counted.set(stage, (counted.get(stage) ?? 0) + timeDeltas[index]! / 1000);
  }
  return counted;
}

/** A function that continues after it has waited has none above it; then its chunk tells the stage. */
function stageBegunBy({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  const chunk = url.includes("/dist/cli/") ? path.basename(url) : undefined;
  if (chunk === undefined) return undefined;
  return stages.find(
    ([, begins, chunks]) => begins.includes(functionName) || chunks.test(chunk),
  )?.[0];
}
