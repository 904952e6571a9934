import { pointerKeys } from "../../protocol/json.js";
import type { Violation } from "../../schema/validator.js";
import type { Operation } from "../../contract/operation.js";
import type { SchemaPlace } from "./places.js";

/** An action of an overlay. @see OpenAPI Overlay 1.0.0, Action Object */
export interface Correction {
  readonly target: string;
  readonly description: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/** A longer value is no member of an enumeration. */
const maxValueLength = 100;

/**
 * What would make a schema allow the value that violates it.
 *
 * @param version the document's; undefined: 3.1 or later
 */
export function corrections(
  violation: Violation,
  { path, keyword }: SchemaPlace,
  version: "2.0" | "3.0" | undefined,
): readonly Correction[] {
  const schema = jsonPath(path);
  const { data, params } = violation;
  const update = (value: unknown, description: string): Correction[] => [
    { target: schema, description, update: value },
  ];
  const remove = (target: string, description: string): Correction[] => [
    { target, description, remove: true },
  ];
  const at = (name: string) => jsonPath([...path, name]);
  const found = data === null ? "null" : typeof data;
  switch (keyword) {
    case "type":
    case "nullable":
      if (data === null && version === "3.0") return update({ nullable: true }, "It may be null.");
      if (data === null && version === "2.0") {
        return update({ "x-nullable": true }, "It may be null.");
      }
      return retype(violation, version, at("type"), schema);
    case "enum": {
      const isScalar = typeof data !== "object" && String(data).length <= maxValueLength;
      if (data === null || isScalar) {
        return update({ enum: [data] }, "There is another value.");
      }
      return remove(at("enum"), "There are other values.");
    }
    case "required": {
      const name = String((params as { missingProperty?: unknown }).missingProperty);
      const target = `${at("required")}[?@ == ${quoted(name)}]`;
      return remove(target, "It may be missing.");
    }
    case "additionalProperties":
    case "unevaluatedProperties":
      return remove(at(keyword), "There are further members.");
    case "format":
    case "pattern":
    case "const":
    case "multipleOf":
    case "uniqueItems":
      return remove(at(keyword), `There is a ${found} that does not fit.`);
    default:
      return /^(?:exclusive)?(?:max|min)/i.test(keyword)
        ? remove(at(keyword), "There is a value beyond it.")
        : [];
  }
}

/** What changes nothing but tells a reader what misfits, where no place is known that could be corrected. */
export function hint({ instancePath, message }: Violation, { request, id }: Operation): Correction {
  const keys = pointerKeys(instancePath).map((key) => (/^\d+$/.test(key) ? "*" : key));
  const member =
    keys.length === 0 ? "The answer" : `In the answer, ${keys.join(".").slice(0, 200)}`;
  return {
    target: jsonPath(["paths", request.path, request.method.toLowerCase()]),
    description: `${id}: ${member} ${(message ?? "is not valid").slice(0, 200)}. Its schema is made of several or in another file: correct it there.`,
    update: {},
  };
}

/** Before 3.1 a schema has one type: with two it has none. */
function retype(
  { data, parentSchema }: Violation,
  version: "2.0" | "3.0" | undefined,
  target: string,
  schema: string,
): readonly Correction[] {
  const actual = typeOf(data);
  const description = `It may be ${actual}.`;
  const taken: Correction = { target, description, remove: true };
  const declared = (parentSchema as { readonly type?: unknown } | undefined)?.type;
  const known = (Array.isArray(declared) ? declared : [declared]).filter(
    (each) => typeof each === "string" && !(each === "integer" && actual === "number"),
  );
  if (known.length === 0) return [taken, { target: schema, description, update: { type: actual } }];
  if (version !== undefined) return [taken];
  return [taken, { target: schema, description, update: { type: [...known, actual].sort() } }];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** A normalized path. @see RFC 9535 section 2.7 */
export function jsonPath(keys: readonly string[]): string {
  const steps = keys.map((key, index) =>
    isIndex(key, keys[index - 1]) ? `[${key}]` : `[${quoted(key)}]`,
  );
  return `$${steps.join("")}`;
}

/** Numbers are places in the lists of `allOf` and the like; elsewhere they are names: `200`. */
function isIndex(key: string, before = ""): boolean {
  return (
    /^(?:0|[1-9]\d{0,8})$/.test(key) && ["allOf", "anyOf", "oneOf", "prefixItems"].includes(before)
  );
}

/** A name selector. JSON escapes all that needs it but the quotes, which are single ones. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
