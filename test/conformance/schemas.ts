/** Input schemas of the conformance servers. */
import type { JsonSchema } from "../../runtime/index.js";

export const nameInput = object({ name: { type: "string" } });
export const promptInput = object({ prompt: { type: "string" } });
export const messageInput = object({ message: { type: "string" } });
export const filenameInput = object({ filename: { type: "string" } });

export const computeInput = object({
  seconds: { type: "number", minimum: 0, maximum: 600 },
  label: { type: "string" },
});

/** A schema with an argument that clients repeat in the header `Mcp-Param-Region`. */
export const regionInput = object({ region: { type: "string", "x-mcp-header": "Region" } });

/** Most keywords of JSON Schema 2020-12. It must be listed unchanged. */
export const contactInput = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** Returns the schema of an object with required members. */
function object(properties: { readonly [name: string]: JsonSchema }) {
  return { type: "object", properties, required: Object.keys(properties) };
}
