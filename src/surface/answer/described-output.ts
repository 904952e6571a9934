import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Located } from "../../routes/route-map.js";
import { schemaFault } from "../schema/check-value.js";

export type DescribedOutput =
  | {
      readonly ok: true;
      readonly output: ObjectSchema;
      /** Whether the schema describes `{ result: <the value> }`. */
      readonly wrap: boolean;
    }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Lists the output schema that a route map or `x-mcp` gives: an object at its root, without required members, so that an
 * incomplete result can still be delivered.
 */
export function describedOutput({ value, place, severity }: Located<JsonSchema>): DescribedOutput {
  const fault = hasReference(value)
    ? "it refers to other schemas, which are not listed with it"
    : schemaFault(value);
  if (fault !== undefined) {
    const message = `\`outputSchema\` can't be used: ${fault}.`;
    return { ok: false, diagnostic: { code: "routes-invalid", severity, message, place } };
  }
  if (value["type"] !== "object") {
    const properties = { result: withVisibleTexts(value) };
    return { ok: true, output: { type: "object", properties }, wrap: true };
  }
  const { required: _, ...schema } = withVisibleTexts(value);
  return { ok: true, output: { ...schema, type: "object" }, wrap: false };
}

/** Removes hidden characters from the texts of a schema. Values and names of members stay exact. */
function withVisibleTexts<T extends object>(schema: T): T {
  const entries = Object.entries(schema).map(([key, member]: [string, unknown]) => {
    if (typeof member === "string" && isText.has(key)) return [key, stripHidden(member)];
    const isData = typeof member !== "object" || member === null || holdsData.has(key);
    if (isData) return [key, member];
    return [key, Array.isArray(member) ? member.map(visibleItem) : withVisibleTexts(member)];
  });
  return Object.fromEntries(entries) as T;
}

function visibleItem(item: unknown): unknown {
  return typeof item === "object" && item !== null ? withVisibleTexts(item) : item;
}

const isText = new Set(["title", "description", "$comment", "format"]);
const holdsData = new Set(["default", "enum", "const", "examples"]);

function hasReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { $ref, $dynamicRef } = value as { $ref?: unknown; $dynamicRef?: unknown };
  if (typeof $ref === "string" || typeof $dynamicRef === "string") return true;
  return Object.values(value).some(hasReference);
}
