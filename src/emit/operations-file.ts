import type { SchemaTable } from "../../runtime/contract/operation.js";
import type { WholeInputs } from "../../runtime/contract/whole-inputs.js";
import type { SurfaceOperation } from "../surface/model.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import { moduleSpecifier, type FileContext } from "./file-context.js";
import { importStatement } from "./imports.js";
import { printLiteral } from "./literal.js";
import { importTypes, outputText, usesMedia } from "./types/operation-types.js";

export interface FactsOfFile {
  readonly operations: readonly SurfaceOperation[];
  readonly inputSchemas?: SchemaTable | undefined;
  readonly outputSchemas?: SchemaTable | undefined;
  /** A sentence about the operations. Default: none. */
  readonly about?: string;
}

/**
 * Returns a file with the facts of operations, as data for the runtime.
 *
 * @param typesModule specifier of `types.ts` without its ending
 */
export function operationsFile(
  { operations, about = "", ...tables }: FactsOfFile,
  types: DeclaredTypes,
  context: FileContext,
  typesModule: string,
): string {
  const { header, runtimeSpecifier, templates } = context;
  const inputSchemas = schemaTable(tables.inputSchemas);
  const outputSchemas = schemaTable(tables.outputSchemas);
  const fromRuntime = [
    ...(usesMedia(operations) ? ["Media"] : []),
    ...(operations.length > 0 ? ["Operation"] : []),
    ...(inputSchemas || outputSchemas ? ["SchemaTable"] : []),
  ];
  const imports = [
    fromRuntime.length === 0 ? "" : importStatement("import type", fromRuntime, runtimeSpecifier),
    importTypes(operations, types, moduleSpecifier(typesModule, context)),
  ];
  return templates.render("operations.ts", {
    header,
    about,
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
