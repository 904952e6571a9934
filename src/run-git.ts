/** Runs Git for what the generator asks a repository. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

export interface GitRun {
  readonly code: number;
  readonly stdout: string;
}

/** Keeps Git from what a repository's configuration may start. */
const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"];

/**
 * Runs Git in a folder, without a shell.
 *
 * @param input its stdin
 * @returns undefined if it can't be run to its end
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  input = "",
): Promise<GitRun | undefined> {
  const program = gitProgram();
  if (program === undefined) return undefined;
  // A hook of Git hands its own repository on in such variables.
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...safe, "-C", folder, ...args],
      { env: Object.fromEntries(own), maxBuffer: 256 << 20, timeout: 30_000, windowsHide: true },
      (error, stdout) => {
        const code = error ? error.code : 0;
        resolve(typeof code === "number" ? { code, stdout } : undefined);
      },
    );
    // Without Git there is nobody to read.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/**
 * Returns the program to start as Git; undefined if Git is not installed. Windows would look into the current folder first,
 * where a checkout may have a `git.exe` of its own, so only the absolute folders of its search path count.
 */
export function gitProgram(
  platform: NodeJS.Platform = process.platform,
  searchPath: string = process.env["PATH"] ?? "",
): string | undefined {
  if (platform !== "win32") return "git";
  return searchPath
    .split(";")
    .map((folder) => folder.replaceAll('"', ""))
    .filter((folder) => /^(?:[a-z]:[\\/]|\\\\)/i.test(folder))
    .map((folder) => `${folder.replace(/[\\/]+$/, "")}\\git.exe`)
    .find((file) => existsSync(file));
}
