import { isObject } from "../protocol/json.js";
import { checkReferences } from "./check-references.js";
import type { SchemaSource } from "./schema-source.js";
import { checkBy, isStandard, writeSchema, type ReadSchema } from "./standard-schema.js";

/**
 * Reads a schema of what somebody is asked for: its side before transforms and defaults, of any type.
 *
 * @param subject names it in messages
 * @throws TypeError if it can't be written as JSON Schema 2020-12
 */
export function readAnswerSchema(source: SchemaSource, subject: string): ReadSchema {
  if (!isStandard(source)) {
    if (!isObject(source)) throw new TypeError(`${subject} is not a JSON Schema object.`);
    checkReferences(source, () => subject);
    return { schema: source };
  }
  const schema = writeSchema(source, "input", subject);
  return { schema, validate: (value) => checkBy(source, value) };
}
