/** What a run depends on and what it leaves: its inputs and the files of its output. */
import { hash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { InputRead } from "../load/input-read.js";
import { lookAt } from "../write/disk.js";
import type { Step, WritePlan } from "../write/plan.js";
import { interrupted } from "../write/recover.js";
import { readUserSources } from "../write/user-sources.js";

export interface InputState {
  readonly file: string;
  /** Where its links lead, and by how many names: what a document may read depends on it. */
  readonly real: string;
  readonly links: number;
  /** Of its bytes. */
  readonly digest: string;
}

export interface OutputState {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly files: readonly (readonly [path: string, digest: string])[];
  /** Of the user's TypeScript files, which are compiled and checked. */
  readonly userSources: string;
}

/**
 * Returns the state of the inputs that a run has read; undefined if they can't be compared later, or may have changed since the run
 * began.
 *
 * @param since - when the run began, in milliseconds
 */
export function inputStates(
  reads: readonly InputRead[],
  since: number,
): readonly InputState[] | undefined {
  const states: InputState[] = [];
  for (const { url, result } of reads) {
    if (!url.startsWith("file:") || url.endsWith("/") || result.kind !== "text") return undefined;
    const state = nowOf(fileURLToPath(url), since);
    if (!state) return undefined;
    states.push(state);
  }
  return states;
}

export function isSameInput(before: InputState): boolean {
  const now = nowOf(before.file);
  return now?.digest === before.digest && now.real === before.real && now.links === before.links;
}

const maxBytes = 256 << 20;

/** Returns the state of a file; undefined if it can't be read, or if it or the link to it changed since a time. */
function nowOf(file: string, since = Infinity): InputState | undefined {
  try {
    const real = realpathSync(file);
    const stat = statSync(real);
    // Reading a pipe would take from it what another program is to read.
    if (!stat.isFile() || stat.size > maxBytes) return undefined;
    if (isNew(stat, since) || isNew(lstatSync(file), since)) return undefined;
    // The bytes say more than the text, which leaves a byte order mark out, and need not be decoded.
    return { file, real, links: stat.nlink, digest: digestOf(readFileSync(real)) };
  } catch {
    return undefined;
  }
}

function isNew({ mtimeMs, ctimeMs }: Stats, since: number): boolean {
  return mtimeMs >= since || ctimeMs >= since;
}

/**
 * Returns the state of an output that a run has left; undefined if anything may have changed since the run compared it.
 *
 * @param userSources - what the run compiled, as `readUserSources` reads it
 * @param since - when the run began, in milliseconds
 */
export async function outputState(
  plan: WritePlan,
  userSources: string,
  since: number,
): Promise<OutputState | undefined> {
  const files: [string, string][] = [];
  for (const step of plan.steps) {
    if (step.action === "remove") continue;
    const digest = digestOfStep(plan.outDir, step, since);
    if (digest === undefined) return undefined;
    files.push([step.path, digest]);
  }
  const scaffolded = plan.steps.flatMap((step) =>
    step.role === "scaffold" && step.action === "create" ? [step.path] : [],
  );
  const now = await readUserSources(plan.outDir);
  const others = now.filter((source) => !scaffolded.includes(source.path));
  if (JSON.stringify(others) !== userSources && JSON.stringify(now) !== userSources)
    return undefined;
  return { folder: plan.outDir, files, userSources: digestOf(JSON.stringify(now)) };
}

/** Returns the digest of what a step has left; undefined for a file that the run has not decided about, or that is newer. */
function digestOfStep(outDir: string, step: Step, since: number): string | undefined {
  // A later run compares what is on the disk with it.
  if (step.action === "create" || step.action === "update") return digestOf(step.content);
  if (step.action !== "unchanged") return undefined;
  const found = lookAt(outDir, step.path);
  // A file of the user's may be missing.
  if (found.kind !== "file" || isNew(lstatSync(path.join(outDir, step.path)), since)) {
    return undefined;
  }
  return digestOf(found.content);
}

export async function isSameOutput(before: OutputState): Promise<boolean> {
  const { folder, files, userSources } = before;
  for (const [file, digest] of files) {
    const found = lookAt(folder, file);
    if (found.kind !== "file" || digestOf(found.content) !== digest) return false;
  }
  if (digestOf(JSON.stringify(await readUserSources(folder))) !== userSources) return false;
  return (await interrupted(folder)).length === 0;
}

export function digestOf(content: string | Uint8Array): string {
  return hash("sha256", content, "base64");
}
