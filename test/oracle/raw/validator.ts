/** Validates values of requests by the schemas of the document as they are written. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { SchemaTranslator } from "./json-schema.js";
import type { RawNode } from "./nodes.js";
import type { RawDocument } from "./raw-document.js";
import { regexOf } from "./pattern.js";

/** Returns what is wrong with a value; nothing if the schema allows it. */
export type RawCheck = (value: unknown) => readonly ErrorObject[];

/** Compiles each schema of a document once: every target of a reference is a schema of its own. */
export class RawValidator {
  readonly #translator: SchemaTranslator;
  readonly #ids = new Map<string, string>();
  readonly #pending: { readonly id: string; readonly node: RawNode }[] = [];
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    ownProperties: true,
    code: { regExp: Object.assign(tolerant, { code: "new RegExp" }) },
  });

  /** @param isOneOfAny reads `oneOf` as `anyOf`: whether a value fits any of forms that overlap */
  constructor(document: RawDocument, { isOneOfAny = false } = {}) {
    this.#translator = new SchemaTranslator(
      document.version,
      document.files,
      (target) => this.#add(target),
      isOneOfAny,
    );
    // Ajv's own `multipleOf` divides doubles, so 0.3 would be no multiple of 0.1.
    this.#ajv.removeKeyword("multipleOf");
    this.#ajv.addKeyword({
      keyword: "multipleOf",
      type: "number",
      schemaType: "number",
      validate: (step: number, value: number) => {
        const times = value / step;
        return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
      },
    });
  }

  /** @throws Error when the schema is not a usable JSON Schema */
  compile(schema: RawNode): RawCheck {
    const id = this.#add(schema);
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const translated = this.#translator.translate(next.node);
      this.#ajv.addSchema(
        typeof translated === "boolean"
          ? { $id: next.id, allOf: [translated] }
          : { $id: next.id, ...translated },
      );
    }
    const check = this.#ajv.getSchema(id)!;
    return (value) => (check(value) === true ? [] : (check.errors ?? []));
  }

  #add(node: RawNode): string {
    const place = `${node.file}#${node.pointer}`;
    let id = this.#ids.get(place);
    if (id === undefined) {
      id = `raw:${this.#ids.size}`;
      this.#ids.set(place, id);
      this.#pending.push({ id, node });
    }
    return id;
  }
}

/** A pattern that is no regular expression checks nothing. */
function tolerant(pattern: string): RegExp {
  return regexOf(pattern) ?? /(?:)/;
}
