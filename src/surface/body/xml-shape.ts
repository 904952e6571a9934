import { defined } from "../../../runtime/protocol/defined.js";
import type { XmlMembers, XmlNode, XmlShape } from "../../../runtime/contract/operation.js";
import { isXmlType } from "../../../runtime/contract/media-type.js";
import { isXmlName } from "../../../runtime/contract/xml-names.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";
import { essenceOf } from "../schema/media-types.js";
import { refName } from "../schema/object-shape.js";

type Fields = Exclude<Schema, boolean>;

/** Maximum number of references and compositions to follow. */
const maxDepth = 32;
const maxNodes = 10_000;

/** `fault` is a clause that follows "its XML". */
export type XmlResult =
  { readonly ok: true; readonly xml: XmlShape } | { readonly ok: false; readonly fault: string };

/**
 * Works out how values of a schema are written as XML.
 *
 * @param inferred name of the root element when the schema has none: the property's name
 * @see OpenAPI 3.2 XML Object; 3.1.1 XML Object for `attribute` and `wrapped`
 */
export function xmlShape(schema: Schema, schemas: NamedSchemas, inferred?: string): XmlResult {
  const builder = new ShapeBuilder(schemas);
  const own = componentName(schema, schemas) ?? inferred;
  const root = builder.node(schema, own ?? "", 0);
  const name = root.name ?? own;
  if (name === undefined) {
    return {
      ok: false,
      fault: "has no name for its root: the schema needs an `xml` with a `name`",
    };
  }
  const fault = builder.fault ?? (isXmlName(name) ? undefined : faultOf(name));
  if (fault !== undefined) return { ok: false, fault };
  const { types } = builder;
  // An XML document has one root, so the items of a list need an element around them.
  const isBareList = builder.isArray(schema) && !root.wrapped;
  const more = defined({
    wrapped: isBareList ? true : undefined,
    types: types.size > 0 ? Object.fromEntries(types) : undefined,
  });
  return { ok: true, xml: { ...root, name, ...more } };
}

/** Returns how objects of a property are written as XML; undefined if its content type is not XML, or only as text. */
export function propertyXml(
  name: string,
  schema: Schema,
  contentType: string,
  schemas: NamedSchemas,
): XmlShape | undefined {
  const [first = ""] = contentType.split(",");
  if (!isXmlType(essenceOf(first) ?? "")) return undefined;
  const items = typeof schema === "object" ? (schema["items"] as Schema | undefined) : undefined;
  const result = xmlShape(items ?? schema, schemas, name);
  return result.ok ? result.xml : undefined;
}

class ShapeBuilder {
  readonly types = new Map<string, XmlMembers>();
  fault: string | undefined;
  readonly #schemas: NamedSchemas;
  #nodes = 0;

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  isArray(schema: Schema): boolean {
    const facts = new Facts(this.#schemas);
    facts.add(schema, 0);
    return facts.items !== undefined;
  }

  /** @param inferred the node's name when its `xml` gives none */
  node(schema: Schema, inferred: string, depth: number): XmlNode {
    if (++this.#nodes > maxNodes) {
      this.fault ??= "has too many elements";
      return {};
    }
    const facts = new Facts(this.#schemas);
    facts.add(schema, 0);
    const { xml, items } = facts;
    const written = textIn(xml, "name");
    const prefix = textIn(xml, "prefix");
    const namespace = textIn(xml, "namespace");
    const own = written ?? (prefix === undefined ? undefined : inferred);
    const name = own === undefined || prefix === undefined ? own : `${prefix}:${own}`;
    const nodeType = xml["nodeType"] ?? (xml["attribute"] === true ? "attribute" : undefined);
    const common = defined({
      name: name === undefined || name === inferred ? undefined : this.#checked(name),
      namespace,
    });
    if (items !== undefined && depth < maxDepth) {
      const wrapped = xml["wrapped"] === true || nodeType === "element";
      const item = this.node(items, wrapped ? (name ?? inferred) : inferred, depth + 1);
      const listed = Object.keys(item).length > 0 ? { items: item } : {};
      // Without an element around the items, the array's own name is unused.
      return wrapped ? { ...common, wrapped: true, ...listed } : listed;
    }
    const as = nodeTypes.find((each) => each === nodeType);
    return {
      ...common,
      ...defined({ as }),
      ...this.#content(facts, schema, depth),
    };
  }

  #content(facts: Facts, schema: Schema, depth: number): Pick<XmlNode, "members" | "type"> {
    const { properties } = facts;
    if (properties.size === 0 || depth >= maxDepth) return {};
    const named = onlyReference(schema);
    if (named === undefined) return { members: this.#members(properties, depth) };
    if (!this.types.has(named)) {
      // Registered before its members are read, because one of them may have the same type.
      this.types.set(named, {});
      this.types.set(named, this.#members(properties, depth));
    }
    return { type: named };
  }

  #members(properties: ReadonlyMap<string, Schema>, depth: number): XmlMembers {
    const members = [...properties].map(([property, schema]) => {
      const node = this.node(schema, property, depth + 1);
      const isNamed = ["text", "cdata", "none"].includes(node.as ?? "") || node.name !== undefined;
      if (!isNamed) this.#checked(property);
      return [property, node] as const;
    });
    return Object.fromEntries(members);
  }

  #checked(name: string): string {
    if (!isXmlName(name)) this.fault ??= faultOf(name);
    return name;
  }
}

const nodeTypes = ["attribute", "text", "cdata", "none"] as const;

/** The facts about a node, from a schema with its references and compositions: the nearest `xml` wins, members add up. */
class Facts {
  readonly xml: Record<string, unknown> = {};
  readonly properties = new Map<string, Schema>();
  items: Schema | undefined;
  readonly #schemas: NamedSchemas;
  readonly #seen = new Set<Schema>();

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  add(schema: Schema, depth: number): void {
    if (typeof schema === "boolean" || depth > maxDepth || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    for (const [name, property] of Object.entries(properties)) {
      if (!this.properties.has(name)) this.properties.set(name, property);
    }
    this.#addXml(schema["xml"]);
    const { type } = schema;
    const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
    if (isArray) this.items ??= (schema["items"] as Schema | undefined) ?? true;
    const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
    if (target) this.add(target.schema, depth + 1);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      const parts = (schema[keyword] as readonly Schema[] | undefined) ?? [];
      for (const part of parts) this.add(part, depth + 1);
    }
  }

  #addXml(xml: unknown): void {
    if (typeof xml !== "object" || xml === null) return;
    for (const [key, value] of Object.entries(xml)) {
      if (!Object.hasOwn(this.xml, key)) this.xml[key] = value;
    }
  }
}

/** Returns the name that a schema refers to, also through an `allOf` with one reference. */
function onlyReference(schema: Schema): string | undefined {
  if (typeof schema === "boolean" || schema["properties"] !== undefined) return undefined;
  const own = refName(schema["$ref"]);
  const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
  if (own !== undefined || parts.length === 0) return parts.length === 0 ? own : undefined;
  const [only, ...more] = parts.filter((part) => typeof part !== "object" || !isAnnotation(part));
  return only === undefined || more.length > 0 ? undefined : onlyReference(only);
}

function isAnnotation(schema: Fields): boolean {
  return Object.keys(schema).every((key) => ["description", "title", "xml"].includes(key));
}

/** Returns the document's name of the component that a schema refers to. */
function componentName(schema: Schema, schemas: NamedSchemas): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const named = schemas.get(refName(schema["$ref"]) ?? "");
  if (!named) return undefined;
  return /(?<![^/#])[^/#]+$/.exec(named.ref)?.[0].replace(/\.(ya?ml|json)$/, "") ?? named.name;
}

function textIn(xml: Fields, key: string): string | undefined {
  const value = xml[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function faultOf(name: string): string {
  return `needs the name ${JSON.stringify(name.slice(0, 80))}, which is not a valid XML name`;
}
