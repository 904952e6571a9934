import type { SchemaTable } from "../../runtime/contract/operation.js";
import type { Surface, SurfaceOperation } from "../surface/model.js";
import { commentLine, docComment } from "./comment.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import { exposedAs } from "./exposed-as.js";
import { importStatement } from "./imports.js";
import { printLiteral } from "./literal.js";
import { codeSpan } from "./markdown.js";
import { importTypes, outputText, usesMedia } from "./types/operation-types.js";
import { render } from "./render.js";

/** `operations.ts`: what the runtime needs to know of each operation, as data. */
export function operationsFile(
  surface: Surface,
  types: DeclaredTypes,
  header: string,
  runtimeSpecifier: string,
): string {
  const { operations, api } = surface;
  const inputSchemas = schemaTable(api.inputSchemas);
  const outputSchemas = schemaTable(api.outputSchemas);
  const fromRuntime = [
    ...(usesMedia(operations) ? ["Media"] : []),
    ...(operations.length > 0 ? ["Operation"] : []),
    ...(inputSchemas || outputSchemas ? ["SchemaTable"] : []),
  ];
  const imports = [
    fromRuntime.length === 0 ? "" : importStatement("import type", fromRuntime, runtimeSpecifier),
    importTypes(operations, types),
  ];
  return render("operations.ts", {
    header,
    imports: imports.filter((each) => each !== "").join("\n"),
    operations: operations.map((operation) => ({
      doc: docComment([summary(operation)], 0).trimEnd(),
      symbol: operation.symbol,
      input: operation.inputTypeName,
      output: outputText(operation, types),
      facts: printLiteral(operation.facts, 0, Infinity),
    })),
    inputSchemas,
    outputSchemas,
  });
}

/** The table as a literal, sorted by name; the empty string when there is none. */
function schemaTable(table: SchemaTable | undefined): string {
  const names = Object.keys(table ?? {}).sort();
  if (!table || names.length === 0) return "";
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of names) sorted[name] = table[name];
  return printLiteral(sorted, 0, Infinity);
}

/** Nothing here moves when the document is edited elsewhere. */
function summary(operation: SurfaceOperation): string {
  return commentLine(`${codeSpan(operation.source.key)} as the ${exposedAs(operation)}.`);
}
