import type { SurfaceOperation } from "../../surface/model.js";
import type { DeclaredTypes } from "./declare-types.js";
import { importStatement } from "../imports.js";
import { flatType } from "./print-type.js";
import { collectNames, unknownType, type TypeNode } from "./type-node.js";

/**
 * Prints the import of the types of arguments and results; the empty string if there are none.
 *
 * @param from specifier of `types.ts`
 */
export function importTypes(
  operations: readonly SurfaceOperation[],
  types: DeclaredTypes,
  from: string,
): string {
  const names = new Set<string>();
  for (const operation of operations) {
    names.add(operation.inputTypeName);
    for (const name of typeNamesOf(operation, types)) names.add(name);
  }
  return names.size === 0 ? "" : importStatement("import type", [...names].sort(), from);
}

/** Returns the names of the types in an operation's result. */
export function typeNamesOf(operation: SurfaceOperation, types: DeclaredTypes): Iterable<string> {
  const names = new Set<string>();
  collectNames(outputOf(operation, types), names);
  return names;
}

export function outputText(operation: SurfaceOperation, types: DeclaredTypes): string {
  return flatType(outputOf(operation, types), Infinity) ?? "unknown";
}

/** Whether an operation returns the runtime's `Media`. */
export function usesMedia(operations: readonly SurfaceOperation[]): boolean {
  return operations.some((operation) => operation.output.kind === "media");
}

function outputOf(operation: SurfaceOperation, types: DeclaredTypes): TypeNode {
  return types.outputs.get(operation.symbol) ?? unknownType;
}
