/** Reads a schema once before it checks values: what is named in it, and whether its keywords can be used. */
import { isObject, type JsonObject } from "../../protocol/json.js";
import type { Dialect } from "../dialect.js";
import { formsOf, isOlder, type Form } from "./dialects.js";
import { UnusableSchema, type Located, type Resource } from "./node-model.js";
import { escapeToken } from "./run.js";
import { requireTypes } from "./values.js";

/** The URI of a schema that names none. */
const ownUri = "tool:/";
const references = ["$ref", "$dynamicRef", "$recursiveRef"];

export interface Surveyed {
  readonly root: Located;
  readonly byUri: ReadonlyMap<string, Resource>;
  readonly byRoot: ReadonlyMap<unknown, Resource>;
  /** The schemas that have references. */
  readonly referring: readonly Located[];
}

/** @throws UnusableSchema */
export function survey(schema: unknown, dialect: Dialect, uri = ownUri): Surveyed {
  const reader = new SchemaReader(dialect);
  const outer = reader.resource(uri, schema);
  reader.read({ schema, resource: outer, place: "#" });
  // The schema may have named itself.
  const resource = reader.byRoot.get(schema) ?? outer;
  const { byUri, byRoot, referring } = reader;
  return { root: { schema, resource, place: "#" }, byUri, byRoot, referring };
}

class SchemaReader {
  readonly byUri = new Map<string, Resource>();
  readonly byRoot = new Map<unknown, Resource>();
  readonly referring: Located[] = [];
  readonly #dialect: Dialect;
  readonly #forms: ReadonlyMap<string, Form>;
  /** A list instead of recursion, because the schema may be nested more deeply than the stack. */
  readonly #waiting: Located[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#forms = formsOf[dialect];
  }

  resource(uri: string, root: unknown): Resource {
    const resource = { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
    if (!this.byUri.has(uri)) this.byUri.set(uri, resource);
    this.byRoot.set(root, resource);
    return resource;
  }

  read(root: Located): void {
    this.#waiting.push(root);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      if (isObject(next.schema)) this.#readKeywords(next.schema, next);
    }
  }

  #readKeywords(keywords: JsonObject, outer: Located): void {
    const isReplaced = isOlder(this.#dialect) && typeof keywords["$ref"] === "string";
    const at = isReplaced ? outer : this.#named(keywords, outer);
    if (references.some((name) => keywords[name] !== undefined && this.#forms.has(name))) {
      this.referring.push(at);
    }
    for (const name in keywords) {
      const form = this.#forms.get(name);
      const stated = keywords[name];
      if (form === undefined || stated === undefined || !Object.hasOwn(keywords, name)) continue;
      // Definitions beside a reference can be referred to.
      if (isReplaced && name !== "$ref" && name !== "definitions" && name !== "$defs") continue;
      this.#readValue(name, form, stated, at);
    }
  }

  /** Notes the names that a schema gives to itself. Returns its place in its own resource. */
  #named(keywords: JsonObject, outer: Located): Located {
    const { schema, place } = outer;
    const id = keywords[this.#dialect === "draft-04" ? "id" : "$id"];
    let { resource } = outer;
    if (typeof id === "string") {
      const [uri = "", fragment = ""] = resolveUri(id, resource.uri).split("#");
      if (!id.startsWith("#") && uri !== resource.uri) resource = this.resource(uri, schema);
      if (isOlder(this.#dialect))
        addAnchor(resource.anchors, fragment, { schema, resource, place });
    }
    const located = { schema, resource, place };
    if (isOlder(this.#dialect)) return located;
    addAnchor(resource.anchors, keywords["$anchor"], located);
    if (this.#dialect === "2020-12") {
      addAnchor(resource.anchors, keywords["$dynamicAnchor"], located);
      addAnchor(resource.dynamicAnchors, keywords["$dynamicAnchor"], located);
    }
    return located;
  }

  #readValue(name: string, form: Form, stated: unknown, at: Located): void {
    switch (form) {
      case "type":
        requireTypes(stated, at.place);
        break;
      case "schemas":
        this.#readList(name, stated, at);
        break;
      case "schema or schemas":
        if (Array.isArray(stated)) this.#readList(name, stated, at);
        else this.#readSchema(name, stated, at);
        break;
      case "named schemas":
      case "named schemas or names":
        this.#readMap(name, stated, at);
        break;
      case "schema":
        this.#readSchema(name, stated, at);
        break;
      default:
        if (!hasForm(form, stated)) throw unusable(name, form, stated, at);
    }
  }

  #readSchema(name: string, stated: unknown, at: Located): void {
    if (typeof stated === "boolean") return;
    if (!isObject(stated)) throw unusable(name, "schema", stated, at);
    this.#waiting.push({ ...at, schema: stated, place: `${at.place}/${name}` });
  }

  #readList(name: string, stated: unknown, at: Located): void {
    if (!Array.isArray(stated)) throw unusable(name, "list", stated, at);
    stated.forEach((schema: unknown, index) => {
      this.#waiting.push({ ...at, schema, place: `${at.place}/${name}/${index}` });
    });
  }

  #readMap(name: string, stated: unknown, at: Located): void {
    if (!isObject(stated)) throw unusable(name, "named schemas", stated, at);
    for (const key of Object.keys(stated)) {
      const place = `${at.place}/${name}/${placeToken(key)}`;
      this.#waiting.push({ ...at, schema: stated[key], place });
    }
  }
}

function addAnchor(anchors: Map<string, Located>, name: unknown, located: Located): void {
  if (typeof name === "string" && name !== "" && !anchors.has(name)) anchors.set(name, located);
}

function hasForm(form: Form, stated: unknown): boolean {
  switch (form) {
    case "number":
    case "boolean":
    case "string":
      return typeof stated === form;
    case "number or boolean":
      return typeof stated === "number" || typeof stated === "boolean";
    case "value":
      return true;
    case "list":
      return Array.isArray(stated);
    default:
      return isObject(stated);
  }
}

const formWords: Readonly<Partial<Record<Form, string>>> = {
  schema: "a schema",
  "named schemas": "an object",
  lists: "an object",
  "number or boolean": "a number or a boolean",
};

function unusable(name: string, form: Form, stated: unknown, { place }: Located): UnusableSchema {
  const text = JSON.stringify(stated)?.slice(0, 80);
  return new UnusableSchema(
    `${name} must be ${formWords[form] ?? `a ${form}`}, at ${place}: ${text}`,
  );
}

/** Writes a key in a fragment. */
export function placeToken(key: string | number): string {
  if (typeof key === "number") return String(key);
  const token = escapeToken(key);
  // Half of a surrogate pair can't be encoded.
  return /[^\w$.~-]/.test(token)
    ? encodeURIComponent(token.replace(/\p{Surrogate}/gu, "\ufffd"))
    : token;
}

export function resolveUri(uri: string, base: string): string {
  return URL.canParse(uri, base) ? new URL(uri, base).href : uri;
}
