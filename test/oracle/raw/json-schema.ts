/** Translates Schema Objects as they are written into JSON Schema 2020-12. */
import type { RawVersion } from "./model.js";
import { asMapping, isMapping, member, members, refOf, type RawNode } from "./nodes.js";
import type { RawFiles } from "./nodes.js";
import { isReadOnly } from "./read-only.js";

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const one = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/** Keywords whose value is taken as it is. */
const plain = [
  "enum",
  "const",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "multipleOf",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxContains",
  "minContains",
  "maxProperties",
  "minProperties",
  "dependentRequired",
  "$dynamicAnchor",
  "$dynamicRef",
];
const types = ["string", "number", "integer", "boolean", "array", "object", "null"];

type JsonSchema = Record<string, unknown> | boolean;

export class SchemaTranslator {
  readonly #version: RawVersion;
  readonly #files: RawFiles;
  readonly #refTo: (target: RawNode) => string;
  readonly #isOneOfAny: boolean;

  /**
   * @param refTo returns the `$ref` to the translation of a schema that is referred to
   * @param isOneOfAny reads `oneOf` as `anyOf`: forms may overlap
   */
  constructor(
    version: RawVersion,
    files: RawFiles,
    refTo: (target: RawNode) => string,
    isOneOfAny: boolean,
  ) {
    this.#version = version;
    this.#files = files;
    this.#refTo = refTo;
    this.#isOneOfAny = isOneOfAny;
  }

  /**
   * @param omittable names of properties that a request need not have: those which schemas around this one mark as
   *   read-only
   */
  translate(node: RawNode, omittable: ReadonlySet<string> = new Set()): JsonSchema {
    const { value } = node;
    if (typeof value === "boolean") return value;
    if (!isMapping(value)) return {};
    const made: Record<string, unknown> = {};
    const ref = refOf(node);
    if (ref !== undefined) {
      const target = this.#files.target(node, ref);
      // A reference that leads nowhere says nothing about the value.
      if (target) Object.assign(made, this.#reference(target, omittable));
      // @see OpenAPI 3.0.4 Reference Object: other members are ignored.
      if (!this.#isJsonSchema) return made;
    }
    const names = this.#isJsonSchema ? omittable : new Set([...omittable, ...this.#readOnly(node)]);
    for (const keyword of plain) {
      if (Object.hasOwn(value, keyword)) made[keyword] = value[keyword];
    }
    this.#addType(value, made);
    this.#addRequired(value, made, names);
    this.#addSubschemas(node, made, names);
    return made;
  }

  get #isJsonSchema(): boolean {
    return this.#version === "3.1" || this.#version === "3.2";
  }

  /** A target is translated once for all, and in place where it must not demand what is read-only around it. */
  #reference(target: RawNode, omittable: ReadonlySet<string>): Record<string, unknown> {
    const required = asMapping(target.value)["required"];
    const own = Array.isArray(required) && required.some((name) => omittable.has(name as string));
    if (!own) return { $ref: this.#refTo(target) };
    const translated = this.translate(target, omittable);
    return typeof translated === "boolean" ? {} : translated;
  }

  /** @see OpenAPI 3.0.4 Schema Object, `nullable`; Swagger 2.0 Parameter Object, `type`: `file` */
  #addType(value: Readonly<Record<string, unknown>>, made: Record<string, unknown>): void {
    const written = ([] as unknown[]).concat(value["type"] ?? []);
    const known = written.filter((type) => types.includes(type as string));
    if (known.length > 0) {
      const isNullable =
        !this.#isJsonSchema && (value["nullable"] === true || value["x-nullable"] === true);
      made["type"] = isNullable ? [...new Set([...known, "null"])] : known;
    } else if (written.includes("file")) made["type"] = "string";
    for (const bound of ["Minimum", "Maximum"] as const) {
      const exclusive = made[`exclusive${bound}`];
      if (typeof exclusive !== "boolean") continue;
      delete made[`exclusive${bound}`];
      const usual = bound.toLowerCase();
      if (!exclusive || made[usual] === undefined) continue;
      made[`exclusive${bound}`] = made[usual];
      delete made[usual];
    }
  }

  /** @see OpenAPI 3.0.4 Schema Object, `readOnly`: `required` takes effect on the response only */
  #addRequired(
    value: Readonly<Record<string, unknown>>,
    made: Record<string, unknown>,
    omittable: ReadonlySet<string>,
  ): void {
    if (!Array.isArray(value["required"])) return;
    made["required"] = (value["required"] as string[]).filter((name) => !omittable.has(name));
  }

  #addSubschemas(
    node: RawNode,
    made: Record<string, unknown>,
    omittable: ReadonlySet<string>,
  ): void {
    for (const keyword of one) {
      const found = member(node, keyword);
      if (!found) continue;
      if (Array.isArray(found.value)) {
        // Tuples of draft 4.
        made["prefixItems"] = members(found).map(([, item]) => this.translate(item));
      } else made[keyword] = this.translate(found);
    }
    for (const keyword of lists) {
      const found = member(node, keyword);
      // An empty list would be invalid JSON Schema.
      if (!found || members(found).length === 0) continue;
      const inherited = keyword === "prefixItems" ? undefined : omittable;
      const translated = members(found).map(([, item]) => this.translate(item, inherited));
      if (keyword !== "oneOf" || !this.#isOneOfAny) made[keyword] = translated;
      else if (made["anyOf"] === undefined) made["anyOf"] = translated;
      else made["allOf"] = [...((made["allOf"] ?? []) as object[]), { anyOf: translated }];
    }
    for (const keyword of maps) {
      const found = member(node, keyword);
      if (!found) continue;
      made[keyword] = Object.fromEntries(
        this.#files.namedSchemas(node, keyword).map(([name, each]) => [name, this.translate(each)]),
      );
    }
  }

  /** Returns the names of the properties that a schema marks as read-only, itself or by its compositions. */
  #readOnly(node: RawNode, seen = new Set<unknown>()): readonly string[] {
    const found = this.#files.follow(node);
    if (!found || seen.has(found.value)) return [];
    seen.add(found.value);
    const own = this.#files
      .namedSchemas(found, "properties")
      .flatMap(([name, each]) =>
        isReadOnly(each, { version: this.#version, files: this.#files }) ? [name] : [],
      );
    const composed = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
      members(member(found, keyword)).flatMap(([, each]) => this.#readOnly(each, seen)),
    );
    return [...own, ...composed];
  }
}
