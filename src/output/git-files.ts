/** What git knows of the files in an output folder. */
import { execFile } from "node:child_process";

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

/** Runs git and returns the NUL-separated parts of its output; undefined if it fails. It runs no program of the repository's. */
async function git(
  folder: string,
  args: readonly string[],
  input: readonly string[],
): Promise<readonly string[] | undefined> {
  // A hook of git hands its own repository on in such variables.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return new Promise((resolve) => {
    const child = execFile(
      "git",
      ["-c", "core.fsmonitor=false", "-C", folder, ...args],
      { env: Object.fromEntries(own), maxBuffer: 64 << 20, timeout: 30_000, windowsHide: true },
      (error, stdout) => {
        // 1 stands for "none of them is ignored".
        const isUsable = !error || error.code === 1;
        resolve(isUsable ? stdout.split("\0").filter((part) => part !== "") : undefined);
      },
    );
    // Without git there is nobody to read.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input.map((path) => `${path}\0`).join(""));
  });
}
