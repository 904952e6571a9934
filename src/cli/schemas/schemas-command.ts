import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { explainFileError } from "../../load/read-bytes.js";
import type { Options } from "../../options/table.js";
import { readSources } from "../../type-schemas/read-sources.js";
import { isSchemasText, schemasPath, schemasText } from "../../type-schemas/schemas-file.js";
import { printDiagnostics } from "../report.js";
import { findSources } from "./find-sources.js";

/**
 * Runs `schemas`: writes the schemas of decorated methods beside their sources. Resolves to false if a type has no schema,
 * a file can't be written or, with `--check`, is not up to date; with an error in the types nothing is written.
 *
 * @throws UsageError for a pattern that names nothing
 */
export async function runSchemas(patterns: readonly string[], options: Options): Promise<boolean> {
  const cwd = process.cwd();
  const diagnostics = new Diagnostics(cwd);
  const { sources } = diagnostics.addLoaded(await readSources(findSources(cwd, patterns)));
  const withTools = sources.filter(({ classes }) => Object.keys(classes).length > 0);
  const isSound = sources.every((source) => source.diagnostics.length === 0);
  let written = 0;
  for (const source of isSound ? withTools : []) {
    const file = path.relative(cwd, schemasPath(source.file));
    const outcome = await writeSchemas(file, schemasText(source.file, source), options);
    if (outcome === "written") written += 1;
    else if (outcome) diagnostics.add({ diagnostics: [outcome] });
  }
  const located = diagnostics.located();
  printDiagnostics(located, options);
  if (located.some(({ severity }) => severity === "error")) return false;
  if (!options.quiet) printError(closing(withTools.length, written));
  return true;
}

function closing(found: number, written: number): string {
  if (found === 0) return "No method has @mcpTool.\n";
  return written === 0
    ? "All schemas are up to date.\n"
    : `Wrote ${written} ${written === 1 ? "file" : "files"}.\n`;
}

async function writeSchemas(
  file: string,
  text: string,
  { check }: Pick<Options, "check">,
): Promise<"written" | Diagnostic | undefined> {
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before === text) return undefined;
  if (before !== undefined && !isSchemasText(before)) {
    return problem("out-not-ours", `${file} was not written by this command.`, "Rename it.");
  }
  if (check) return problem("out-stale", `${file} is not up to date.`, "Run without --check.");
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, file);
    return "written";
  } catch (error) {
    return problem("out-unwritable", `${file} ${explainFileError(error)}.`);
  }
}

function problem(code: Diagnostic["code"], message: string, hint?: string): Diagnostic {
  return { code, severity: "error", message, ...(hint !== undefined && { hint }) };
}
