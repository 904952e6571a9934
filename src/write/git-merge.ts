/** Asks Git about the merge that is going on, or that the last commit is. */
import { runGit } from "../run-git.js";

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

async function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  const run = await runGit(folder, args);
  return run?.code === 0 ? run.stdout : undefined;
}
