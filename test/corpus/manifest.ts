/** Reads the tables of a corpus folder. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

export interface CorpusDocument {
  readonly name: string;
  /** Absolute path of the document. */
  readonly file: string;
  /** Operations as counted by the collectors of the corpus. */
  readonly operations: number;
  readonly bytes: number;
}

/** Returns the folder of a command's corpus. Ends the process with code 2 if there is none at that place. */
export function corpusFolder(given: string | undefined): string {
  if (given === undefined || !existsSync(path.join(given, "manifest.tsv"))) {
    process.stderr.write(
      `There is no corpus at ${given ?? "(no folder given)"}: a folder with a manifest.tsv is needed.\n`,
    );
    process.exit(2);
  }
  // Expected places are relative to the document's folder, which a symbolic link would hide.
  return realpathSync(given);
}

/** Returns the rows of `manifest.tsv` in order. */
export function readManifest(folder: string): readonly CorpusDocument[] {
  return readTable(path.join(folder, "manifest.tsv")).map((row) => ({
    name: row["name"] ?? "",
    file: path.join(folder, row["entry"] ?? ""),
    operations: Number(row["operations"]),
    bytes: Number(row["bytes"]),
  }));
}

/** Returns the bytes of `tools/list` of openapi-mcp-generator's servers, by document, if it supports the document. */
export function readPeerListBytes(folder: string): ReadonlyMap<string, number> {
  const file = path.join(folder, "peer-results.tsv");
  if (!existsSync(file)) return new Map();
  return new Map(
    readTable(file)
      .filter((row) => row["tools_list_bytes"])
      .map((row) => [row["name"] ?? "", Number(row["tools_list_bytes"])]),
  );
}

function readTable(file: string): Record<string, string>[] {
  const [header = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const columns = header.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}
