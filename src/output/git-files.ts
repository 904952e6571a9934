/** What git knows of the files in an output folder. */
import { runGit } from "../run-git.js";

/** Returns which of the paths git ignores; none in a folder that is in no repository. */
export async function ignoredByGit(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await git(folder, ["check-ignore", "--stdin", "-z"], paths));
}

/** Returns the tracked files below a folder of the output; undefined in a folder that is in no repository. */
export async function trackedByGit(
  folder: string,
  below: string,
): Promise<ReadonlySet<string> | undefined> {
  const inside = await git(folder, ["rev-parse", "--is-inside-work-tree"], []);
  if (inside?.[0]?.trim() !== "true") return undefined;
  return new Set(await git(folder, ["ls-files", "-z", "--", below], []));
}

/** Returns the NUL-separated parts of what git prints; undefined if it fails. */
async function git(
  folder: string,
  args: readonly string[],
  input: readonly string[],
): Promise<readonly string[] | undefined> {
  const run = await runGit(folder, args, input.map((path) => `${path}\0`).join(""));
  // 1 stands for "none of them is ignored".
  return run && run.code <= 1 ? run.stdout.split("\0").filter((part) => part !== "") : undefined;
}
