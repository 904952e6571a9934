/** Folders in which files wait until all of them are complete, and what is done with those that a killed run left. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { lookAt, removeEmptyFolders } from "./disk.js";
import { contentHash, isOwnPath } from "./manifest.js";
import type { Change } from "./plan.js";

const journalName = "journal.json";
const stagingName = /^\.mcp-codegen-(\d+)-[0-9a-f]{12}\.tmp$/;
/** A process with the number of a run that ended long ago is another one. */
const maxRunMs = 10 * 60_000;

/** Those of this process, which may write several outputs at once. */
const inUse = new Set<string>();

/** Returns the path of a new staging folder. Its name tells later runs whether this one is still alive. */
export function newStaging(parent: string): string {
  const name = `.mcp-codegen-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
  inUse.add(name);
  return path.join(parent, name);
}

export async function dropStaging(staging: string): Promise<void> {
  await rm(staging, { recursive: true, force: true });
  inUse.delete(path.basename(staging));
}

/** A change that is still to be made: the staged file, if any, takes the place of a file with the hash `previous`. */
interface Pending {
  readonly path: string;
  readonly staged?: string;
  readonly previous?: string;
  readonly renameFrom?: string;
}

/** Records the changes of a run before the first is made, so that a later run can complete them. */
export async function writeJournal(
  staging: string,
  changes: readonly Change[],
  stagedOf: (change: Change) => string | undefined,
): Promise<void> {
  const pending = changes.map((change): Pending => {
    const staged = stagedOf(change);
    const { renameFrom } = change.action === "update" ? change : {};
    return {
      path: change.path,
      ...(staged !== undefined && { staged }),
      ...(change.action !== "create" && { previous: contentHash(change.previous) }),
      ...(renameFrom !== undefined && { renameFrom }),
    };
  });
  // A journal that is not complete is none.
  const draft = path.join(staging, `${journalName}.tmp`);
  await writeFile(draft, JSON.stringify(pending), { flag: "wx" });
  await rename(draft, path.join(staging, journalName));
}

/**
 * Completes or removes what killed runs left in an output folder and beside it: one that had begun to move files into
 * place is completed, because no file of it is missing; of any other nothing has taken effect. A file that changed since
 * then stays as it is.
 */
export async function recover(outDir: string): Promise<void> {
  for (const folder of [outDir, path.dirname(outDir)]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const staging = path.join(folder, entry.name);
      if (!entry.isDirectory() || !(await isAbandoned(staging))) continue;
      const pending = await readJournal(staging);
      // One with a journal beside the output folder belongs to another output folder.
      if (pending && folder !== outDir) continue;
      for (const each of pending ?? []) await complete(outDir, staging, each);
      for (const { path: own, staged } of pending ?? []) {
        if (staged === undefined) await removeEmptyFolders(outDir, own);
      }
      await rm(staging, { recursive: true, force: true });
    }
  }
}

async function isAbandoned(staging: string): Promise<boolean> {
  const pid = stagingName.exec(path.basename(staging))?.[1];
  if (pid === undefined) return false;
  // In a container, a run often has the number of the one before.
  if (Number(pid) === process.pid) return !inUse.has(path.basename(staging));
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // Another user's process may not be asked, but it is alive.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return true;
  }
  const { mtimeMs } = await stat(staging);
  return Date.now() - mtimeMs > maxRunMs;
}

async function readJournal(staging: string): Promise<readonly Pending[] | undefined> {
  const text = await readFile(path.join(staging, journalName), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isPending) : [];
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is Pending {
  if (typeof value !== "object" || value === null) return false;
  const { path: own, staged, previous, renameFrom } = value as Record<string, unknown>;
  const isText = [staged, previous, renameFrom].every(
    (each) => each === undefined || typeof each === "string",
  );
  const names = [own, renameFrom ?? own];
  return isText && names.every((each) => typeof each === "string" && isOwnPath(each));
}

async function complete(outDir: string, staging: string, pending: Pending): Promise<void> {
  const former = pending.renameFrom ?? pending.path;
  const occupant = await lookAt(outDir, former);
  if (occupant.kind === "other") return;
  const found = occupant.kind === "file" ? contentHash(occupant.content) : undefined;
  if (found !== pending.previous) return;
  const target = path.join(outDir, pending.path);
  if (pending.staged === undefined) return unlink(target);
  const source = path.join(staging, path.basename(pending.staged));
  if (former !== pending.path) await rename(path.join(outDir, former), target);
  await mkdir(path.dirname(target), { recursive: true });
  // Absent if the killed run had moved it already.
  await rename(source, target).catch(() => undefined);
}
