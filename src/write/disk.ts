import { lstatSync, readFileSync, type Stats } from "node:fs";
import { rmdir } from "node:fs/promises";
import path from "node:path";

/** What exists at a path of the output folder. */
export type Occupant =
  | { readonly kind: "nothing" }
  | { readonly kind: "file"; readonly content: string }
  /** A folder, a link or a device, which a generated file can't replace. */
  | { readonly kind: "other"; readonly what: string };

/**
 * Inspects the path `relative` below `root` without following links. A link or a file in place of one of its folders is
 * reported as `other`. Synchronous because outputs have up to a thousand files, which are read several times faster this way.
 */
export function lookAt(root: string, relative: string): Occupant {
  const names = relative.split("/");
  let current = root;
  for (const [at, name] of names.entries()) {
    current = path.join(current, name);
    const stat = statOf(current);
    if (!stat) return { kind: "nothing" };
    const isLast = at === names.length - 1;
    const shown = names.slice(0, at + 1).join("/");
    if (stat.isSymbolicLink()) return { kind: "other", what: `${shown} is a symbolic link` };
    if (!isLast && !stat.isDirectory()) return { kind: "other", what: `${shown} is not a folder` };
    if (isLast && !stat.isFile()) return { kind: "other", what: `${shown} is not a file` };
  }
  return { kind: "file", content: readFileSync(current, "utf8") };
}

/** Like `lookAt`, for a file that the run can do without: undefined if it can't be read. */
export function lookIfReadable(root: string, relative: string): Occupant | undefined {
  try {
    return lookAt(root, relative);
  } catch {
    return undefined;
  }
}

/**
 * Whether the file at `former` may be moved to `target`, which then has its name in another case. On a disk that ignores case
 * both are one file; elsewhere the target must be free, because a file or a link in its place is not the generator's.
 */
export function mayRename(root: string, former: string, target: string): boolean {
  if (former.toLowerCase() !== target.toLowerCase()) return false;
  if (lookAt(root, former).kind !== "file") return false;
  const { kind } = lookAt(root, target);
  if (kind !== "file") return kind === "nothing";
  const [from, to] = [former, target].map((each) =>
    lstatSync(path.join(root, each), { bigint: true, throwIfNoEntry: false }),
  );
  return from !== undefined && from.dev === to?.dev && from.ino === to.ino;
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return absent(error);
  }
}

/** Returns undefined for "no such file" and rethrows every other error. */
export function absent(error: unknown): undefined {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  throw error;
}

/** Returns the code of an operating system error, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Removes the folders of a removed file that are now empty. */
export async function removeEmptyFolders(outDir: string, removed: string): Promise<void> {
  let folder = path.posix.dirname(removed);
  while (folder !== ".") {
    try {
      await rmdir(path.join(outDir, folder));
    } catch {
      return;
    }
    folder = path.posix.dirname(folder);
  }
}
