/** Makes the value that the examples of a schema's members amount to. */
import { asMapping, member, members, type RawFiles, type RawNode } from "../oracle/raw/nodes.js";
import type { RawDocument } from "../oracle/raw/raw-document.js";
import { isReadOnly } from "./read-only.js";

const deepest = 8;

/**
 * Returns undefined if no member has an example, or a required one has neither an example nor another value that the
 * document names. Read-only members are left out, because their examples show answers; OpenAPI before 3.1 does so with
 * required ones, too.
 */
export function madeOfMembers(document: RawDocument, schema: RawNode): unknown {
  return new Maker(document).make(schema, 0)?.value;
}

interface Made {
  readonly value: unknown;
}

class Maker {
  readonly #document: RawDocument;
  readonly #files: RawFiles;
  readonly #keepsRequired: boolean;

  constructor(document: RawDocument) {
    this.#document = document;
    this.#files = document.files;
    this.#keepsRequired = document.version === "3.1" || document.version === "3.2";
  }

  make(written: RawNode | undefined, depth: number): Made | undefined {
    const schema = this.#files.follow(written);
    if (!schema || depth > deepest) return undefined;
    const own = exampleOf(asMapping(written?.value)) ?? exampleOf(asMapping(schema.value));
    if (own) return own;
    const { type } = asMapping(schema.value);
    if (type === "array" || (Array.isArray(type) && type.includes("array"))) {
      const item = this.make(member(schema, "items"), depth + 1);
      return item && { value: [item.value] };
    }
    return this.#object(schema, depth);
  }

  #object(schema: RawNode, depth: number): Made | undefined {
    const value: Record<string, unknown> = {};
    const required = new Set<string>();
    const properties = new Map<string, RawNode>();
    for (const part of this.#parts(schema, 0)) {
      const list = asMapping(part.value)["required"];
      if (Array.isArray(list)) for (const name of list) required.add(String(name));
      const own = member(part, "properties");
      for (const [name, property] of members(own)) properties.set(name, property);
    }
    for (const [name, property] of properties) {
      if (isReadOnly(this.#document, property) && !(this.#keepsRequired && required.has(name)))
        continue;
      const made =
        this.make(property, depth + 1) ?? (required.has(name) ? this.#named(property) : undefined);
      if (made) value[name] = made.value;
      else if (required.has(name)) return undefined;
    }
    return Object.keys(value).length === 0 ? undefined : { value };
  }

  /** Returns a schema and the branches of its `allOf`. */
  #parts(schema: RawNode, depth: number): readonly RawNode[] {
    if (depth > deepest) return [];
    const branches = members(member(schema, "allOf")).flatMap(
      ([, branch]) => this.#files.follow(branch) ?? [],
    );
    return [schema, ...branches.flatMap((branch) => this.#parts(branch, depth + 1))];
  }

  /** Returns a value that the document names for a member without an example. */
  #named(property: RawNode): Made | undefined {
    const schema = asMapping(this.#files.follow(property)?.value);
    if (Object.hasOwn(schema, "const")) return { value: schema["const"] };
    if (Object.hasOwn(schema, "default")) return { value: schema["default"] };
    const list = schema["enum"];
    return Array.isArray(list) && list.length > 0 ? { value: list[0] } : undefined;
  }
}

function exampleOf(schema: Readonly<Record<string, unknown>>): Made | undefined {
  for (const keyword of ["example", "x-example"]) {
    if (Object.hasOwn(schema, keyword)) return { value: schema[keyword] };
  }
  const { examples } = schema;
  return Array.isArray(examples) && examples.length > 0 ? { value: examples[0] } : undefined;
}
