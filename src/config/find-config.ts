import { existsSync } from "node:fs";
import path from "node:path";

/** Suffixes of configurations. */
const extensions = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"] as const;

/** Names of configurations that are found. */
export const configNames = extensions.map((extension) => `mcp-codegen.config.${extension}`);

/**
 * Finds the configuration of a folder: in it or in a folder above, up to the root of its repository. Outside a repository
 * the search ends at the nearest package.json, or else in the folder itself.
 *
 * @param cwd absolute
 * @returns absolute paths: none, or all the configurations of the nearest folder that has any
 */
export function findConfigs(cwd: string): readonly string[] {
  const folders = foldersUpwards(cwd);
  const end = ended(folders, ".git") ?? ended(folders, "package.json") ?? 0;
  for (const folder of folders.slice(0, end + 1)) {
    const files = configNames.map((name) => path.join(folder, name));
    const found = files.filter((file) => existsSync(file));
    if (found.length > 0) return found;
  }
  return [];
}

function foldersUpwards(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpwards(above)];
}

/** Returns the index of the first folder that has an entry of this name. */
function ended(folders: readonly string[], name: string): number | undefined {
  const index = folders.findIndex((folder) => existsSync(path.join(folder, name)));
  return index === -1 ? undefined : index;
}
