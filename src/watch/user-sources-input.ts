import path from "node:path";
import { pathToFileURL } from "node:url";
import type { InputRead } from "../load/input-read.js";
import type { ReadResult } from "../load/read-bytes.js";
import type { WritePlan } from "../write/plan.js";
import { byPath, isUserSource, readUserSources } from "../write/user-sources.js";

type UserSources = Awaited<ReturnType<typeof readUserSources>>;

/**
 * Returns the user's own files of a generated project as one input: a run compiles them into `dist/`.
 *
 * @param read - as they were before the run
 * @param plan - what the run has applied, if anything: files that it has written itself are no change
 */
export function userSourcesInput(outDir: string, read: UserSources, plan?: WritePlan): InputRead {
  const root = path.resolve(outDir);
  return {
    url: `${pathToFileURL(path.join(root, "src")).href}/`,
    result: resultOf(withWritten(read, plan)),
    again: async () => resultOf(await readUserSources(root)),
  };
}

function resultOf(sources: UserSources): ReadResult {
  const text = JSON.stringify(sources);
  return { kind: "text", text, bytes: text.length };
}

/** Returns the files with those that the plan has written in their place. */
function withWritten(read: UserSources, plan?: WritePlan): UserSources {
  const contents = new Map(read.map((source) => [source.path, source.content]));
  for (const step of plan?.steps ?? []) {
    if (step.role !== "scaffold" || !isUserSource(step.path)) continue;
    if (step.action === "create" || step.action === "update") contents.set(step.path, step.content);
  }
  return [...contents].map(([file, content]) => ({ path: file, content })).sort(byPath);
}
