import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
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
    return { ok: true, output: { type: "object", properties: { result: value } }, wrap: true };
  }
  const { required: _, ...schema } = value;
  return { ok: true, output: { ...schema, type: "object" }, wrap: false };
}

function hasReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { $ref, $dynamicRef } = value as { $ref?: unknown; $dynamicRef?: unknown };
  if (typeof $ref === "string" || typeof $dynamicRef === "string") return true;
  return Object.values(value).some(hasReference);
}
