import { isObject, type JsonObject } from "../protocol/json.js";

/** Keywords whose value is data and holds no schemas. */
const data = new Set(["const", "enum", "default", "example", "examples"]);
/** Keywords whose value maps names to schemas. */
const named = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);
const prefix = "#/$defs/";

export type Definitions = { readonly [name: string]: JsonObject };

const usesOf = new WeakMap<object, readonly string[]>();

/** Adds the `$defs` that a schema refers to, directly or through others. Copies only the root. */
export function withDefinitions(schema: JsonObject, table: Definitions | undefined): JsonObject {
  if (!table) return schema;
  const reached = new Set<string>();
  const pending: JsonObject[] = [schema];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const name of directUses(next)) {
      const definition = Object.hasOwn(table, name) ? table[name] : undefined;
      if (definition === undefined || reached.has(name)) continue;
      reached.add(name);
      pending.push(definition);
    }
  }
  if (reached.size === 0) return schema;
  // Sorted by code unit, so that the schema does not depend on the order of discovery.
  const entries = [...reached].sort().map((name) => [name, table[name]] as const);
  return { ...schema, $defs: Object.fromEntries(entries) };
}

/** Returns the definitions that a schema itself refers to. Cached, because schemas share definitions. */
function directUses(schema: JsonObject): readonly string[] {
  const known = usesOf.get(schema);
  if (known) return known;
  const uses = new Set<string>();
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      for (const each of next) pending.push(each);
      continue;
    }
    if (!isObject(next)) continue;
    for (const [keyword, value] of Object.entries(next)) {
      if (keyword === "$ref" || keyword === "$dynamicRef") {
        if (typeof value === "string" && value.startsWith(prefix)) {
          uses.add(value.slice(prefix.length).split("/", 1)[0] ?? "");
        }
      } else if (named.has(keyword) && isObject(value)) {
        for (const each of Object.values(value)) pending.push(each);
      } else if (typeof value === "object" && value !== null && !data.has(keyword)) {
        pending.push(value);
      }
    }
  }
  const list = [...uses];
  usesOf.set(schema, list);
  return list;
}
