/** Keywords of objects. @see JSON Schema 2020-12, 10.3.2; validation, 6.5 */
import type { JsonObject } from "../../protocol/json.js";
import type { LinearPattern } from "../patterns/compile-pattern.js";
import { KeywordFault } from "./fault.js";
import { ofKind, oncePerNode, type Check, type Keyword, type Node } from "./node-model.js";
import { matches, patternOf } from "./strings.js";
import type { Run } from "./run.js";

/** Whether an object has a member of its own. Handlers may return members that are undefined, which JSON drops. */
export function has(object: JsonObject, name: string): boolean {
  // To look up thousands of names that an object doesn't have takes ten times as long.
  return Object.hasOwn(object, name) && object[name] !== undefined;
}

/** Whether an object has at least a number of members. */
function hasMembers(object: JsonObject, atLeast: number, run: Run): boolean {
  if (atLeast <= 0) return true;
  let count = 0;
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue;
    run.spend(1);
    if (++count >= atLeast) return true;
  }
  return false;
}

function memberCount(node: Node, name: string, limit: number, words: string): KeywordFault {
  const message = `must NOT have ${words} than ${limit} properties`;
  return new KeywordFault(node, name, { limit }, message);
}

function maxProperties(node: Node, stated: unknown): Check {
  const limit = stated as number;
  const fault = memberCount(node, "maxProperties", limit, "more");
  return (value, run) =>
    !hasMembers(value as JsonObject, Math.floor(limit) + 1, run) || run.fails(fault, value);
}

function minProperties(node: Node, stated: unknown): Check {
  const limit = stated as number;
  const fault = memberCount(node, "minProperties", limit, "fewer");
  return (value, run) => hasMembers(value as JsonObject, limit, run) || run.fails(fault, value);
}

function required(node: Node, stated: unknown): Check {
  const names = stated as readonly string[];
  const faults = new Map<string, KeywordFault>();
  return (value, run) => {
    run.spend(names.length);
    let valid = true;
    for (const name of names) {
      if (has(value as JsonObject, name)) continue;
      if (run.isDone) return false;
      let fault = faults.get(name);
      if (!fault) {
        const params = { missingProperty: name };
        const message = `must have required property '${name}'`;
        faults.set(name, (fault = new KeywordFault(node, "required", params, message)));
      }
      valid = run.fails(fault, value);
    }
    return valid;
  };
}

function propertyNames(node: Node): Check {
  const names = node.child("propertyNames");
  return (value, run) => {
    let valid = true;
    for (const name in value as JsonObject) {
      if (!Object.hasOwn(value as JsonObject, name)) continue;
      const outer = run.propertyName;
      run.propertyName = name;
      const isValid = names.check(name, run);
      run.propertyName = outer;
      if (isValid) continue;
      if (run.complaints === undefined) return false;
      const params = { propertyName: name };
      const message = "property name must be valid";
      valid = run.failsAsWhole(new KeywordFault(node, "propertyNames", params, message), value);
      if (run.isDone) return false;
    }
    return valid;
  };
}

function properties(node: Node, stated: unknown): Check {
  const names = Object.keys(stated as JsonObject);
  const schemas = names.map((name) => node.child("properties", name));
  return (value, run) => {
    run.spend(names.length >> 3);
    let valid = true;
    for (let at = 0; at < names.length; at++) {
      const name = names[at]!;
      if (!has(value as JsonObject, name)) continue;
      if (run.into(schemas[at]!, (value as JsonObject)[name], name)) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

/** What `properties` and `patternProperties` state. */
interface NamedMembers {
  readonly names: readonly string[];
  /** The patterns that are enforced, with their schemas. */
  readonly patterns: readonly (readonly [LinearPattern, Node])[];
  /** Whether these are all patterns. Otherwise any name may match one. */
  readonly isPatternsKnown: boolean;
}

/** Reads what `properties` and `patternProperties` state. */
export const namedMembers = oncePerNode((node): NamedMembers => {
  const { properties, patternProperties } = node.keywords!;
  const sources = Object.keys((patternProperties as JsonObject | undefined) ?? {});
  const patterns = sources.flatMap((source) => {
    const pattern = patternOf(source);
    return pattern ? [[pattern, node.child("patternProperties", source)] as const] : [];
  });
  return {
    names: Object.keys((properties as JsonObject | undefined) ?? {}),
    patterns,
    isPatternsKnown: patterns.length === sources.length,
  };
});

function patternProperties(node: Node): Check | undefined {
  const { patterns } = namedMembers(node);
  if (patterns.length === 0) return undefined;
  return (value, run) => {
    let valid = true;
    for (const name in value as JsonObject) {
      if (!Object.hasOwn(value as JsonObject, name)) continue;
      for (const [pattern, schema] of patterns) {
        if (!matches(pattern, name, run)) continue;
        if (run.into(schema, (value as JsonObject)[name], name)) continue;
        if (run.isDone) return false;
        valid = false;
      }
    }
    return valid;
  };
}

/** @see JSON Schema 2020-12, 10.3.2.3 */
function additionalProperties(node: Node, stated: unknown): Check | undefined {
  if (stated === true) return undefined;
  const { names, patterns, isPatternsKnown } = namedMembers(node);
  if (!isPatternsKnown) return undefined;
  const known = new Set(names);
  const schema = node.child("additionalProperties");
  return (value, run) => {
    let valid = true;
    for (const name in value as JsonObject) {
      if (known.has(name) || !Object.hasOwn(value as JsonObject, name)) continue;
      if (patterns.some(([pattern]) => matches(pattern, name, run))) continue;
      run.spend(1);
      const isValid =
        stated === false
          ? unexpected(node, "additionalProperties", "additionalProperty", name, value, run)
          : run.into(schema, (value as JsonObject)[name], name);
      if (isValid) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

/** Reports a member that is not allowed. */
export function unexpected(
  node: Node,
  keyword: string,
  param: string,
  name: string,
  value: unknown,
  run: Run,
): false {
  if (run.isDone) return false;
  const words = keyword === "additionalProperties" ? "additional" : "unevaluated";
  const message = `must NOT have ${words} properties`;
  return run.fails(new KeywordFault(node, keyword, { [param]: name }, message), value);
}

/** Members that are required if another is there. @see JSON Schema validation 2020-12, 6.5.4 */
function dependentRequired(node: Node, keyword: string, stated: unknown): Check {
  const lists = Object.entries(stated as JsonObject).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return (value, run) => {
    run.spend(lists.length >> 2);
    let valid = true;
    for (const [property, names] of lists) {
      if (!has(value as JsonObject, property)) continue;
      run.spend(names.length);
      let deps: string | undefined;
      for (const missingProperty of names) {
        if (has(value as JsonObject, missingProperty)) continue;
        if (run.isDone) return false;
        deps ??= names.join(", ");
        const params = { property, missingProperty, depsCount: names.length, deps };
        const noun = names.length === 1 ? "property" : "properties";
        const message = `must have ${noun} ${deps} when property ${property} is present`;
        valid = run.fails(new KeywordFault(node, keyword, params, message), value);
      }
    }
    return valid;
  };
}

/** The schemas that apply to an object that has a member. @see JSON Schema 2020-12, 10.2.2.4 */
export function dependentNodes(node: Node, keyword: DependentKeyword): DependentNodes {
  return dependents[keyword](node);
}

type DependentNodes = readonly (readonly [string, Node])[];
type DependentKeyword = "dependentSchemas" | "dependencies";

const dependents = {
  dependentSchemas: oncePerNode((node) => dependentsBy("dependentSchemas", node)),
  dependencies: oncePerNode((node) => dependentsBy("dependencies", node)),
};

function dependentsBy(keyword: DependentKeyword, node: Node): DependentNodes {
  return Object.entries((node.keywords![keyword] as JsonObject | undefined) ?? {})
    .filter(([, stated]) => !Array.isArray(stated))
    .map(([name]) => [name, node.child(keyword, name)] as const);
}

function dependentSchemas(node: Node, keyword: DependentKeyword): Check {
  const schemas = dependentNodes(node, keyword);
  return (value, run) => {
    run.spend(schemas.length >> 2);
    let valid = true;
    for (const [name, schema] of schemas) {
      if (!has(value as JsonObject, name) || schema.check(value, run)) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

function dependencies(node: Node, stated: unknown): Check {
  const names = dependentRequired(node, "dependencies", stated);
  const schemas = dependentSchemas(node, "dependencies");
  return (value, run) => {
    const hasNames = names(value, run);
    if (!hasNames && run.complaints === undefined) return false;
    return schemas(value, run) && hasNames;
  };
}

export const objectKeywords: readonly Keyword[] = ofKind("object", [
  { name: "required", compile: required },
  { name: "maxProperties", compile: maxProperties },
  { name: "minProperties", compile: minProperties },
  { name: "propertyNames", compile: propertyNames },
  { name: "additionalProperties", compile: additionalProperties },
  { name: "dependencies", compile: dependencies },
  {
    name: "dependentRequired",
    compile: (node: Node, stated: unknown) => dependentRequired(node, "dependentRequired", stated),
  },
  { name: "properties", compile: properties },
  { name: "patternProperties", compile: patternProperties },
  {
    name: "dependentSchemas",
    compile: (node: Node) => dependentSchemas(node, "dependentSchemas"),
  },
]);
