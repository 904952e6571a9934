import { createRequire } from "node:module";
import type { JsonSchema, SchemaTable } from "../../../runtime/contract/operation.js";

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
  // Loaded here because ajv loads slowly and few runs check values.
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, meta: false });
  try {
    const check = ajv.compile({ ...schema, $defs: definitions });
    if (check(value)) return undefined;
    const [first] = check.errors ?? [];
    if (!first) return "it does not match its schema";
    const { allowedValues } = first.params as { allowedValues?: readonly unknown[] };
    const where = first.instancePath === "" ? "it" : `\`${first.instancePath.slice(1)}\``;
    const which = allowedValues ? ` (${allowedValues.slice(0, 10).map(String).join(", ")})` : "";
    return `${where} ${first.message ?? "is not allowed"}${which}`;
  } catch {
    return undefined;
  }
}

/** Returns the fault of a JSON Schema that the user gives, as a clause; undefined when it is valid. */
export function schemaFault(schema: JsonSchema): string | undefined {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  try {
    new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile({ ...schema });
    return undefined;
  } catch (error) {
    const [first = ""] = (error as Error).message.split(", data");
    return first.replace(/^schema is invalid: data\/?(\S*)/, "`$1`").slice(0, 300);
  }
}
