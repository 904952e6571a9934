import type { SchemaTable } from "../../../runtime/contract/operation.js";
import { subschemaKind } from "../../surface/schema/subschemas.js";
import { asMap, referenceName } from "./normal-form.js";
import { canonicalJson, isAnnotation, structureOf, type AnySchema } from "./structure.js";

type Form = { readonly [keyword: string]: unknown };

/** References that lead to one schema, one after the other. */
const maxReferences = 100;

/**
 * Whether two schemas have the same annotations, such as descriptions and defaults, wherever both of them have a schema: the
 * texts of a new member are no change of a text.
 */
export function haveSameTexts(
  before: AnySchema,
  now: AnySchema,
  tables: { readonly before: SchemaTable; readonly now: SchemaTable },
): boolean {
  const seen = new Map<AnySchema, Set<AnySchema>>();
  const isSame = (old: AnySchema, current: AnySchema): boolean => {
    if (typeof old === "boolean" || typeof current === "boolean") return true;
    const partners = seen.get(old) ?? new Set();
    if (partners.has(current)) return true;
    seen.set(old, partners.add(current));
    const [left, right] = [resolve(old, tables.before), resolve(current, tables.now)];
    return (
      annotationsOf(left) === annotationsOf(right) &&
      Object.keys(left).every((keyword) =>
        pairs(keyword, left[keyword], right[keyword]).every(([one, other]) => isSame(one, other)),
      )
    );
  };
  return isSame(before, now);
}

/** Follows references. What stands beside one takes precedence over what it leads to. */
function resolve(schema: Form, table: SchemaTable): Form {
  let form = schema;
  for (let step = 0; step < maxReferences; step += 1) {
    const name = referenceName(form);
    const target = name === undefined ? undefined : asMap(table)[name];
    if (name === undefined || !Object.hasOwn(table, name) || typeof target !== "object") break;
    const { $ref: _, ...own } = form;
    form = { ...target, ...own };
  }
  return form;
}

function annotationsOf(schema: Form): string {
  return canonicalJson(
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword))),
  );
}

/** Returns the schemas below a keyword that stand for one another. */
function pairs(
  keyword: string,
  before: unknown,
  now: unknown,
): readonly (readonly [AnySchema, AnySchema])[] {
  if (before === undefined || now === undefined) return [];
  switch (subschemaKind(keyword)) {
    case "single":
      return [[before as AnySchema, now as AnySchema]];
    case "named": {
      const [old, current] = [asMap(before), asMap(now)];
      return Object.keys(old).flatMap((name) =>
        Object.hasOwn(current, name) ? [[old[name]!, current[name]!] as const] : [],
      );
    }
    case "listed":
      return pairsOfLists(before as readonly AnySchema[], now as readonly AnySchema[]);
    case undefined:
      return [];
  }
}

/** Lists of the same length are compared in their order, others by the schemas that occur in both. */
function pairsOfLists(
  before: readonly AnySchema[],
  now: readonly AnySchema[],
): readonly (readonly [AnySchema, AnySchema])[] {
  if (before.length === now.length) return before.map((one, at) => [one, now[at]!]);
  const byStructure = new Map(now.map((one) => [structureOf(one), one]));
  return before.flatMap((one) => {
    const other = byStructure.get(structureOf(one));
    return other === undefined ? [] : [[one, other] as const];
  });
}
