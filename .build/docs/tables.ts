/**
 * The tables of the documentation that are generated from the code. A chapter holds one between the comments
 * `<!-- table NAME -->` and `<!-- end of table -->`.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { commandSections, sharedOptions } from "./command-tables.js";
import { diagnosticTable } from "./diagnostic-table.js";
import { environmentTable } from "./environment-table.js";
import { limitTable } from "./limit-table.js";
import { routeMapSections } from "./route-map-tables.js";
import { runtimeOptions } from "./runtime-options.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Each table by its name. */
export const tables: Readonly<Record<string, () => string>> = {
  "command sections": commandSections,
  diagnostics: diagnosticTable,
  "environment variables": environmentTable,
  limits: limitTable,
  "route map keys": routeMapSections,
  "runtime options": runtimeOptions,
  "shared options": sharedOptions,
};

/** Returns the paths of the chapters. */
export function chapters(): readonly string[] {
  const folder = path.join(root, "docs");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Returns the text of a chapter with its tables as they should be.
 *
 * @throws Error if it names a table that does not exist
 */
export function withTables(text: string): Promise<string> {
  const between = /(<!-- table ([\w ]+) -->)[\s\S]*?(<!-- end of table -->)/g;
  const filled = text.replace(between, (_, start: string, name: string, end: string) => {
    const table = tables[name];
    if (!table) throw new Error(`There is no table "${name}" in .build/docs/tables.ts.`);
    return `${start}\n\n${table()}\n${end}`;
  });
  return format(filled, { parser: "markdown", printWidth: 100 });
}
