/** Keywords of arrays. @see JSON Schema 2020-12, 10.3.1; validation, 6.4 */
import { digitsIn } from "../../protocol/exact-integers.js";
import { ValueSet } from "./equality.js";
import { KeywordFault } from "./fault.js";
import { ofKind, type Check, type Keyword, type Node } from "./node-model.js";
import type { Run } from "./run.js";

/** Most items whose faults are told when none is what `contains` asks for. */
const maxTold = 10;

type Items = readonly unknown[];

function itemCount(node: Node, keyword: string, limit: number, words: string): KeywordFault {
  return new KeywordFault(node, keyword, { limit }, `must NOT have ${words} than ${limit} items`);
}

function maxItems(node: Node, stated: unknown): Check {
  const fault = itemCount(node, "maxItems", stated as number, "more");
  return (value, run) => (value as Items).length <= (stated as number) || run.fails(fault, value);
}

function minItems(node: Node, stated: unknown): Check {
  const fault = itemCount(node, "minItems", stated as number, "fewer");
  return (value, run) => (value as Items).length >= (stated as number) || run.fails(fault, value);
}

function uniqueItems(node: Node, stated: unknown): Check | undefined {
  if (stated !== true) return undefined;
  return (value, run) => {
    const items = value as Items;
    if (items.length < 2) return true;
    const digits = digitsIn(items);
    const seen = new ValueSet(true);
    for (let at = 0; at < items.length; at++) {
      run.spend(1);
      if (!seen.add(items[at], run, digits?.get(at))) {
        return run.complaints !== undefined && repeated(node, items, at, run);
      }
    }
    return true;
  };
}

/** Reports an item that was there before. */
function repeated(node: Node, items: Items, later: number, run: Run): false {
  const digits = digitsIn(items);
  const seen = new ValueSet(true);
  seen.add(items[later], run, digits?.get(later));
  let earlier = 0;
  while (!run.isFull && seen.add(items[earlier], run, digits?.get(earlier))) earlier++;
  const params = { i: later, j: earlier };
  const message = `must NOT have duplicate items (items ## ${earlier} and ${later} are identical)`;
  return run.fails(new KeywordFault(node, "uniqueItems", params, message), items);
}

/** Checks each item from `first` on by one schema. */
function eachFrom(first: number, schema: Node): Check {
  return (value, run) => {
    const items = value as Items;
    let valid = true;
    for (let at = first; at < items.length; at++) {
      if (run.into(schema, items[at], at)) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

/** Checks the first items, each by a schema of its own. */
function eachInTurn(node: Node, keyword: string, count: number): Check {
  const schemas = Array.from({ length: count }, (_, at) => node.child(keyword, at));
  return (value, run) => {
    const items = value as Items;
    let valid = true;
    for (let at = 0; at < Math.min(count, items.length); at++) {
      if (run.into(schemas[at]!, items[at], at)) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

/** The items after those that have a schema of their own. */
function rest(node: Node, keyword: string, first: number): Check | undefined {
  const stated = node.keywords![keyword];
  if (stated === true) return undefined;
  if (stated !== false) return eachFrom(first, node.child(keyword));
  return noneFrom(node, keyword, first);
}

/** Allows no items from `first` on. */
export function noneFrom(node: Node, keyword: string, first: number): Check {
  const fault = itemCount(node, keyword, first, "more");
  return (value, run) => (value as Items).length <= first || run.fails(fault, value);
}

/** How many items have a schema of their own. */
export function tupleLength({ dialect, keywords }: Node): number {
  const list = keywords![dialect === "2020-12" ? "prefixItems" : "items"];
  return Array.isArray(list) ? list.length : 0;
}

function items(node: Node, stated: unknown): Check | undefined {
  return Array.isArray(stated)
    ? eachInTurn(node, "items", stated.length)
    : rest(node, "items", tupleLength(node));
}

/** @see JSON Schema 2019-09, 9.3.1.2: it has no effect beside a single schema as `items` */
function additionalItems(node: Node): Check | undefined {
  return Array.isArray(node.keywords!["items"])
    ? rest(node, "additionalItems", tupleLength(node))
    : undefined;
}

/** @see JSON Schema 2020-12, 10.3.1.3; validation, 6.4.4 and 6.4.5 */
function contains(node: Node): Check | undefined {
  const { dialect, keywords } = node;
  const counts = dialect === "2019-09" || dialect === "2020-12" ? keywords! : {};
  const minContains = typeof counts["minContains"] === "number" ? counts["minContains"] : 1;
  const { maxContains } = counts as { readonly maxContains?: number };
  if (minContains <= 0 && maxContains === undefined) return undefined;
  const schema = node.child("contains");
  const [params, message] =
    maxContains === undefined
      ? [{ minContains }, `must contain at least ${minContains} valid item(s)`]
      : [
          { minContains, maxContains },
          `must contain at least ${minContains} and no more than ${maxContains} valid item(s)`,
        ];
  const fault = new KeywordFault(node, "contains", params, message);
  return (value, run) => {
    const list = value as Items;
    let count = 0;
    for (const item of list) {
      if (!run.decides(schema, item)) continue;
      count++;
      if (count >= minContains && maxContains === undefined) return true;
      if (maxContains !== undefined && count > maxContains) break;
    }
    if (count >= minContains && count <= (maxContains ?? count)) return true;
    if (run.complaints === undefined) return false;
    if (count === 0) {
      for (let at = 0; at < Math.min(list.length, maxTold); at++) run.into(schema, list[at], at);
    }
    return run.failsAsWhole(fault, value);
  };
}

export const arrayKeywords: readonly Keyword[] = ofKind("array", [
  { name: "maxItems", compile: maxItems },
  { name: "minItems", compile: minItems },
  {
    name: "prefixItems",
    compile: (node: Node, stated: unknown) =>
      eachInTurn(node, "prefixItems", (stated as readonly unknown[]).length),
  },
  { name: "items", compile: items },
  { name: "additionalItems", compile: additionalItems },
  { name: "contains", compile: contains },
  // Last, because it looks at every part of the value.
  { name: "uniqueItems", compile: uniqueItems },
]);
