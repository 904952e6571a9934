/** What a run depends on and what it leaves: its inputs and the files of its output. */
import { hash } from "node:crypto";
import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { InputRead } from "../load/input-read.js";
import { readLocalFile } from "../load/read-bytes.js";
import { lookAt } from "../write/disk.js";
import type { WritePlan } from "../write/plan.js";
import { interrupted } from "../write/recover.js";
import { readUserSources } from "../write/user-sources.js";

export interface InputState {
  readonly file: string;
  /** Where its links lead, and by how many names: what a document may read depends on it. */
  readonly real: string;
  readonly links: number;
  readonly digest: string;
}

export interface OutputState {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly files: readonly (readonly [path: string, digest: string])[];
  /** Of the user's TypeScript files, which are compiled and checked. */
  readonly userSources: string;
}

/** Returns the state of the inputs that a run has read; undefined if it can't be compared later. */
export function inputStates(reads: readonly InputRead[]): readonly InputState[] | undefined {
  const states: InputState[] = [];
  for (const { url, result } of reads) {
    if (!url.startsWith("file:") || url.endsWith("/") || result.kind !== "text") return undefined;
    const state = nowOf(fileURLToPath(url));
    const digest = digestOf(result.text);
    // The file was replaced since the run read it.
    if (state?.digest !== digest) return undefined;
    states.push(state);
  }
  return states;
}

export function isSameInput(before: InputState): boolean {
  const now = nowOf(before.file);
  return now?.digest === before.digest && now.real === before.real && now.links === before.links;
}

const maxBytes = 256 << 20;

function nowOf(file: string): InputState | undefined {
  try {
    const real = realpathSync(file);
    const read = readLocalFile(file, maxBytes);
    if (read.kind !== "text") return undefined;
    return { file, real, links: statSync(real).nlink, digest: digestOf(read.text) };
  } catch {
    return undefined;
  }
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
    const found = await lookAt(plan.outDir, step.path);
    if (step.action === "unchanged") {
      // A file of the user's may be missing.
      if (found.kind === "nothing" && step.role === "scaffold") return undefined;
      const stat = lstatSync(path.join(plan.outDir, step.path));
      if (stat.mtimeMs >= since || stat.ctimeMs >= since) return undefined;
    } else if (step.action !== "create" && step.action !== "update") return undefined;
    else if (found.kind !== "file" || found.content !== step.content) return undefined;
    if (found.kind !== "file") return undefined;
    files.push([step.path, digestOf(found.content)]);
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

export async function isSameOutput(before: OutputState): Promise<boolean> {
  const { folder, files, userSources } = before;
  for (const [file, digest] of files) {
    const found = await lookAt(folder, file);
    if (found.kind !== "file" || digestOf(found.content) !== digest) return false;
  }
  if (digestOf(JSON.stringify(await readUserSources(folder))) !== userSources) return false;
  return (await interrupted(folder)).length === 0;
}

export function digestOf(text: string): string {
  return hash("sha256", text, "base64");
}
