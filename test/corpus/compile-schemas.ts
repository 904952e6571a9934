import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject } from "./schema-refs.js";

export interface LabelledSchema {
  readonly label: string;
  readonly schema: JsonObject;
}

/**
 * Compiles every schema as a client would, and reports those that can't be compiled.
 *
 * Hundreds of tools carry the same definitions. Each is compiled once: the schemas become members of one large schema
 * beside all definitions. A name with two meanings is also a problem.
 */
export function compileSchemas(schemas: readonly LabelledSchema[]): string[] {
  const problems: string[] = [];
  const definitions = new Map<string, { readonly text: string; readonly value: unknown }>();
  // Definitions have identifiers as names, so numbers are free for the schemas.
  const members: Record<string, unknown> = {};
  for (const [index, { label, schema }] of schemas.entries()) {
    const { $defs = {}, ...rest } = schema;
    members[index] = rest;
    for (const [name, value] of Object.entries($defs as JsonObject)) {
      const text = JSON.stringify(value);
      const known = definitions.get(name);
      if (!known) definitions.set(name, { text, value });
      else if (known.text !== text) problems.push(`${label}: ${name} is another than elsewhere`);
    }
  }
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    inlineRefs: false,
  });
  const named = Object.fromEntries([...definitions].map(([name, { value }]) => [name, value]));
  try {
    // Validates against the meta-schema, once for all.
    ajv.addSchema({ $id: "list:", $defs: { ...members, ...named } });
  } catch (error) {
    return [...problems, `the schemas are invalid: ${String(error).slice(0, 500)}`];
  }
  for (const [index, { label }] of schemas.entries()) {
    try {
      ajv.getSchema(`list:#/$defs/${index}`);
    } catch (error) {
      problems.push(`${label} does not compile: ${String(error).slice(0, 200)}`);
    }
  }
  return problems;
}
