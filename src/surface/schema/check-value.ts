import type { JsonSchema, SchemaTable } from "../../../runtime/contract/operation.js";
import { compileChecker } from "../../../runtime/schema/check/compile.js";
import type { Violation } from "../../../runtime/schema/violation.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Validates a value that the user gives against a schema.
 *
 * @param definitions the `$defs` that the schema refers to
 * @returns the fault, as a clause; undefined when there is none, or when the schema can't be compiled
 */
export function valueFault(
  schema: JsonSchema,
  definitions: SchemaTable,
  value: unknown,
): string | undefined {
  let violations: readonly Violation[];
  try {
    violations = compileChecker({ ...schema, $defs: definitions }).validate(value);
  } catch {
    return undefined;
  }
  const [first] = violations;
  if (!first) return undefined;
  const { allowedValues } = first.params as { allowedValues?: readonly unknown[] };
  const where = first.instancePath === "" ? "it" : `\`${first.instancePath.slice(1)}\``;
  const which = allowedValues ? ` (${allowedValues.slice(0, 10).map(String).join(", ")})` : "";
  return `${where} ${first.message ?? "is not allowed"}${which}`;
}

/** Returns the fault of a JSON Schema that the user gives, as a clause; undefined when it is valid. */
export function schemaFault(schema: JsonSchema): string | undefined {
  const [first] = compileChecker({ $ref: dialect }).validate(schema);
  if (first) return `\`${first.instancePath.slice(1)}\` ${first.message ?? "is not allowed"}`;
  try {
    compileChecker(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 300);
  }
}
