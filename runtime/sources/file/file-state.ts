import { lstat } from "node:fs/promises";

/** Returns a text that changes with a file or folder; empty if there is none. */
export async function stateOf(file: string): Promise<string> {
  try {
    const found = await lstat(file, { bigint: true });
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = found;
    return [dev, ino, mode, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return "";
  }
}

/** Returns the folders that exist, by a text that tells each from a folder that takes its place. */
export async function foldersByIdentity(
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const facts = await lstat(folder, { bigint: true }).catch(() => undefined);
    if (facts?.isDirectory()) found.set(`${facts.dev} ${facts.ino} ${folder}`, folder);
  }
  return found;
}
