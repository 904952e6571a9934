import { fileDefinition, fileSchema } from "../../../runtime/contract/file-input.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";

/** Refers to the runtime's schema of files: `FileInput` in types, `#/$defs/file` in the schemas that clients see. */
export const fileReference: Schema = { $ref: `#/$defs/${fileDefinition}` };

/** Adds the schema of files to those of a model. */
export function withFileSchema(schemas: NamedSchemas): NamedSchemas {
  const place = { file: "", pointer: "" };
  const named = { name: fileDefinition, ref: fileDefinition, place, schema: fileSchema, uses: [] };
  return new Map([...schemas, [fileDefinition, named]]);
}
