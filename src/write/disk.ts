import { lstat, readFile } from "node:fs/promises";
import path from "node:path";

/** What stands at a path of the output folder. */
export type Occupant =
  | { readonly kind: "nothing" }
  | { readonly kind: "file"; readonly content: string }
  /** A folder, a link, a device: nothing that a generated file could replace. */
  | { readonly kind: "other"; readonly what: string };

/**
 * Looks at `relative` below `root` without following links: a link on the way there, or a file where a folder should
 * be, is what stands there.
 */
export async function lookAt(root: string, relative: string): Promise<Occupant> {
  const names = relative.split("/");
  let current = root;
  for (const [at, name] of names.entries()) {
    current = path.join(current, name);
    const stat = await lstat(current).catch(absent);
    if (!stat) return { kind: "nothing" };
    const isLast = at === names.length - 1;
    const shown = names.slice(0, at + 1).join("/");
    if (stat.isSymbolicLink()) return { kind: "other", what: `${shown} is a symbolic link` };
    if (!isLast && !stat.isDirectory()) return { kind: "other", what: `${shown} is not a folder` };
    if (isLast && !stat.isFile()) return { kind: "other", what: `${shown} is not a file` };
  }
  return { kind: "file", content: await readFile(current, "utf8") };
}

/** Turns "there is no such file" into undefined and passes every other error on. */
export function absent(error: unknown): undefined {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  throw error;
}

/** `ENOENT` and the like; undefined for errors that are not the operating system's. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
