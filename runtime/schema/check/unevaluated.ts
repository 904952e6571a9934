/** `unevaluatedProperties` and `unevaluatedItems`. @see JSON Schema 2020-12, 11 */
import type { JsonObject } from "../../protocol/json.js";
import { tupleLength } from "./arrays.js";
import { KeywordFault } from "./fault.js";
import type { Check, Keyword, Node } from "./node-model.js";
import { dependentNodes, has, namedMembers, unexpected } from "./objects.js";
import type { Run } from "./run.js";
import { matches } from "./strings.js";
import { listed } from "./unions.js";

/** The members or items that other keywords evaluated. */
class Evaluated {
  readonly names = new Set<string>();
  readonly items = new Set<number>();
  /** The first items up to this number. */
  first = 0;
  /** All members and items. */
  all = false;
}

/** What it costs to read the keywords of a schema, besides what they contain. */
const addSteps = 4;

/**
 * Adds the members or items that a schema evaluates, given a value that conforms to it.
 *
 * @param isAsker whether its own `unevaluatedProperties` or `unevaluatedItems` asks, and so does not count
 */
function add(node: Node, value: object, run: Run, to: Evaluated, isAsker = false): void {
  const { keywords } = node;
  if (!keywords || to.all) return;
  run.spend(addSteps);
  run.enter();
  const target = node.referred();
  if (target) addIfValid(target, value, run, to);
  if (!target || !node.ignoresBesideRef) {
    if (Array.isArray(value)) addItems(node, value, run, to, isAsker);
    else addMembers(node, value as JsonObject, run, to, isAsker);
    for (const keyword of ["$dynamicRef", "$recursiveRef"]) {
      if (keywords[keyword] !== undefined && node.isKnown(keyword)) {
        addIfValid(node.dynamic(keyword, run.scope), value, run, to);
      }
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      for (const schema of listed(node, keyword)) addIfValid(schema, value, run, to);
    }
    addConditional(node, value, run, to);
    if (!Array.isArray(value)) addDependent(node, value as JsonObject, run, to);
  }
  run.leave();
}

function addIfValid(node: Node, value: object, run: Run, to: Evaluated): void {
  if (!to.all && run.decides(node, value)) add(node, value, run, to);
}

function addConditional(node: Node, value: object, run: Run, to: Evaluated): void {
  const { keywords } = node;
  if (keywords!["if"] !== undefined) {
    const test = node.child("if");
    const isMet = run.decides(test, value);
    if (isMet) add(test, value, run, to);
    const branch = isMet ? "then" : "else";
    if (keywords![branch] !== undefined) addIfValid(node.child(branch), value, run, to);
  }
}

/** @see JSON Schema 2020-12, 10.2.2.4 */
function addDependent(node: Node, value: JsonObject, run: Run, to: Evaluated): void {
  for (const keyword of ["dependentSchemas", "dependencies"] as const) {
    const schemas = dependentNodes(node, keyword);
    run.spend(schemas.length >> 2);
    for (const [name, schema] of schemas) {
      if (has(value, name)) addIfValid(schema, value, run, to);
    }
  }
}

function addMembers(
  node: Node,
  value: JsonObject,
  run: Run,
  to: Evaluated,
  isAsker: boolean,
): void {
  const { additionalProperties, unevaluatedProperties } = node.keywords!;
  const { names, patterns, isPatternsKnown } = namedMembers(node);
  const isRestKnown = additionalProperties !== undefined || !isPatternsKnown;
  if (isRestKnown || (unevaluatedProperties !== undefined && !isAsker)) to.all = true;
  if (to.all) return;
  run.spend(names.length >> 2);
  for (const name of names) {
    if (!has(value, name)) continue;
    run.spend(1);
    to.names.add(name);
  }
  if (patterns.length === 0) return;
  for (const name of Object.keys(value)) {
    if (patterns.some(([pattern]) => matches(pattern, name, run))) to.names.add(name);
  }
}

function addItems(
  node: Node,
  value: readonly unknown[],
  run: Run,
  to: Evaluated,
  isAsker: boolean,
): void {
  const { items, additionalItems, unevaluatedItems, contains } = node.keywords!;
  const isTuple = Array.isArray(items);
  const isRestKnown = isTuple ? additionalItems !== undefined : items !== undefined;
  if (isRestKnown || (unevaluatedItems !== undefined && !isAsker)) to.all = true;
  to.first = Math.max(to.first, tupleLength(node));
  // Since 2020-12 `contains` evaluates the items that it finds.
  if (to.all || contains === undefined || node.dialect !== "2020-12") return;
  const schema = node.child("contains");
  value.forEach((item, at) => {
    if (run.decides(schema, item)) to.items.add(at);
  });
}

/** Returns what the other keywords of a schema evaluate. */
function evaluatedBy(node: Node, value: object, run: Run): Evaluated {
  const evaluated = new Evaluated();
  add(node, value, run, evaluated, true);
  return evaluated;
}

function unevaluatedProperties(node: Node, stated: unknown): Check | undefined {
  if (stated === true) return undefined;
  const schema = node.child("unevaluatedProperties");
  return (value, run) => {
    const { all, names } = evaluatedBy(node, value as object, run);
    if (all) return true;
    let valid = true;
    for (const name in value as JsonObject) {
      if (names.has(name) || !Object.hasOwn(value as JsonObject, name)) continue;
      run.spend(1);
      const isValid =
        stated === false
          ? unexpected(node, "unevaluatedProperties", "unevaluatedProperty", name, value, run)
          : run.into(schema, (value as JsonObject)[name], name);
      if (isValid) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

function unevaluatedItems(node: Node, stated: unknown): Check | undefined {
  if (stated === true) return undefined;
  const schema = node.child("unevaluatedItems");
  return (value, run) => {
    const list = value as readonly unknown[];
    const { all, items, first } = evaluatedBy(node, list, run);
    if (all) return true;
    let valid = true;
    for (let at = first; at < list.length; at++) {
      if (items.has(at)) continue;
      if (stated !== false && run.into(schema, list[at], at)) continue;
      if (run.isDone) return false;
      valid = false;
      if (stated !== false) continue;
      const message = `must NOT have more than ${at} items`;
      return run.fails(new KeywordFault(node, "unevaluatedItems", { limit: at }, message), value);
    }
    return valid;
  };
}

export const unevaluatedKeywords: readonly Keyword[] = [
  { name: "unevaluatedProperties", kind: "object", compile: unevaluatedProperties },
  { name: "unevaluatedItems", kind: "array", compile: unevaluatedItems },
];
