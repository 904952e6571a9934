import { fileDefinition, fileSchema } from "../../../runtime/contract/file-input.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";

/** Refers to the runtime's description of files: `FileInput` in types, `#/$defs/file` in what clients see. */
export const fileReference: Schema = { $ref: `#/$defs/${fileDefinition}` };

/** Schemas of a model, and that of files, which no document has. */
export function withFileSchema(schemas: NamedSchemas): NamedSchemas {
  const place = { file: "", pointer: "" };
  const named = { name: fileDefinition, ref: fileDefinition, place, schema: fileSchema, uses: [] };
  return new Map([...schemas, [fileDefinition, named]]);
}
