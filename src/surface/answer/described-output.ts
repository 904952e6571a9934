import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Located } from "../../routes/route-map.js";
import { hasUnsafeKey, isListableMember, unsafeKeys } from "../names/unsafe-keys.js";
import { schemaFault } from "../schema/check-value.js";
import { subschemaKind } from "../schema/subschemas.js";

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
  const listed = withVisibleTexts(listable(value));
  if (value["type"] !== "object") {
    const properties = { result: listed };
    return { ok: true, output: { type: "object", properties }, wrap: true };
  }
  const { required: _, ...schema } = listed;
  return { ok: true, output: { ...schema, type: "object" }, wrap: false };
}

/** Leaves out names and values that clients can't list; the rest is never stricter for it. Returns other schemas as they are. */
function listable<T extends object>(schema: T): T {
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => ({
    key,
    value,
    listed: unsafeKeys.has(key) ? undefined : listableValue(key, value),
  }));
  if (entries.every(({ value, listed }) => value === listed)) return schema;
  const kept = entries.filter(({ key, value, listed }) => {
    if (listed === undefined || closing.has(key)) return false;
    return value === listed || !inverting.has(key);
  });
  return Object.fromEntries(kept.map(({ key, listed }) => [key, listed])) as T;
}

/** Returns what is listed of a keyword's value, the value itself if that is all; undefined for nothing. */
function listableValue(keyword: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (holdsData.has(keyword)) return hasUnsafeKey(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => listableValue("", item));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!holdsMembers(keyword)) return listable(value);
  const members = Object.entries(value)
    .filter(([name]) => isListableMember(name))
    .map(([name, member]: [string, unknown]) => [name, listableValue("", member)] as const);
  const all = value as Readonly<Record<string, unknown>>;
  const isWhole = members.length === Object.keys(all).length;
  if (isWhole && members.every(([name, member]) => member === all[name])) return value;
  return Object.fromEntries(members);
}

function holdsMembers(keyword: string): boolean {
  return subschemaKind(keyword) === "named" || namesMembers.has(keyword);
}

const namesMembers = new Set(["dependentRequired", "dependencies", "$defs", "definitions"]);
/** Keywords that refuse a value because a schema, or a second one, matches. */
const inverting = new Set(["not", "if", "contains", "oneOf"]);
/** Keywords that say something of the members and items that the others don't describe. */
const closing = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

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
