/** The folder of this user's cache. Others can't write it, so a cloned repository can't bring what a run would believe. */
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Maximum number of runs that are remembered. */
const maxEntries = 100;

/**
 * Returns a folder of the cache, and makes it if it is not there. Returns undefined if the folder belongs to another user or can't
 * be made.
 *
 * @param what the runs that are remembered, or the program as V8 compiled it
 */
export function cacheFolder(what: "runs" | "code"): string | undefined {
  const base = baseFolder();
  if (base === undefined) return undefined;
  const folder = path.join(base, "mcp-codegen", what);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const each of [path.dirname(folder), folder]) if (!isOwn(each)) return undefined;
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes the entries that were not used for longest, if there are too many. */
export function pruneCache(folder: string): void {
  try {
    const entries = readdirSync(folder).map((name) => path.join(folder, name));
    if (entries.length <= maxEntries) return;
    const byAge = entries
      .map((file) => ({ file, used: statSync(file).mtimeMs }))
      .sort((left, right) => right.used - left.used);
    for (const { file } of byAge.slice(maxEntries)) rmSync(file, { force: true });
  } catch {
    // Another run has removed one.
  }
}

/** @see XDG Base Directory Specification: a relative path must be ignored */
function baseFolder(): string | undefined {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return xdg;
  const home = os.homedir();
  if (!path.isAbsolute(home)) return undefined;
  if (process.platform === "win32") return local ?? path.join(home, "AppData", "Local");
  return path.join(home, process.platform === "darwin" ? "Library/Caches" : ".cache");
}

function isOwn(folder: string): boolean {
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) return false;
  // Windows has other rights, and no such number.
  return (
    process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0)
  );
}
