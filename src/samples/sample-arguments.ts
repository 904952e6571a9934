import { compileWithAjv } from "../../runtime/schema/ajv-compiler.js";
import { withDefinitions } from "../../runtime/schema/definitions.js";
import type { Api } from "../../runtime/contract/api.js";
import { fileDefinition } from "../../runtime/contract/file-input.js";
import type { JsonSchema, Operation, ParameterBinding } from "../../runtime/contract/operation.js";
import type { Schema } from "../operations/model.js";
import { suitsType } from "./body-type.js";
import { Random } from "./random.js";
import type { Words } from "./scalars.js";
import { ValueMaker } from "./value-maker.js";

export interface ArgumentOptions {
  /** The same seed, the same arguments. The operation's key makes a good one. */
  readonly seed: string;
  /** Which arguments, and members of them, that are not required are given; default none. */
  readonly optional?: "none" | "some" | "all";
  /** What free texts look like; default plain. */
  readonly words?: Exclude<Words, "header">;
}

/** Arguments that the operation's own schema accepts, or why none were found. */
export type SampledArguments =
  | { readonly args: Readonly<Record<string, unknown>> }
  | { readonly args?: undefined; readonly reason: string };

type Facts = Pick<Operation, "input" | "request">;
type Check = ReturnType<typeof compileWithAjv>;

const attempts = 16;

/** Makes arguments of one operation. The schema is compiled once, by what checks it when the server is called. */
export class ArgumentSampler {
  readonly #operation: Facts;
  readonly #schemas: NonNullable<Api["inputSchemas"]>;
  #check: Check | undefined;

  constructor(operation: Facts, api: Pick<Api, "inputSchemas">) {
    this.#operation = operation;
    this.#schemas = api.inputSchemas ?? {};
  }

  /** Leaves out more and more of what is optional while the samples are not valid. */
  sample({ seed, optional = "none", words = "plain" }: ArgumentOptions): SampledArguments {
    let check: Check;
    try {
      check = this.#check ??= compileWithAjv(withDefinitions(this.#operation.input, this.#schemas));
    } catch (error) {
      return { reason: `its schema can't be compiled: ${String(error)}` };
    }
    const { request } = this.#operation;
    let reason = "nothing satisfies the schema of a required argument";
    const levels = (["all", "some", "none"] as const).slice(
      ["all", "some", "none"].indexOf(optional),
    );
    for (const level of levels) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const random = new Random(`${seed} ${level} ${attempt}`);
        const args = this.#make(random, level, words);
        if (args === undefined) continue;
        const [violation] = check(args);
        if (violation === undefined && !this.#isTrap(args) && suitsType(request.body, args)) {
          return { args };
        }
        if (violation)
          reason = `${violation.instancePath} ${violation.message ?? violation.keyword}`;
      }
    }
    return { reason };
  }

  #make(
    random: Random,
    optional: "none" | "some" | "all",
    words: Words,
  ): Record<string, unknown> | undefined {
    const { input } = this.#operation;
    const maker = new ValueMaker((ref) => this.#find(ref), random, { optional, words });
    const properties = { ...((input["properties"] ?? {}) as Record<string, Schema>) };
    const places = new Map(this.#params.map((each) => [each.arg ?? each.name, each]));
    const required = new Set((input["required"] ?? []) as readonly string[]);
    const chosen = new Map<string, unknown>();
    const dependent = (input["dependentRequired"] ?? {}) as Record<string, readonly string[]>;
    const wanted = new Set(
      Object.keys(properties).filter(
        (name) =>
          required.has(name) || optional === "all" || (optional === "some" && random.chance(0.5)),
      ),
    );
    // Sets hand out what is added while they are walked.
    for (const name of wanted) {
      for (const other of Object.hasOwn(dependent, name) ? dependent[name]! : []) wanted.add(other);
      const place = places.get(name)?.in;
      const schemas = [properties[name] ?? true, ...(place === "path" ? [inPath] : [])];
      const inHeader = place === "header" || place === "cookie";
      const value = maker.make(schemas, inHeader && words === "awkward" ? "header" : words, 1);
      if (value !== undefined) chosen.set(name, value);
      else if (required.has(name)) return undefined;
    }
    return Object.fromEntries(chosen);
  }

  get #params(): readonly ParameterBinding[] {
    return this.#operation.request.params ?? [];
  }

  /** Path segments that readers of URLs resolve: they are refused, whatever the schema says. */
  #isTrap(args: Readonly<Record<string, unknown>>): boolean {
    return this.#params.some((each) => {
      const value = each.in === "path" ? args[each.arg ?? each.name] : undefined;
      return value === "." || value === ".." || value === "";
    });
  }

  #find(ref: string): JsonSchema | undefined {
    const name = ref.replace(/^#\/\$defs\//, "");
    if (name === fileDefinition) return file;
    return Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : undefined;
  }
}

/** A file in the one of its forms that every server takes. */
const file: JsonSchema = {
  type: "object",
  properties: {
    data: { type: "string", contentEncoding: "base64" },
    name: { enum: ["example", "second file"] },
  },
  required: ["data"],
};

/** What is part of a path must have a value. */
const inPath: Schema = { minLength: 1, minItems: 1, minProperties: 1 };

/** Arguments of an operation that its schema accepts. For several samples of one, keep an `ArgumentSampler`. */
export function sampleArguments(
  operation: Facts,
  api: Pick<Api, "inputSchemas">,
  options: ArgumentOptions,
): SampledArguments {
  return new ArgumentSampler(operation, api).sample(options);
}
