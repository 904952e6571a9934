import type { NamedSchemas, Schema } from "../../operations/model.js";
import { mediaKind } from "./media-types.js";
import { refName } from "./object-shape.js";

const maxDepth = 8;

/**
 * Whether a response with this schema is a sequence of octets, whatever its media type: `format: binary` (3.0; `type: file`
 * of 2.0), `contentMediaType` of a binary type without an encoding, or `contentEncoding: binary` (3.1).
 *
 * @see OpenAPI 3.0.4 Data Types; 3.1.1 Working With Binary Data
 */
export function isBytes(schema: Schema | undefined, schemas: NamedSchemas, depth = 0): boolean {
  if (typeof schema !== "object" || depth > maxDepth) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target) return isBytes(target.schema, schemas, depth + 1);
  const parts = (schema["allOf"] ?? []) as readonly Schema[];
  if (parts.some((part) => isBytes(part, schemas, depth + 1))) return true;
  const { type, format, contentEncoding, contentMediaType } = schema;
  const types: readonly unknown[] =
    type === undefined || Array.isArray(type) ? (type ?? []) : [type];
  if (types.some((each) => each !== "string" && each !== "null")) return false;
  if (contentEncoding !== undefined) return contentEncoding === "binary";
  if (format === "binary") return types.includes("string");
  return typeof contentMediaType === "string" && mediaKind(contentMediaType) === "binary";
}
