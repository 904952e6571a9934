/** Asks Git about the merge that is going on, or that the last commit is. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Returns a file of one side of a merge, by path relative to the output folder; undefined if it has none. */
export type ReadFile = (file: string) => Promise<string | undefined>;

export interface Merge {
  readonly sides: readonly [ReadFile, ReadFile];
  /** Returns a file without conflicts as the merge left it. */
  readonly result: ReadFile;
}

/** The other side of a merge, a pick or a rebase that is not finished. */
const heads = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD"];

/** Returns the merge in the repository of `folder`; undefined without a repository, Git or a merge. */
export async function findMerge(folder: string): Promise<Merge | undefined> {
  const at =
    (revision: string): ReadFile =>
    (file) =>
      git(folder, ["cat-file", "blob", `${revision}:./${file}`]);
  const exists = async (revision: string): Promise<boolean> =>
    (await git(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`])) !== undefined;
  for (const head of heads) {
    if (await exists(head)) return { sides: [at("HEAD"), at(head)], result: at("") };
  }
  if (!(await exists("HEAD^2"))) return undefined;
  return { sides: [at("HEAD^1"), at("HEAD^2")], result: at("HEAD") };
}

/** Runs Git without a shell and without what a repository's configuration may start. */
async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"];
  try {
    const { stdout } = await promisify(execFile)("git", [...safe, ...args], {
      cwd,
      maxBuffer: 256 << 20,
      timeout: 30_000,
    });
    return stdout;
  } catch {
    return undefined;
  }
}
