import { isSequence } from "../../../runtime/contract/media-type.js";
import type { MediaType, NamedSchemas, Schema } from "../../operations/model.js";
import { essenceOf } from "../schema/media-types.js";
import type { ValueType } from "../model.js";
import { objectShape } from "../schema/object-shape.js";

/**
 * What a stream brings: the list of its items, where the document describes them; else its text.
 *
 * Since 3.2 `itemSchema` describes an item and `schema` the whole list. Before, people described an item by `schema`.
 *
 * @returns undefined when the media type is no stream
 * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
 */
export function streamOf(
  { type, schema, itemSchema }: MediaType,
  schemas: NamedSchemas,
): { readonly value: ValueType; readonly stream?: "events" | "items" } | undefined {
  const essence = essenceOf(type);
  if (essence === undefined || !isSequence(essence)) return undefined;
  if (itemSchema !== undefined) {
    const isEvents = essence === "text/event-stream" && describesEvents(itemSchema, schemas);
    return { value: listOf(itemSchema), stream: isEvents ? "events" : "items" };
  }
  if (schema === undefined || typeof schema === "boolean") return { value: { kind: "text" } };
  if (schema["type"] === "string") return { value: { kind: "text" } };
  const value: ValueType = schema["type"] === "array" ? { kind: "schema", schema } : listOf(schema);
  return { value, stream: "items" };
}

function listOf(items: Schema): ValueType {
  return { kind: "schema", schema: { type: "array", items } };
}

/** Whether it is the event that a schema describes, as it should be, or the JSON in the event's data. */
function describesEvents(schema: Schema, schemas: NamedSchemas): boolean {
  const shape = objectShape(schema, schemas);
  return !shape || ["data", "event"].some((name) => shape.properties.has(name));
}
