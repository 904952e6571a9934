import { defined } from "../protocol/defined.js";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { ListingRules } from "./listing-rules.js";

/** A schema adapted to a client. */
export interface AdaptedSchema {
  readonly schema: JsonObject;
  /** Keywords whose meaning is not fully kept. */
  readonly lost: ReadonlySet<string>;
}

/** Limits on nested references and written schemas. Beyond them a reference becomes its type. */
const maxDepth = 16;
const maxSchemas = 2000;
/** Maximum length of a description's note about removed keywords. */
const maxNote = 200;

const annotations: ReadonlySet<string> = new Set(["deprecated", "examples", "title", "$defs"]);
const noNames: readonly string[] = [];
const refPrefix = "#/$defs/";

/** Adapts a schema and its `$defs` to a client's rules. The result is never stricter than the schema. */
export function adaptSchema(schema: JsonObject, rules: ListingRules): AdaptedSchema {
  return new Adaptation(schema, rules).run();
}

class Adaptation {
  readonly #root: JsonObject;
  readonly #rules: ListingRules;
  readonly #lost = new Set<string>();
  #written = 0;

  constructor(root: JsonObject, rules: ListingRules) {
    this.#root = root;
    this.#rules = rules;
  }

  run(): AdaptedSchema {
    const { $defs, ...root } = this.#root;
    const schema = this.#adapt(root, noNames);
    if (this.#rules.inline || !isObject($defs)) return { schema, lost: this.#lost };
    const defs = Object.entries($defs).map(
      ([name, each]) => [name, this.#adapt(each, noNames)] as const,
    );
    return { schema: { ...schema, $defs: Object.fromEntries(defs) }, lost: this.#lost };
  }

  /** @param within names of the definitions that contain the schema, outermost first */
  #adapt(schema: unknown, within: readonly string[]): JsonObject {
    this.#written += 1;
    if (!isObject(schema)) return this.#typed({});
    if (this.#rules.inline) {
      const { schema: resolved, within: inner } = this.#resolve(schema, within);
      return this.#shown(this.#merged(resolved, inner), inner);
    }
    return this.#shown(schema, within);
  }

  /** Follows `$ref`; keywords beside a reference override those of its target. */
  #resolve(
    schema: JsonObject,
    within: readonly string[],
  ): { readonly schema: JsonObject; readonly within: readonly string[] } {
    let current = this.#withoutNull(schema);
    let inner = within;
    for (let ref = current["$ref"]; typeof ref === "string"; ref = current["$ref"]) {
      const { $ref: _, ...beside } = current;
      const name = ref.startsWith(refPrefix) ? ref.slice(refPrefix.length) : "";
      const { $defs } = this.#root;
      const target = isObject($defs) ? member($defs, name) : undefined;
      const isBeyond = inner.length >= maxDepth || this.#written >= maxSchemas;
      if (!isObject(target) || inner.includes(name) || isBeyond) {
        this.#lost.add("$ref");
        const type = isObject(target) ? target["type"] : undefined;
        return { schema: { ...defined({ type }), ...beside }, within: inner };
      }
      inner = [...inner, name];
      current = this.#withoutNull({ ...target, ...beside });
    }
    return { schema: current, within: inner };
  }

  /** Writes a union of one schema and null as that schema with `nullable`. */
  #withoutNull(schema: JsonObject): JsonObject {
    const { anyOf, oneOf, ...rest } = schema;
    const union = anyOf ?? oneOf;
    if (!this.#rules.oneType || !Array.isArray(union)) return schema;
    const parts = (union as readonly unknown[]).filter((part) => !isNull(part));
    const [only] = parts;
    if (parts.length !== 1 || !isObject(only)) return schema;
    return { ...only, ...rest, ...defined({ nullable: union.length > 1 ? true : undefined }) };
  }

  /** Merges the parts of an `allOf` into one schema if the client does not accept `allOf`. */
  #merged(schema: JsonObject, within: readonly string[]): JsonObject {
    const { allOf, ...rest } = schema;
    if (!Array.isArray(allOf) || this.#takes("allOf")) return schema;
    let merged: JsonObject = {};
    for (const part of [...(allOf as unknown[]), rest]) {
      if (!isObject(part)) continue;
      const one = part === rest ? rest : this.#merged(this.#resolve(part, within).schema, within);
      const clash = Object.keys(one).some(
        (key) =>
          key in merged &&
          key !== "properties" &&
          key !== "required" &&
          key !== "description" &&
          merged[key] !== one[key],
      );
      if (clash) this.#lost.add("allOf");
      merged = {
        ...merged,
        ...one,
        ...bothObjects("properties", merged, one),
        ...bothLists("required", merged, one),
      };
    }
    return merged;
  }

  #shown(schema: JsonObject, within: readonly string[]): JsonObject {
    const result: Record<string, unknown> = {};
    const notes: string[] = [];
    for (const [keyword, value] of Object.entries(this.#plain(schema, notes))) {
      if (!this.#takes(keyword)) {
        if (!annotations.has(keyword) && !isEmpty(keyword, value)) this.#lost.add(keyword);
        continue;
      }
      result[keyword] = this.#inside(keyword, value, within);
    }
    const properties = result["properties"];
    if (Array.isArray(result["required"]) && isObject(properties)) {
      const known = result["required"].filter((name) => Object.hasOwn(properties, String(name)));
      if (known.length > 0) result["required"] = known;
      else delete result["required"];
    }
    if (notes.length > 0) {
      const { description } = result;
      const text = typeof description === "string" ? description : "";
      const end = text === "" ? "" : /[.!?…]$/.test(text) ? " " : ". ";
      result["description"] = `${text}${end}${notes.join(" ").slice(0, maxNote)}`;
    }
    return this.#typed(result);
  }

  /** Rewrites keywords that the client does not accept as ones that it does, or as notes. */
  #plain(schema: JsonObject, notes: string[]): JsonObject {
    const plain: Record<string, unknown> = { ...schema };
    const { formats, stringEnums, oneType } = this.#rules;
    const { format } = plain;
    if (typeof format === "string" && formats && !formats.includes(format)) {
      delete plain["format"];
      this.#lost.add("format");
      notes.push(`Format: ${format.slice(0, 40)}.`);
    }
    if (!this.#takes("const") && Object.hasOwn(plain, "const")) {
      plain["enum"] = [plain["const"]];
      delete plain["const"];
    }
    if (!this.#takes("oneOf") && Array.isArray(plain["oneOf"]) && plain["anyOf"] === undefined) {
      plain["anyOf"] = plain["oneOf"];
      delete plain["oneOf"];
    }
    if (oneType) this.#makeOneType(plain);
    const { enum: values } = plain;
    if (stringEnums && Array.isArray(values)) {
      const isListable = values.every((value) => typeof value === "string" && value !== "");
      if (!isListable || (plain["type"] !== undefined && plain["type"] !== "string")) {
        delete plain["enum"];
        this.#lost.add("enum");
        notes.push(`One of: ${values.map((value) => JSON.stringify(value)).join(", ")}.`);
      }
    }
    return plain;
  }

  /** Writes null as `nullable` and several types as `anyOf`, unless there is an `anyOf` already. */
  #makeOneType(plain: Record<string, unknown>): void {
    const { type, enum: values, anyOf } = plain;
    if (Array.isArray(values) && values.includes(null)) {
      plain["enum"] = values.filter((value) => value !== null);
      plain["nullable"] = true;
    }
    if (Array.isArray(type)) {
      const types = type.filter((each) => each !== "null");
      if (types.length < type.length) plain["nullable"] = true;
      delete plain["type"];
      if (types.length === 1) plain["type"] = types[0];
      else if (anyOf === undefined) plain["anyOf"] = types.map((each) => ({ type: each }));
    }
    this.#standAlone(plain);
  }

  /** Leaves `anyOf` as the only keyword, or removes it if one such as `properties` says more. */
  #standAlone(plain: Record<string, unknown>): void {
    const { anyOf, description } = plain;
    if (!Array.isArray(anyOf)) return;
    delete plain["anyOf"];
    const parts = (anyOf as readonly unknown[]).filter((part) => !isNull(part));
    if (parts.length === 0 || telling.some((keyword) => plain[keyword] !== undefined)) {
      this.#lost.add("anyOf");
      return;
    }
    for (const keyword of Object.keys(plain)) {
      if (keyword !== "description" && keyword !== "nullable") this.#lost.add(keyword);
      delete plain[keyword];
    }
    const [first] = parts;
    const isDescribed = description === undefined || !isObject(first) || "description" in first;
    plain["anyOf"] = isDescribed ? parts : [{ ...first, description }, ...parts.slice(1)];
  }

  #inside(keyword: string, value: unknown, within: readonly string[]): unknown {
    const adapt = (each: unknown): JsonObject => this.#adapt(each, within);
    switch (keyword) {
      case "properties":
      case "patternProperties":
      case "dependentSchemas":
        return isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, adapt(each)]))
          : value;
      case "anyOf":
      case "oneOf":
      case "allOf":
      case "prefixItems":
        return Array.isArray(value) ? value.map(adapt) : value;
      case "items":
      case "additionalProperties":
      case "not":
      case "if":
      case "then":
      case "else":
      case "contains":
      case "propertyNames":
        return isObject(value) ? adapt(value) : value;
      default:
        return value;
    }
  }

  /** Adds the members that the client requires in every schema. */
  #typed(schema: Record<string, unknown>): JsonObject {
    const { arrayItems, oneType } = this.#rules;
    if (oneType && schema["type"] === undefined && schema["anyOf"] === undefined) {
      schema["type"] =
        schema["properties"] !== undefined
          ? "object"
          : schema["items"] !== undefined
            ? "array"
            : "string";
    }
    const { type } = schema;
    const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
    if (arrayItems && isArray && !isObject(schema["items"])) {
      schema["items"] = oneType ? { type: "string" } : {};
    }
    return schema;
  }

  #takes(keyword: string): boolean {
    return this.#rules.keywords?.includes(keyword) ?? true;
  }
}

/** Keywords that say more about a schema than an `anyOf` beside them. */
const telling = ["type", "properties", "items", "enum"];

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema["type"] === "null" || schema["const"] === null);
}

function bothObjects(name: string, left: JsonObject, right: JsonObject): JsonObject {
  const [one, other] = [left[name], right[name]];
  return isObject(one) && isObject(other) ? { [name]: { ...one, ...other } } : {};
}

function bothLists(name: string, left: JsonObject, right: JsonObject): JsonObject {
  const [one, other] = [left[name], right[name]];
  if (!Array.isArray(one) || !Array.isArray(other)) return {};
  return { [name]: [...new Set<unknown>([...one, ...other])] };
}

/** Whether a keyword can be dropped without loss: a model does not send arguments that it does not see. */
function isEmpty(keyword: string, value: unknown): boolean {
  return keyword === "additionalProperties" && (value === false || value === true);
}
