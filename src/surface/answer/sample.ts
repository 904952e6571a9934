import type { NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut } from "../schema/directions.js";
import { hasUnsafeKey, isListableMember, jsonBytes } from "../names/unsafe-keys.js";
import { plainRefName, refName } from "../schema/object-shape.js";

type Fields = Exclude<Schema, boolean>;

/** Maximum depth of objects and arrays; deeper ones are left empty. */
const maxDepth = 4;
/** Maximum number of references and compositions to follow. */
const maxHops = 16;
/** Maximum number of schemas visited for one sample: unions and compositions of hostile documents multiply. */
const maxVisits = 500;
/** Maximum size of a sample's JSON: enough to show its shape without bloating the facts of an operation. */
const maxBytes = 512;

/**
 * Makes small deterministic sample values for schemas. Examples, defaults and enums of the document are preferred;
 * optional members are left out once the sample is large enough.
 *
 * Not openapi-sampler, which makes complete values: too large for schemas that refer to hundreds of others.
 */
export class Sampler {
  readonly #schemas: NamedSchemas;
  readonly #named = new Map<string, unknown>();
  #room = 0;
  #visits = 0;

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  /** Returns a value for the schema of a result; undefined when the schema does not describe one. */
  sample(schema: Schema): unknown {
    const name = plainRefName(schema);
    if (name === undefined) return this.#make(schema);
    if (!this.#named.has(name)) this.#named.set(name, this.#make(schema));
    return this.#named.get(name);
  }

  #make(schema: Schema): unknown {
    this.#room = maxBytes;
    this.#visits = 0;
    return this.#value(schema, 0, 0);
  }

  #value(schema: Schema, depth: number, hops: number): unknown {
    if (typeof schema === "boolean" || hops > maxHops || ++this.#visits > maxVisits) {
      return undefined;
    }
    const given = givenValue(schema);
    if (given !== undefined && this.#fits(given)) return this.#spend(given);
    const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
    if (target) return this.#value(target.schema, depth, hops + 1);
    const parts = schema["allOf"] as readonly Schema[] | undefined;
    const choices = (schema["oneOf"] ?? schema["anyOf"]) as readonly Schema[] | undefined;
    const own = this.#ofType(schema, depth);
    if (own !== undefined && !parts) return own;
    const values = [
      own,
      ...(parts ?? choices?.slice(0, 1) ?? []).map((part) => this.#value(part, depth, hops + 1)),
    ].filter((value) => value !== undefined);
    return values.every(isObject) && values.length > 1 ? Object.assign({}, ...values) : values[0];
  }

  #ofType(schema: Fields, depth: number): unknown {
    switch (typeOf(schema)) {
      case "object":
        return this.#object(schema, depth);
      case "array": {
        if (depth >= maxDepth) return this.#spend([]);
        const item = this.#value((schema["items"] as Schema | undefined) ?? true, depth + 1, 0);
        return item === undefined ? [] : [item];
      }
      case "string":
        return this.#spend(stringOf(schema["format"]));
      case "integer":
      case "number":
        return this.#spend(typeof schema["minimum"] === "number" ? schema["minimum"] : 0);
      case "boolean":
        return this.#spend(true);
      case "null":
        return this.#spend(null);
      default:
        return undefined;
    }
  }

  #object(schema: Fields, depth: number): Fields {
    const result: Record<string, unknown> = {};
    if (depth >= maxDepth) return result;
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
    const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
    const byNeed = [
      ...properties.filter(([name]) => required.has(name)),
      ...properties.filter(([name]) => !required.has(name)),
    ];
    for (const [name, property] of byNeed) {
      if (this.#room <= 0) break;
      if (!isListableMember(name) || isLeftOut(property, "output", this.#schemas)) continue;
      this.#room -= name.length + 4;
      const value = this.#value(property, depth + 1, 0);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }

  #fits(given: unknown): boolean {
    return !hasUnsafeKey(given) && jsonBytes(given) <= this.#room;
  }

  #spend<Value>(value: Value): Value {
    this.#room -= typeof value === "string" ? value.length + 2 : jsonBytes(value);
    return value;
  }
}

function givenValue(schema: Fields): unknown {
  const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
  return first(schema["examples"]) ?? schema["const"] ?? schema["default"] ?? first(schema["enum"]);
}

function typeOf(schema: Fields): unknown {
  const type = schema["type"];
  if (Array.isArray(type)) return type.find((each) => each !== "null") ?? type[0];
  if (type !== undefined) return type;
  if (schema["properties"] !== undefined) return "object";
  return schema["items"] === undefined ? undefined : "array";
}

const formats: Readonly<Record<string, string>> = {
  date: "2024-01-01",
  "date-time": "2024-01-01T00:00:00Z",
  time: "00:00:00Z",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function stringOf(format: unknown): string {
  return typeof format === "string" && Object.hasOwn(formats, format)
    ? (formats[format] ?? "string")
    : "string";
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
