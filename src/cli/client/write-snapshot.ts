import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ListedServer } from "../../listed/listed-server.js";
import { formatSnapshot, parseSnapshot } from "../../listed/snapshot.js";
import type { Options } from "../../options/table.js";

/**
 * Writes what a server lists to a file, if it changed. With `--check`, reports a file that is stale instead; with
 * `--dry-run`, writes nothing.
 */
export async function writeSnapshot(
  file: string,
  server: ListedServer,
  options: Pick<Options, "check" | "dry-run" | "force">,
): Promise<readonly Diagnostic[]> {
  const text = formatSnapshot(server);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before === text || options["dry-run"]) return [];
  if (options.check) return [stale(file)];
  // Only a snapshot is replaced: a mistyped name must not cost another file.
  if (before !== undefined && !options.force && !isSnapshot(before)) return [foreign(file)];
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, file);
    return [];
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const message = `${file} can't be written: ${reason}.`;
    return [{ code: "out-unwritable", severity: "error", message }];
  }
}

function isSnapshot(text: string): boolean {
  try {
    parseSnapshot(text);
    return true;
  } catch {
    return false;
  }
}

function stale(file: string): Diagnostic {
  return {
    code: "out-stale",
    severity: "error",
    message: `${file} is not what the server lists.`,
    hint: "Run without --check.",
  };
}

function foreign(file: string): Diagnostic {
  return {
    code: "out-not-ours",
    severity: "error",
    message: `${file} can't be written: it is no snapshot.`,
    hint: "Give another file with --snapshot, or overwrite it with --force.",
  };
}
