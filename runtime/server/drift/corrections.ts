import { pointerKeys } from "../../protocol/json.js";
import type { Violation } from "../../schema/violation.js";
import type { Operation } from "../../contract/operation.js";
import type { SchemaLocation } from "./schema-location.js";

/** An action of the overlay. @see OpenAPI Overlay 1.0.0, Action Object */
export interface Correction {
  readonly target: string;
  readonly description: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/** Longest value that is added to an `enum`, in characters. */
const maxValueLength = 100;

/**
 * Returns the overlay actions that would make a schema allow the value that violates it.
 *
 * @param version the document's version; undefined for 3.1 or later
 * @returns an empty list when no correction is known for the keyword
 */
export function corrections(
  violation: Violation,
  { path, keyword }: SchemaLocation,
  version: "2.0" | "3.0" | undefined,
): readonly Correction[] {
  const { data } = violation;
  const target = jsonPath([...path, keyword]);
  switch (keyword) {
    case "type":
    case "nullable":
      return correctType(violation, path, version);
    case "enum":
      return correctEnum(data, path);
    case "required": {
      const name = String((violation.params as { missingProperty?: unknown }).missingProperty);
      return remove(`${target}[?@ == ${quoted(name)}]`, "Responses may lack this member.");
    }
    case "additionalProperties":
    case "unevaluatedProperties":
      return remove(target, "Responses contain additional members.");
    case "pattern":
    case "const":
    case "multipleOf":
    case "uniqueItems": {
      const found = data === null ? "null" : typeof data;
      return remove(target, `Responses contain a ${found} that violates this keyword.`);
    }
    default:
      return /^(?:exclusive)?(?:max|min)/i.test(keyword)
        ? remove(target, "Responses contain a value beyond this limit.")
        : [];
  }
}

function remove(target: string, description: string): Correction[] {
  return [{ target, description, remove: true }];
}

function correctEnum(data: unknown, path: readonly string[]): readonly Correction[] {
  const isScalar = typeof data !== "object" && String(data).length <= maxValueLength;
  if (data !== null && !isScalar) {
    return remove(jsonPath([...path, "enum"]), "Responses contain other values.");
  }
  const description = "Responses contain another value.";
  return [{ target: jsonPath(path), description, update: { enum: [data] } }];
}

/** Before 3.1 a schema has at most one type, so a second one means removing the keyword. */
function correctType(
  { data, parentSchema }: Violation,
  path: readonly string[],
  version: "2.0" | "3.0" | undefined,
): readonly Correction[] {
  const target = jsonPath(path);
  const actual = typeOf(data);
  const description = `Responses may have ${actual} here.`;
  if (data === null && version === "3.0") {
    return [{ target, description, update: { nullable: true } }];
  }
  if (data === null && version === "2.0") {
    return [{ target, description, update: { "x-nullable": true } }];
  }
  const removal = remove(jsonPath([...path, "type"]), description);
  const declared = (parentSchema as { readonly type?: unknown } | undefined)?.type;
  const known = (Array.isArray(declared) ? declared : [declared]).filter(
    (each): each is string =>
      typeof each === "string" && !(each === "integer" && actual === "number"),
  );
  if (known.length === 0) return [...removal, { target, description, update: { type: actual } }];
  if (version !== undefined) return removal;
  return [...removal, { target, description, update: { type: [...known, actual].sort() } }];
}

/** Returns an action that only describes the violation, for a schema whose location is not known. */
export function hint({ instancePath, message }: Violation, { request, id }: Operation): Correction {
  const keys = pointerKeys(instancePath).map((key) => (/^\d+$/.test(key) ? "*" : key));
  const member =
    keys.length === 0 ? "The response" : `In the response, ${keys.join(".").slice(0, 200)}`;
  return {
    target: jsonPath(["paths", request.path, request.method.toLowerCase()]),
    description: `${id}: ${member} ${(message ?? "is not valid").slice(0, 200)}. Its schema is composed of several or in another file: correct it there.`,
    update: {},
  };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** Writes a normalized path. @see RFC 9535 section 2.7 */
export function jsonPath(keys: readonly string[]): string {
  const steps = keys.map((key, index) =>
    isIndex(key, keys[index - 1]) ? `[${key}]` : `[${quoted(key)}]`,
  );
  return `$${steps.join("")}`;
}

/** Whether a number is an index, as below `allOf`, and not a name such as `200`. */
function isIndex(key: string, before = ""): boolean {
  return (
    /^(?:0|[1-9]\d{0,8})$/.test(key) && ["allOf", "anyOf", "oneOf", "prefixItems"].includes(before)
  );
}

/** Writes a name selector: JSON's escapes, but with single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
