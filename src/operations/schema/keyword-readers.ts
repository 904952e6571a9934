import { setOwn } from "../../load/object.js";
import {
  dotted,
  isObject,
  join,
  kindOf,
  misshapen,
  problem,
  type JsonObject,
} from "../../normalise/node.js";
import { scalarText } from "../../load/written-scalars.js";
import { asWarning, isReference } from "../../normalise/reading.js";
import type { Draft, Position, Spot } from "./conversion.js";
import type { Schema } from "../model.js";
import { flagOf, readFlag, readNumber } from "./quoted-values.js";
import { patternFault } from "../../../runtime/schema/patterns/compile-pattern.js";
import { patternAdvice } from "../../diagnostics/pattern-advice.js";
import { literalBody, unicodePattern } from "./pattern.js";
import { keywords, typeHints, types, type KeywordKind } from "./schema-keywords.js";

function below(at: Spot, value: unknown, pointer: string, position: Position): Schema {
  return at.convert(at.conversion, value, pointer, position, at.depth + 1, at.surroundings);
}

function refuse(at: Spot, wanted: string, value: unknown, pointer = at.pointer): void {
  const node = { value, file: at.conversion.file, pointer };
  at.conversion.problems.push(misshapen(node, wanted, "invalid-schema"));
}

function warn(at: Spot, message: string, hint?: string): void {
  const place = { file: at.conversion.file, pointer: at.pointer };
  at.conversion.problems.push(problem("warning", "invalid-schema", place, message, hint));
}

type Reader = (draft: Draft, key: string, value: unknown, at: Spot) => void;

function numberReader(wanted: string, allowed: (value: number) => boolean): Reader {
  return (draft, key, written, at) => {
    const value = readNumber(written, at);
    if (value === undefined || Number.isNaN(value) || !allowed(value)) refuse(at, wanted, written);
    // YAML's `.inf` is no limit.
    else if (Number.isFinite(value)) draft[key] = value;
  };
}

function listReader(position: (at: Spot) => Position): Reader {
  return (draft, key, value, at) => {
    if (!Array.isArray(value)) return refuse(at, "a list of schemas", value);
    if (value.length === 0) return warn(at, `${dotted(at.pointer)} is empty; it is left out.`);
    const inner = position(at);
    draft[key] = value.map((item, index) => below(at, item, join(at.pointer, index), inner));
  };
}

function mapReader(position: (at: Spot) => Position, nameOf?: typeof patternName): Reader {
  return (draft, key, value, at) => {
    if (!isObject(value)) return refuse(at, "an object", value);
    const inner = position(at);
    const map: Draft = {};
    // JSON Schema has no reference to a map of schemas, but a string `$ref` can mean nothing else.
    if (isReference(value)) return readReferredMap(draft, key, value, at);
    for (const name of Object.keys(value)) {
      const pointer = join(at.pointer, name);
      const kept = nameOf === undefined ? name : nameOf(name, { ...at, pointer });
      if (kept !== undefined) setOwn(map, kept, below(at, value[name], pointer, inner));
    }
    draft[key] = map;
  };
}

function readReferredMap(draft: Draft, key: string, value: JsonObject, at: Spot): void {
  const { conversion, pointer } = at;
  if (conversion.inReferredMap) return refuse(at, "an object without a reference", value);
  const found = conversion.follow({ value, file: conversion.file, pointer });
  if (!found.ok) {
    conversion.problems.push(found.problem);
  } else if (isReference(found.node.value)) {
    refuse(at, "an object", found.node.value);
  } else {
    const { value: map, file, pointer: mapPointer } = found.node;
    // Read the schemas in the file they are in, because their own references are relative to it.
    const there = { ...conversion, file, inReferredMap: true as const };
    readers.schemaMap(draft, key, map, { ...at, conversion: there, pointer: mapPointer });
    for (const name of Object.keys(value)) {
      if (name === "$ref") continue;
      const own = below(at, value[name], join(pointer, name), "part");
      setOwn(draft[key] as Draft, name, own);
    }
  }
}

/** Keywords that say nothing about which values are valid. */
const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/**
 * Reads the schemas of which one or some apply. YAML reads `type: null` as a null, where `"null"` was meant: without a type,
 * the alternative would allow every value.
 */
const alternativesReader: Reader = (draft, key, value, at) => {
  const meant = Array.isArray(value)
    ? value.map((item: unknown, index) => {
        if (!isObject(item) || !isOnlyNull(item)) return item;
        const pointer = join(join(at.pointer, index), "type");
        const message = `${dotted(pointer)} must be a type, not null; it is read as "null".`;
        warn({ ...at, pointer }, message, 'Write `type: "null"`, with quotes.');
        return { ...item, type: "null" };
      })
    : value;
  listReader(choice)(draft, key, meant, at);
};

/** Whether a schema has an empty type, and nothing else that restricts values. */
function isOnlyNull(schema: JsonObject): boolean {
  if (!Object.hasOwn(schema, "type") || schema["type"] !== null) return false;
  return Object.keys(schema).every(
    (key) => key === "type" || annotations.has(key) || !(keywords.has(key) || key.startsWith("$")),
  );
}

const part = (): Position => "part";
/** The position of an alternative: a choice if it applies to the same instance. */
const choice = (at: Spot): Position => (at.position === "part" ? "part" : "choice");
const same = (at: Spot): Position => at.position;

function schemaReader(position: (at: Spot) => Position): Reader {
  return (draft, key, value, at) => {
    // A text is no schema, but `"false"` in place of one has a clear meaning.
    const schema = typeof value === "string" ? (readFlag(value, at) ?? value) : value;
    draft[key] = below(at, schema, at.pointer, position(at));
  };
}

const numberKind = numberReader("a number", () => true);

/** Readers by kind: each reads the value of a keyword into the draft, or reports a problem. */
export const readers: Readonly<Record<KeywordKind, Reader>> = {
  schema: schemaReader(part),
  schemaInPlace: schemaReader(choice),
  schemaList: listReader(part),
  allInPlace: listReader(same),
  someInPlace: alternativesReader,
  schemaMap: mapReader(part),
  schemaMapInPlace: mapReader(choice),
  patternMap: mapReader(part, patternName),
  number: numberKind,
  positive: numberReader("a number above 0", (value) => value > 0),
  count: numberReader(
    "a whole number from 0 up",
    (value) => value >= 0 && (Number.isInteger(value) || value === Infinity),
  ),
  limit: (draft, key, value, at) => {
    // A boolean (2.0 and 3.0) is translated later, together with `minimum` and `maximum`.
    if (readFlag(value, at) === undefined) numberKind(draft, key, value, at);
  },
  boolean: (draft, key, value, at) => {
    const flag = readFlag(value, at);
    if (flag === undefined) refuse(at, "true or false", value);
    else draft[key] = flag;
  },
  annotation: (draft, key, value, at) => {
    const flag = readFlag(value, at);
    if (flag === undefined)
      warn(at, `${dotted(at.pointer)} must be true or false; it is left out.`);
    else if (flag) draft[key] = true;
  },
  readOnly: (draft, key, value, at) => {
    readers.annotation(draft, key, value, at);
    // In 3.0, requests leave the property out, and `required` holds for responses only. Since 3.1 it is an annotation.
    // @see OpenAPI 3.0.4 Schema Object, readOnly; OpenAPI 3.1.1, Validating readOnly and writeOnly
    if (draft[key] === true && at.conversion.version >= "3.1") draft[key] = "annotation";
  },
  text: (draft, key, value, at) => {
    if (typeof value === "string") draft[key] = value;
    else if (typeof value === "object") {
      const { conversion, pointer } = at;
      const found = conversion.followText({ value, file: conversion.file, pointer });
      if (!found.ok) conversion.problems.push(asWarning(found.problem));
      else if (typeof found.node.value === "string") draft[key] = found.node.value;
    } else draft[key] = scalarText(at.source, key);
  },
  data: (draft, key, value) => {
    draft[key] = value;
  },
  dataList: (draft, key, value) => {
    if (Array.isArray(value) && value.length > 0) draft[key] = value;
  },
  type: readType,
  enum: (draft, key, value, at) => {
    if (!Array.isArray(value)) return refuse(at, "a list", value);
    if (value.length === 0)
      return warn(at, `${dotted(at.pointer)} allows nothing; it is left out.`);
    draft[key] = [...new Set<unknown>(value)];
  },
  names: (draft, key, value, at) => {
    // `required: true` on a property comes from draft 3.
    if (typeof value === "boolean" || flagOf(value) !== undefined) return;
    const names = readNames(value, at);
    if (names !== undefined && names.length > 0) draft[key] = names;
  },
  nameLists: (draft, key, value, at) => {
    if (!isObject(value)) return refuse(at, "an object", value);
    const lists: Draft = {};
    for (const name of Object.keys(value)) {
      const names = readNames(value[name], { ...at, pointer: join(at.pointer, name) });
      if (names !== undefined) setOwn(lists, name, names);
    }
    draft[key] = lists;
  },
  pattern: (draft, key, value, at) => {
    if (typeof value !== "string") return refuse(at, "a string", value);
    const pattern = patternName(value, at);
    if (pattern !== undefined) draft[key] = pattern;
  },
  items: (draft, key, value, at) => {
    // Before 2020-12, a list in `items` meant what `prefixItems` means now.
    if (Array.isArray(value)) readers.schemaList(draft, "prefixItems", value, at);
    else draft[key] = below(at, value, at.pointer, "part");
  },
  dependencies: (draft, _key, value, at) => {
    if (!isObject(value)) return refuse(at, "an object", value);
    const isList = (name: string) => Array.isArray(value[name]);
    const pick = (names: string[]) => {
      const picked: Draft = {};
      for (const name of names) setOwn(picked, name, value[name]);
      return picked;
    };
    const lists = Object.keys(value).filter(isList);
    const schemas = Object.keys(value).filter((name) => !isList(name));
    if (lists.length > 0) readers.nameLists(draft, "dependentRequired", pick(lists), at);
    if (schemas.length > 0) readers.schemaMapInPlace(draft, "dependentSchemas", pick(schemas), at);
  },
};

/** Returns the pattern as valid with the `u` flag, or adds a warning. */
function patternName(pattern: string, at: Spot): string | undefined {
  const inside = literalBody(pattern);
  if (inside !== undefined) {
    const place = { file: at.conversion.file, pointer: at.pointer };
    const message = `${dotted(at.pointer)} is written as a JavaScript literal, between slashes, and would match nothing that is meant; it is left out.`;
    const hint = `Write only what is between the slashes: ${inside.slice(0, 200)}`;
    at.conversion.problems.push(problem("warning", "invalid-pattern", place, message, hint));
    return undefined;
  }
  const usable = unicodePattern(pattern);
  const place = { file: at.conversion.file, pointer: at.pointer };
  if (usable === undefined) {
    const message = `${dotted(at.pointer)} is not a valid JavaScript regular expression; it is left out.`;
    at.conversion.problems.push(problem("warning", "invalid-pattern", place, message));
  } else if (patternFault(usable) !== undefined) {
    const { reason, hint } = patternAdvice(usable);
    const message = `${dotted(at.pointer)} can't be matched in bounded time, because ${reason}; values are not checked against it.`;
    at.conversion.problems.push(problem("warning", "pattern-unchecked", place, message, hint));
  }
  return usable;
}

function readNames(value: unknown, at: Spot): string[] | undefined {
  if (!Array.isArray(value)) {
    refuse(at, "a list of names", value);
    return undefined;
  }
  const names = new Set<string>();
  value.forEach((name: unknown, index) => {
    if (typeof name === "string") names.add(name);
    // YAML reads the unquoted name `404` as a number, `true` as a boolean.
    else if (typeof name === "number" || typeof name === "boolean")
      names.add(scalarText(value, index)!);
    else refuse(at, "a name", name, join(at.pointer, index));
  });
  return [...names];
}

function readType(draft: Draft, key: string, value: unknown, at: Spot): void {
  if (value === "file") {
    draft["type"] = "string";
    draft["format"] = "binary";
    return;
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = new Set<string>();
  for (const item of list) {
    // YAML reads `[string, null]` as a null, where `"null"` was meant.
    const name = item === null ? "null" : item;
    if (typeof name === "string" && types.has(name)) known.add(name);
    else {
      const meant = typeof name === "string" ? typeHints.get(name.toLowerCase()) : undefined;
      const wanted = "one of string, number, integer, boolean, object, array and null";
      const place = { file: at.conversion.file, pointer: at.pointer };
      const message = `${dotted(at.pointer)} must be ${wanted}, not ${kindOf(name)}.`;
      const hint = meant === undefined ? undefined : `JSON Schema calls it "${meant}".`;
      at.conversion.problems.push(problem("error", "invalid-schema", place, message, hint));
    }
  }
  if (known.size === 0) {
    if (list.length === 0) refuse(at, "a type or a list of types", value);
    return;
  }
  draft[key] = known.size === 1 ? [...known][0] : [...known];
}
