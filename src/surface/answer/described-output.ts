import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Located } from "../../routes/route-map.js";
import { schemaFault } from "../schema/check-value.js";

/** A tool's output as the route map describes it. */
export interface OwnOutput {
  readonly output: ObjectSchema;
  /** It describes `{ result: <the value> }`. */
  readonly wrap: boolean;
}

/**
 * The schema that a route map or `x-mcp` gives for a result, as it is listed: an object at its root, which must not
 * require anything, so that an answer with less can still be delivered.
 *
 * @returns the schema, or what is wrong with it
 */
export function ownOutput({ value, place, severity }: Located<JsonSchema>): OwnOutput | Diagnostic {
  const fault = hasReference(value)
    ? "it refers to other schemas, which are not listed with it"
    : schemaFault(value);
  if (fault !== undefined) {
    const message = `\`outputSchema\` can't be used: ${fault}.`;
    return { code: "routes-invalid", severity, message, place };
  }
  if (value["type"] !== "object") {
    return { output: { type: "object", properties: { result: value } }, wrap: true };
  }
  const { required: _, ...schema } = value;
  return { output: { ...schema, type: "object" }, wrap: false };
}

function hasReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { $ref, $dynamicRef } = value as { $ref?: unknown; $dynamicRef?: unknown };
  if (typeof $ref === "string" || typeof $dynamicRef === "string") return true;
  return Object.values(value).some(hasReference);
}
