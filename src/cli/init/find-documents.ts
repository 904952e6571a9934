import { readdirSync } from "node:fs";
import path from "node:path";

const folders = [".", "api", "docs", "spec", "openapi"];
const documentName = /^(?:openapi|swagger|api)(?:[.-][\w.-]+)?\.(?:ya?ml|json)$/i;

/** Finds files that are documents by their names, relative to the folder. */
export function findDocuments(cwd: string): readonly string[] {
  return folders.flatMap((folder) =>
    entriesOf(path.join(cwd, folder))
      .filter((name) => documentName.test(name))
      .sort()
      .map((name) => path.join(folder, name)),
  );
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}
