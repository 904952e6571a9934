import type { SchemaTable } from "../../runtime/contract/operation.js";
import type { WholeInputs } from "../../runtime/contract/whole-inputs.js";
import type { Surface } from "../surface/model.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import type { FileContext } from "./file-context.js";
import { importStatement } from "./imports.js";
import { printLiteral } from "./literal.js";
import { importTypes, outputText, usesMedia } from "./types/operation-types.js";

/** Returns `operations.ts`: the facts of each operation, as data for the runtime. */
export function operationsFile(
  surface: Surface,
  types: DeclaredTypes,
  context: FileContext,
): string {
  const { operations, api } = surface;
  const { header, runtimeSpecifier, templates } = context;
  const inputSchemas = schemaTable(api.inputSchemas);
  const outputSchemas = schemaTable(api.outputSchemas);
  const fromRuntime = [
    ...(usesMedia(operations) ? ["Media"] : []),
    ...(operations.length > 0 ? ["Operation"] : []),
    ...(inputSchemas || outputSchemas ? ["SchemaTable"] : []),
  ];
  const imports = [
    fromRuntime.length === 0 ? "" : importStatement("import type", fromRuntime, runtimeSpecifier),
    importTypes(operations, types, context),
  ];
  return templates.render("operations.ts", {
    header,
    imports: imports.filter((each) => each !== "").join("\n"),
    operations: operations.map((operation) => ({
      symbol: operation.symbol,
      input: operation.inputTypeName,
      output: outputText(operation, types),
      facts: printLiteral(operation.facts, 0, Infinity),
    })),
    inputSchemas,
    outputSchemas,
  });
}

/** Returns `whole-inputs.ts`, for the checks of calls that the listed schemas are too short for. */
export function wholeInputsFile(
  { inputs, schemas }: WholeInputs,
  { header, runtimeSpecifier, templates }: FileContext,
): string {
  return templates.render("whole-inputs.ts", {
    header,
    imports: importStatement("import type", ["ObjectSchema", "SchemaTable"], runtimeSpecifier),
    inputs: printLiteral(inputs, 0, Infinity),
    schemas: printLiteral(schemas, 0, Infinity),
  });
}

/** Prints the table as a literal, sorted by name. Returns the empty string for an empty table. */
function schemaTable(table: SchemaTable | undefined): string {
  const names = Object.keys(table ?? {}).sort();
  if (!table || names.length === 0) return "";
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of names) sorted[name] = table[name];
  return printLiteral(sorted, 0, Infinity);
}
