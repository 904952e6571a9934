import { createRequire } from "node:module";
import type { JsonSchema, SchemaTable } from "../../../runtime/contract/operation.js";

/**
 * What is wrong with a value of the user's own by a schema; undefined when nothing is, or when the schema can't tell.
 *
 * @param definitions the `$defs` that the schema refers to
 */
export function valueFault(
  schema: JsonSchema,
  definitions: SchemaTable,
  value: unknown,
): string | undefined {
  // Few runs check values, and ajv takes long to load.
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, meta: false });
  try {
    const check = ajv.compile({ ...schema, $defs: definitions });
    if (check(value)) return undefined;
    const [first] = check.errors ?? [];
    if (!first) return "it does not fit its schema";
    const { allowedValues } = first.params as { allowedValues?: readonly unknown[] };
    const where = first.instancePath === "" ? "it" : `\`${first.instancePath.slice(1)}\``;
    const which = allowedValues ? ` (${allowedValues.slice(0, 10).map(String).join(", ")})` : "";
    return `${where} ${first.message ?? "is not allowed"}${which}`;
  } catch {
    return undefined;
  }
}

/** What is wrong with a JSON Schema of the user's own; undefined when nothing is. */
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
