/** Finds the examples of requests that a document gives, without the generator's code. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { RawBody, RawMediaType, RawParameter } from "../oracle/raw/model.js";
import { asMapping, member, members, type RawNode } from "../oracle/raw/nodes.js";
import type { RawDocument } from "../oracle/raw/raw-document.js";
import { madeOfMembers } from "./made-of-members.js";

/** Where the value of an example goes. */
export type Target =
  | { readonly kind: "parameter"; readonly in: string; readonly name: string }
  | { readonly kind: "body"; readonly type: string };

export interface Example {
  /** The example's file and JSON Pointer. */
  readonly place: string;
  readonly target: Target;
  readonly value: unknown;
  /** What the value must satisfy; absent if the document gives no schema. */
  readonly schema?: RawNode;
}

interface Found extends Pick<Example, "place" | "value"> {
  /** The media type that a Swagger 2.0 document names for the example. */
  readonly type?: string;
}

/** Header parameters that OpenAPI 3 ignores. @see OpenAPI 3.2 Parameter Object, `name` */
const ignoredHeaders = ["accept", "content-type", "authorization"];

export class ExampleFinder {
  readonly #document: RawDocument;

  constructor(document: RawDocument) {
    this.#document = document;
  }

  /** @param key `GET /pets/{petId}` */
  find(key: string): readonly Example[] {
    const operation = this.#document.operation(key);
    if (!operation) return [];
    const { parameters, body } = operation;
    return unique([
      ...parameters.flatMap((each) => this.#ofParameter(each)),
      ...(body ? this.#ofBody(body) : []),
    ]);
  }

  #ofParameter(parameter: RawParameter): readonly Example[] {
    const { name, node, content } = parameter;
    if (parameter.in === "header" && ignoredHeaders.includes(name.toLowerCase())) return [];
    const schema = content?.schema ?? parameter.schema;
    const isJson = content ? isJsonType(content.type) : typeOf(schema) === "object";
    const found = this.#written(content?.node ?? node, isJson);
    // The parameter of Swagger 2.0 is its own schema.
    if (schema !== node) found.push(...this.#ofSchema(schema));
    const target = { kind: "parameter", in: parameter.in, name } as const;
    return found.map(({ place, value }) => ({ place, value, target, ...(schema && { schema }) }));
  }

  #ofBody({ content }: RawBody): readonly Example[] {
    return content.flatMap((media, index) => {
      const { schema } = media;
      // The media types of Swagger 2.0 share a parameter, whose examples may name their type.
      const isShared = this.#document.version === "2.0";
      const isOwn = ({ type }: Found): boolean =>
        !isShared ||
        type === media.type ||
        (index === 0 && !content.some((one) => one.type === type));
      const found = [
        ...this.#written(media.node, isJsonType(media.type)),
        ...this.#ofSchema(schema),
      ].filter(isOwn);
      const all = found.length > 0 || (isShared && index > 0) ? found : this.#made(media);
      const target = { kind: "body", type: media.type } as const;
      return all.map(({ place, value }) => ({ place, value, target, ...(schema && { schema }) }));
    });
  }

  /** Makes a body of the examples of its members. */
  #made({ schema }: RawMediaType): readonly Found[] {
    const value = schema && madeOfMembers(this.#document, schema);
    if (typeof value !== "object" || value === null) return [];
    return [{ place: `${placeOf(schema!)} (its members)`, value }];
  }

  /** Returns the examples of a parameter or a media type. */
  #written(owner: RawNode, isJson: boolean): Found[] {
    const found: Found[] = [];
    for (const keyword of ["example", "x-example"]) {
      const example = member(owner, keyword);
      if (example) found.push(this.#literal(example));
    }
    for (const [, example] of this.#examples(member(owner, "examples"))) {
      found.push(...this.#ofObject(example, isJson));
    }
    for (const [type, example] of this.#examples(member(owner, "x-examples"))) {
      const literal = this.#literal(member(example, "value") ?? example);
      found.push({ ...literal, ...(type.includes("/") && { type }) });
    }
    return found;
  }

  #examples(written: RawNode | undefined): readonly (readonly [string, RawNode])[] {
    const { files } = this.#document;
    return members(files.follow(written)).flatMap(([name, each]) => {
      const example = files.follow(each);
      return example ? [[name, example] as const] : [];
    });
  }

  /** Reads an Example Object. @see OpenAPI 3.2 Example Object */
  #ofObject(example: RawNode, isJson: boolean): readonly Found[] {
    const value = member(example, "dataValue") ?? member(example, "value");
    if (value) return [this.#literal(value)];
    const { serializedValue, externalValue } = asMapping(example.value);
    const place = placeOf(example);
    if (typeof serializedValue === "string") return isJson ? parsed(place, serializedValue) : [];
    if (typeof externalValue !== "string" || /^[a-z][a-z0-9+.-]+:/i.test(externalValue)) return [];
    const file = path.resolve(path.dirname(example.file), decodeURI(externalValue));
    try {
      const text = readFileSync(file, "utf8");
      return isJson ? parsed(place, text) : [{ place, value: text }];
    } catch {
      return [];
    }
  }

  /** Returns the examples that a schema gives for itself. */
  #ofSchema(written: RawNode | undefined): readonly Found[] {
    const schema = this.#document.files.follow(written);
    const single = ["example", "x-example"].flatMap((keyword) => member(schema, keyword) ?? []);
    const list = member(schema, "examples");
    const several = Array.isArray(list?.value) ? members(list).map(([, each]) => each) : [];
    return [...single, ...several].map((each) => this.#literal(each));
  }

  /** Examples are data: what looks like a reference in one is none, unless it is all of the example. */
  #literal(example: RawNode): Found {
    const isReference = Object.keys(asMapping(example.value)).join() === "$ref";
    const found = isReference ? (this.#document.files.follow(example) ?? example) : example;
    return { place: placeOf(example), value: found.value };
  }
}

function parsed(place: string, text: string): readonly Found[] {
  try {
    return [{ place, value: JSON.parse(text) as unknown }];
  } catch {
    return [];
  }
}

function isJsonType(type: string): boolean {
  return /^[^/]+\/([^/;]*\+)?json(;|$)/i.test(type);
}

function typeOf(schema: RawNode | undefined): unknown {
  return asMapping(schema?.value)["type"];
}

function placeOf({ file, pointer }: RawNode): string {
  return `${path.basename(file)}#${pointer}`;
}

/** Leaves out examples that say the same as an earlier one of the same parameter or body. */
function unique(examples: readonly Example[]): readonly Example[] {
  const seen = new Set<string>();
  return examples.filter(({ target, value }) => {
    const key = JSON.stringify([target, value]);
    return !seen.has(key) && seen.add(key);
  });
}
