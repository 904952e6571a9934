/** Makes calls of an operation that its document allows: parameters by place and name, and a body of one media type. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { RawMediaType, RawOperation, RawParameter } from "../raw/model.js";
import { asMapping, isMapping, member, type RawNode } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";
import { RawValidator } from "../raw/validator.js";
import { Coverage } from "./coverage.js";
import { RawFile } from "./raw-file.js";
import { isBinaryType, ValueSampler, type Made, type SampleOptions } from "./value-sampler.js";

export interface RawCall {
  /** Values by `in.name`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: { readonly type: RawMediaType } & Made;
}

export type Sampled =
  | ({ readonly ok: true } & Made)
  /** `reason` is why the document allows no value. */
  | { readonly ok: false; readonly reason: string };

const attempts = ["most", "some", "some", "least", "some", "some", "least", "some"] as const;
const mostSamples = 8;

export class CallSampler {
  readonly coverage = new Coverage();
  readonly #values: ValueSampler;
  readonly #validator: RawValidator;
  readonly #openValidator: RawValidator;

  constructor(document: RawDocument) {
    this.#values = new ValueSampler(document, this.coverage);
    this.#validator = new RawValidator(document);
    this.#openValidator = new RawValidator(document, { isOneOfAny: true });
  }

  /**
   * Yields calls: with the least and with the most arguments, then while a branch of a union was never sent. Yields a
   * reason in place of a call where the document allows none.
   */
  *calls(
    operation: RawOperation,
    type: RawMediaType | undefined,
  ): Generator<RawCall | { readonly impossible: string }> {
    this.coverage.beginOperation();
    for (let index = 0; index < mostSamples; index++) {
      if (index >= 2 && !this.coverage.isIncomplete) return;
      this.coverage.begin();
      const call = this.#call(operation, type, index);
      yield call;
      if ("impossible" in call) return;
    }
  }

  #call(
    operation: RawOperation,
    type: RawMediaType | undefined,
    index: number,
  ): RawCall | { readonly impossible: string } {
    const optional = index === 0 ? "least" : "most";
    const seed = `${operation.key} ${index}`;
    const parameters: Record<string, unknown> = {};
    for (const parameter of operation.parameters) {
      const isNeeded = parameter.required || parameter.in === "path";
      if (!isNeeded && optional === "least") continue;
      const made = this.#parameter(parameter, optional, seed);
      if (made.ok) parameters[`${parameter.in}.${parameter.name}`] = made.value;
      else if (isNeeded) {
        return { impossible: `the ${parameter.in} parameter ${parameter.name}: ${made.reason}` };
      }
    }
    const isSent = type && (operation.body?.required || optional === "most");
    if (!isSent) return { parameters };
    const body = this.body(type, optional, seed);
    if (body.ok) {
      // An optional body without members is none: its members are the arguments.
      const isNone = !operation.body?.required && isEmptyObject(body.value);
      const { value, members } = body;
      return { parameters, ...(!isNone && { body: { type, value, members } }) };
    }
    return operation.body?.required
      ? { impossible: `the body of type ${type.type}: ${body.reason}` }
      : { parameters };
  }

  #parameter(parameter: RawParameter, optional: "least" | "most", seed: string): Sampled {
    const place = parameter.in === "header" || parameter.in === "cookie" ? "header" : "anywhere";
    const schema = parameter.content ? parameter.content.schema : parameter.schema;
    const empty: RawNode = { ...parameter.node, value: {} };
    // @see RFC 3986 section 5.2.4: dot segments and empty segments are no values of a path.
    return this.#valid(schema ?? empty, {
      seed: `${seed} ${parameter.name}`,
      optional,
      place,
      filled: true,
    });
  }

  body(type: RawMediaType, optional: "least" | "most", seed: string): Sampled {
    const options = { seed: `${seed} ${type.type}`, optional };
    switch (kindOf(type)) {
      case "file":
        return { ok: true, value: new RawFile("ünï.bin", "bytes: çà\u0000"), members: [] };
      case "sequence": {
        const made = this.#valid(type.itemSchema ?? itemsOf(type) ?? anything(type), options);
        return made.ok ? { ...made, value: [made.value, made.value] } : made;
      }
      case "multipart":
        return this.#valid(type.schema ?? anything(type), {
          ...options,
          files: true,
          filled: true,
        });
      case "value":
        return this.#valid(type.schema ?? anything(type), options);
    }
  }

  #valid(schema: RawNode, options: SampleOptions & { optional: "least" | "most" }): Sampled {
    const check = this.#validator.compile(schema);
    let reason = "nothing satisfies its schema";
    let overlapping: Sampled | undefined;
    const first = options.optional === "least" ? (["least"] as const) : [];
    for (const [index, optional] of [...first, ...attempts].entries()) {
      const seed = `${options.seed} ${index}`;
      const made = this.#values.make(schema, { ...options, optional, seed });
      if (!made && this.#values.contradiction) reason = this.#values.contradiction;
      if (!made || (options.files && !isMapping(made.value))) continue;
      const { value } = made;
      if (options.filled && (value === "." || value === "..")) continue;
      const errors = check(withoutFiles(value));
      if (errors.length === 0) return { ok: true, ...made };
      // Forms that overlap by construction: the API decides.
      if (!overlapping && errors.some(isOverlap)) {
        const isOpen = this.#openValidator.compile(schema)(withoutFiles(value)).length === 0;
        if (isOpen) overlapping = { ok: true, ...made };
      }
      const [error] = errors;
      reason = `${error!.instancePath} ${error!.message ?? error!.keyword}`;
    }
    return overlapping ?? { ok: false, reason };
  }
}

type Kind = "value" | "file" | "sequence" | "multipart";

/** What a body of a media type is made of. */
export function kindOf({ type, schema, itemSchema }: RawMediaType): Kind {
  const essence = type.split(";")[0]!.trim().toLowerCase();
  if (essence.startsWith("multipart/")) return "multipart";
  if (essence.endsWith("urlencoded")) return "value";
  const written = asMapping(schema?.value);
  const isText = written["type"] === "string" && written["contentEncoding"] === undefined;
  if (isText && written["format"] === "binary") return "file";
  if (itemSchema || /json(l|-seq|lines)$|ndjson$/.test(essence)) return "sequence";
  const isEmpty = Object.keys(written).length === 0;
  if (essence === "*/*" && isEmpty) return "file";
  return isBinaryType(type) && (isEmpty || isText) ? "file" : "value";
}

function itemsOf({ schema }: RawMediaType): RawNode | undefined {
  if (!schema) return undefined;
  return asMapping(schema.value)["type"] === "array" ? member(schema, "items") : schema;
}

function anything({ node }: RawMediaType): RawNode {
  return { value: {}, file: node.file, pointer: `${node.pointer}/schema` };
}

function isOverlap({ keyword, params }: ErrorObject): boolean {
  return (
    keyword === "oneOf" && Array.isArray((params as { passingSchemas: unknown }).passingSchemas)
  );
}

function isEmptyObject(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).length === 0;
}

/** Files are texts to a schema. */
function withoutFiles(value: unknown): unknown {
  if (value instanceof RawFile) return value.text;
  if (Array.isArray(value)) return (value as unknown[]).map(withoutFiles);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutFiles(each)]));
}
