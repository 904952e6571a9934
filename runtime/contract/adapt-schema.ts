import { defined } from "../protocol/defined.js";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { ListingRules } from "./listing-rules.js";
import { bothLists, bothProperties, commonTypes, mergeable } from "./merge-schemas.js";
import { hasType, impliedType, keywordsOfType, typesOfValues, valueText } from "./value-types.js";

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
        const type = isObject(target) ? this.#typeOf(target) : undefined;
        return { schema: { ...defined({ type }), ...beside }, within: inner };
      }
      inner = [...inner, name];
      current = this.#withoutNull({ ...target, ...beside });
    }
    return { schema: current, within: inner };
  }

  /** Returns the type or types of a definition in whose place only they are listed. */
  #typeOf(target: JsonObject): unknown {
    if (target["type"] !== undefined || !this.#rules.oneType) return target["type"];
    let current: unknown = target;
    // A definition may only refer to another one.
    for (let hops = 0; hops < maxDepth && isObject(current); hops += 1) {
      const implied = impliedType(current);
      if (implied !== undefined) return implied;
      const [part] = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
        const parts = (current as JsonObject)[keyword];
        return Array.isArray(parts) ? (parts as unknown[]) : [];
      });
      const ref = current["$ref"] ?? (isObject(part) ? part["$ref"] : undefined);
      const { $defs } = this.#root;
      const name = typeof ref === "string" ? ref.slice(refPrefix.length) : "";
      current = isObject($defs) ? member($defs, name) : undefined;
    }
    return undefined;
  }

  /** Writes a union of one schema and null as that schema with `nullable`. */
  #withoutNull(schema: JsonObject): JsonObject {
    const { anyOf, oneOf, ...rest } = schema;
    const union = anyOf ?? oneOf;
    if (!this.#rules.oneType || !Array.isArray(union)) return schema;
    if (anyOf !== undefined && oneOf !== undefined) return schema;
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
    let allowsNull = true;
    for (const part of [...(allOf as unknown[]), rest]) {
      if (!isObject(part)) continue;
      const { const: value, ...keywords } =
        part === rest ? rest : this.#merged(this.#resolve(part, within).schema, within);
      const one = value === undefined ? keywords : { ...keywords, enum: [value] };
      const clash = Object.keys(one).some(
        (key) => key in merged && !mergeable.has(key) && merged[key] !== one[key],
      );
      const type = commonTypes(merged["type"], one["type"]);
      if (clash || type?.length === 0) this.#lost.add("allOf");
      allowsNull &&= one["nullable"] === true || hasType(null, one["type"]);
      merged = {
        ...merged,
        ...one,
        ...bothProperties(merged["properties"], one["properties"]),
        ...bothLists(merged["required"], one["required"]),
        ...(type && type.length > 0 ? { type: type.length === 1 ? type[0] : type } : {}),
      };
    }
    // Beside `allOf`, null is an alternative to all of them.
    if (merged["nullable"] !== true || allowsNull || rest["nullable"] === true) return merged;
    const { nullable: _, ...others } = merged;
    return others;
  }

  #shown(schema: JsonObject, within: readonly string[]): JsonObject {
    const result: Record<string, unknown> = {};
    const plain = this.#plain(schema);
    for (const [keyword, value] of Object.entries(plain)) {
      if (!this.#takes(keyword)) {
        if (!annotations.has(keyword) && !isEmpty(keyword, value)) this.#lost.add(keyword);
        continue;
      }
      result[keyword] = this.#inside(keyword, value, within);
    }
    return this.#typed(result, plain);
  }

  /** Rewrites keywords that the client does not accept as ones that it does, or as notes. */
  #plain(schema: JsonObject): JsonObject {
    const notes: string[] = [];
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
    this.#describeRequired(plain);
    this.#makeOneItem(plain);
    if (stringEnums && Array.isArray(plain["enum"])) this.#listValues(plain, notes);
    describe(plain, notes);
    if (oneType) {
      this.#makeOneType(plain);
      this.#standAlone(plain);
    }
    return plain;
  }

  /** Adds the required properties that the schema does not describe, which the client would not accept in `required`. */
  #describeRequired(plain: Record<string, unknown>): void {
    const { required, properties, additionalProperties } = plain;
    if (!this.#rules.keywords || !Array.isArray(required) || required.length === 0) return;
    const described = isObject(properties) ? properties : {};
    const missing = required.filter((name) => !Object.hasOwn(described, String(name)));
    if (missing.length === 0) return;
    const schema = isObject(additionalProperties) ? additionalProperties : {};
    plain["properties"] = Object.fromEntries([
      ...Object.entries(described),
      ...missing.map((name) => [String(name), schema] as const),
    ]);
  }

  /** Writes a tuple as an array whose items are any of the tuple's. */
  #makeOneItem(plain: Record<string, unknown>): void {
    const { prefixItems, items, maxItems } = plain;
    const isTuple = Array.isArray(prefixItems) && !this.#takes("prefixItems");
    const first: readonly unknown[] = isTuple ? prefixItems : [];
    if (items === false && (isTuple || !Array.isArray(prefixItems))) {
      plain["maxItems"] = Math.min(
        first.length,
        typeof maxItems === "number" ? maxItems : Infinity,
      );
    }
    if (!isTuple) return;
    this.#lost.add("prefixItems");
    delete plain["prefixItems"];
    const all = isObject(items) ? [...first, items] : first;
    const distinct = [...new Map(all.map((each) => [valueText(each), each])).values()];
    plain["items"] = distinct.length === 1 ? distinct[0] : { anyOf: distinct };
  }

  /** Writes `enum` as one of strings, or as the types of its values with a note that names them. */
  #listValues(plain: Record<string, unknown>, notes: string[]): void {
    const { enum: given, type, anyOf } = plain;
    const values = (given as readonly unknown[]).filter((value) => hasType(value, type));
    const others = values.filter((value) => value !== null);
    const isListable =
      others.length > 0 && others.every((value) => typeof value === "string" && value !== "");
    if (!isListable) {
      this.#lost.add("enum");
      notes.push(`One of: ${values.map(valueText).join(", ")}.`);
    }
    if (!this.#rules.oneType) {
      if (!isListable) delete plain["enum"];
      return;
    }
    delete plain["enum"];
    if (values.includes(null)) plain["nullable"] = true;
    if (anyOf !== undefined) this.#lost.add("anyOf");
    delete plain["anyOf"];
    const types = typesOfValues(others);
    const strings = others.filter((value) => typeof value === "string");
    const listed = strings.includes("") ? {} : { enum: strings };
    const items = others.filter((value) => Array.isArray(value)).flat();
    const ofType = (each: string): JsonObject => ({
      type: each,
      ...(each === "string" ? listed : {}),
      ...(each === "array" && items.length > 0 ? { items: { enum: items } } : {}),
    });
    delete plain["type"];
    const [only] = types;
    if (types.length > 1) plain["anyOf"] = types.map(ofType);
    else Object.assign(plain, only === undefined ? { type: "string" } : ofType(only));
  }

  /** Writes null as `nullable` and several types as `anyOf`, unless there is an `anyOf` already. */
  #makeOneType(plain: Record<string, unknown>): void {
    const { type, anyOf } = plain;
    if (!Array.isArray(type)) return;
    const types = type.filter((each): each is string => each !== "null");
    if (types.length < type.length) plain["nullable"] = true;
    delete plain["type"];
    const [only] = types;
    if (types.length === 1) plain["type"] = only;
    else if (anyOf === undefined) {
      plain["anyOf"] = types.map((each) => ({ type: each, ...keywordsOfType(plain, each) }));
      for (const keyword of types.flatMap((each) => Object.keys(keywordsOfType(plain, each)))) {
        delete plain[keyword];
      }
    }
  }

  /** Leaves `anyOf` as the only keyword, or removes it if one such as `properties` says more. */
  #standAlone(plain: Record<string, unknown>): void {
    const { anyOf, description, type } = plain;
    if (!Array.isArray(anyOf)) return;
    delete plain["anyOf"];
    const parts = (anyOf as readonly unknown[]).filter((part) => !isNull(part));
    // Beside a union, `object` alone says less than the alternatives.
    if (type === "object" && !("properties" in plain)) delete plain["type"];
    if (type === undefined && parts.length < anyOf.length) plain["nullable"] = true;
    if (parts.length === 0 || telling.some((keyword) => plain[keyword] !== undefined)) {
      this.#lost.add("anyOf");
      return;
    }
    const isNullable = plain["nullable"] === true;
    for (const keyword of Object.keys(plain)) {
      if (keyword !== "description" && keyword !== "nullable") this.#lost.add(keyword);
      delete plain[keyword];
    }
    const inherited = { ...defined({ type: type === "object" ? type : undefined }) };
    const [first, ...others] = parts.map((part) =>
      isObject(part) && impliedType(part) === undefined && part["$ref"] === undefined
        ? { ...inherited, ...part }
        : part,
    );
    const isDescribed = description === undefined || !isObject(first) || "description" in first;
    const nullable = isNullable ? { nullable: true } : {};
    const added = isDescribed ? nullable : { description, ...nullable };
    plain["anyOf"] = [isObject(first) ? { ...first, ...added } : first, ...others];
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

  /** Adds the members that the client requires in every schema. @param source the schema with all its keywords */
  #typed(schema: Record<string, unknown>, source: JsonObject = {}): JsonObject {
    const { arrayItems, oneType } = this.#rules;
    if (oneType && schema["type"] === undefined && schema["anyOf"] === undefined) {
      schema["type"] = impliedType(source) ?? "string";
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

/** Adds notes to the description. */
function describe(plain: Record<string, unknown>, notes: readonly string[]): void {
  if (notes.length === 0) return;
  const { description } = plain;
  const text = typeof description === "string" ? description : "";
  const end = text === "" ? "" : /[.!?…]$/.test(text) ? " " : ". ";
  plain["description"] = `${text}${end}${notes.join(" ").slice(0, maxNote)}`;
}

/** Whether a keyword can be dropped without loss: a model does not send arguments that it does not see. */
function isEmpty(keyword: string, value: unknown): boolean {
  return keyword === "additionalProperties" && (value === false || value === true);
}
