import type { Node } from "../../load/source.js";
import type { SpecVersion } from "../../normalise/document.js";
import {
  dotted,
  isObject,
  join,
  misshapen,
  own,
  problem,
  type JsonObject,
} from "../../normalise/node.js";
import type { Conversion, Draft, Position, Spot } from "./conversion.js";
import { fitValues } from "./fit-values.js";
import { readers } from "./keyword-readers.js";
import { dropLostIntegers } from "./lost-integers.js";
import { flagOf, readFlag } from "./quoted-values.js";
import type { Schema } from "../model.js";
import { enterSchema, type Surroundings } from "./schema-anchors.js";
import { keywords } from "./schema-keywords.js";
import { spend } from "../../diagnostics/work.js";

/** Maximum nesting within one schema: later stages walk schemas recursively. */
const maxDepth = 128;

/**
 * Converts one schema, with its inline subschemas, to JSON Schema 2020-12.
 *
 * OpenAPI's own dialects (2.0, 3.0) are translated; annotations that mean nothing outside OpenAPI (`discriminator`,
 * `externalDocs`, `x-…`) are left out. A keyword whose value JSON Schema does not allow is an error.
 * @see OpenAPI 3.0 Schema Object, OpenAPI 3.2 Schema Object, JSON Schema 2020-12
 */
export function convertSchema(
  conversion: Conversion,
  value: unknown,
  pointer: string,
  surroundings: Surroundings,
): Schema {
  return convert(conversion, value, pointer, "self", 0, surroundings);
}

function convert(
  conversion: Conversion,
  value: unknown,
  pointer: string,
  position: Position,
  depth: number,
  outer: Surroundings,
): Schema {
  spend(1);
  if (typeof value === "boolean") return value;
  // In YAML, `name:` without a value is null. Treat it as an empty schema.
  if (value === null || value === undefined) return {};
  const { file } = conversion;
  if (!isObject(value)) {
    conversion.problems.push(misshapen({ value, file, pointer }, "a schema", "invalid-schema"));
    return {};
  }
  if (depth > maxDepth) {
    const message = `${dotted(pointer)} is nested more than ${maxDepth} schemas deep.`;
    conversion.problems.push(problem("error", "invalid-schema", { file, pointer }, message));
    return {};
  }

  const node = { value, file, pointer };
  const surroundings = conversion.version < "3.1" ? outer : enterSchema(node, outer);
  const draft: Draft = {};
  if (refer(conversion, node, draft, position, surroundings) && conversion.version < "3.1") {
    // @see OpenAPI 3.0 Reference Object: members beside $ref are ignored.
    return draft;
  }
  const spotOf = (key: string): Spot => ({
    conversion,
    convert,
    source: value,
    pointer: join(pointer, key),
    position,
    depth,
    surroundings,
  });
  for (const key of Object.keys(value)) {
    const kind = keywords.get(key);
    if (kind === undefined) continue;
    const member = value[key];
    if (member === null && kind !== "data") continue;
    readers[kind](draft, key, member, spotOf(key));
  }
  settle(value, draft, conversion.version, spotOf);
  fitValues(draft, spotOf);
  dropLostIntegers(draft, spotOf);
  const isUnion = draft["oneOf"] !== undefined || draft["anyOf"] !== undefined;
  if (isUnion && own(value, "discriminator") !== undefined) conversion.discriminate(draft, node);
  return draft;
}

/** Follows the reference of a schema, of any kind. Returns whether there is one. */
function refer(
  conversion: Conversion,
  node: Node<JsonObject>,
  draft: Draft,
  position: Position,
  surroundings: Surroundings,
): boolean {
  const ref = own(node.value, "$ref");
  if (ref !== undefined) {
    if (typeof ref === "string") {
      conversion.refer(ref, node, draft, position, surroundings);
    } else {
      const at = { value: ref, file: node.file, pointer: join(node.pointer, "$ref") };
      conversion.problems.push(misshapen(at, "a string", "invalid-schema"));
    }
    return true;
  }
  if (conversion.version < "3.1") return false;
  const dynamic = own(node.value, "$dynamicRef");
  if (typeof dynamic === "string") {
    const bound = dynamic.startsWith("#") ? surroundings.anchors.get(dynamic.slice(1)) : undefined;
    conversion.refer(bound ?? dynamic, node, draft, position, surroundings);
    return true;
  }
  // Keyword of JSON Schema 2019-09, still used in some 3.1 documents.
  if (own(node.value, "$recursiveRef") === "#" && surroundings.recursive !== undefined) {
    conversion.refer(surroundings.recursive, node, draft, position, surroundings);
    return true;
  }
  return false;
}

/** Translates keywords that depend on each other. */
function settle(
  source: JsonObject,
  draft: Draft,
  version: SpecVersion,
  spotOf: (keyword: string) => Spot,
): void {
  const type = draft["type"];
  const isFlag = (key: string): boolean =>
    own(source, key) !== undefined && readFlag(source[key], spotOf(key)) === true;
  // `nullable` has no effect without a type in the same schema. Some 3.1 documents still use it.
  // @see OpenAPI 3.0.4 Schema Object, nullable
  const nullable = isFlag("nullable") || (version === "2.0" && isFlag("x-nullable"));
  if (nullable && type !== undefined) {
    const list = Array.isArray(type) ? (type as string[]) : [type as string];
    if (!list.includes("null")) draft["type"] = [...list, "null"];
  }
  for (const [limit, exclusive] of limits) {
    if (isExclusive(own(source, exclusive)) && draft[limit] !== undefined) {
      draft[exclusive] = draft[limit];
      delete draft[limit];
    }
  }
  if (isArrayType(type) && draft["items"] === undefined && draft["prefixItems"] === undefined) {
    draft["items"] = {};
  }
  if (draft["examples"] === undefined && Object.hasOwn(source, "example")) {
    draft["examples"] = [source["example"]];
  }
}

/** The reader of the keyword has warned about the text. */
function isExclusive(value: unknown): boolean {
  return value === true || flagOf(value) === true;
}

const limits = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function isArrayType(type: unknown): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}
