import { compileChecker, type Checker } from "../../runtime/schema/check/compile.js";
import { withDefinitions } from "../../runtime/schema/definitions.js";
import { fileDefinition } from "../../runtime/contract/file-input.js";
import type {
  JsonSchema,
  Operation,
  ParameterBinding,
  SchemaTable,
} from "../../runtime/contract/operation.js";
import { wholeInput } from "../../runtime/contract/whole-inputs.js";
import type { Schema } from "../operations/model.js";
import type { SurfaceApi } from "../surface/model.js";
import { suitsType } from "./body-type.js";
import { withFileTypes } from "./file-types.js";
import { Random } from "./random.js";
import type { Words } from "./scalars.js";
import { maxRequired, ValueMaker } from "./value-maker.js";

export interface ArgumentOptions {
  /** The same seed gives the same arguments. The operation's key is a good seed. */
  readonly seed: string;
  /** Which optional arguments and optional properties to include; default none. */
  readonly optional?: Optional;
  /** The characters of free texts; default plain. */
  readonly words?: Exclude<Words, "header">;
}

/** Arguments that the operation's schema accepts, or the reason why none were found. */
export type SampledArguments =
  | { readonly args: Readonly<Record<string, unknown>> }
  | { readonly args?: undefined; readonly reason: string };

type Optional = "none" | "some" | "all";
type Facts = Pick<Operation, "input" | "request"> & Partial<Pick<Operation, "id">>;
type InputSchemas = Pick<SurfaceApi, "inputSchemas" | "wholeInputs">;

const attempts = 16;
/** Steps of the checks of all attempts at one sample. */
const checkSteps = 3_000_000;

const fewerOptional: Readonly<Record<Optional, readonly Optional[]>> = {
  all: ["all", "some", "none"],
  some: ["some", "none"],
  none: ["none"],
};

/** Makes arguments of one operation. Compiles the schema once, with the validator that the server uses. */
export class ArgumentSampler {
  readonly #operation: Facts;
  readonly #schemas: SchemaTable;
  #checker: Checker | undefined;

  constructor(operation: Facts, { inputSchemas, wholeInputs }: InputSchemas) {
    const { input, schemas = {} } = wholeInput(operation, inputSchemas, wholeInputs?.());
    this.#operation = { ...operation, input };
    this.#schemas = schemas;
  }

  /** Makes valid arguments. While samples are invalid, leaves out more of the optional properties. */
  sample({ seed, optional = "none", words = "plain" }: ArgumentOptions): SampledArguments {
    let checker: Checker;
    try {
      const schema = withDefinitions(this.#operation.input, this.#schemas);
      checker = this.#checker ??= compileChecker(schema);
    } catch (error) {
      return { reason: `its schema can't be compiled: ${String(error)}` };
    }
    const check = checker.thorough({ left: checkSteps }, 1);
    const { request } = this.#operation;
    let reason = "nothing satisfies the schema of a required argument";
    for (const level of fewerOptional[optional]) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const random = new Random(`${seed} ${level} ${attempt}`);
        const maker = new ValueMaker((ref) => this.#find(ref), random, { optional: level, words });
        const made = this.#make(maker, random, level, words);
        // The required members are the same in each attempt.
        if (maker.isExhausted) return { reason: `it requires more than ${maxRequired} values` };
        if (made === undefined) continue;
        const args = withFileTypes(request.body, made);
        const [violation] = check(args);
        if (
          violation === undefined &&
          !this.#hasUnsafeSegment(args) &&
          suitsType(request.body, args)
        ) {
          return { args };
        }
        if (violation)
          reason = `${violation.instancePath} ${violation.message ?? violation.keyword}`;
      }
    }
    return { reason };
  }

  #make(
    maker: ValueMaker,
    random: Random,
    optional: Optional,
    words: Words,
  ): Record<string, unknown> | undefined {
    const { input } = this.#operation;
    const properties = { ...((input["properties"] ?? {}) as Record<string, Schema>) };
    const locations = new Map(this.#params.map((each) => [each.arg ?? each.name, each.in]));
    const required = new Set((input["required"] ?? []) as readonly string[]);
    const chosen = new Map<string, unknown>();
    const dependent = (input["dependentRequired"] ?? {}) as Record<string, readonly string[]>;
    const wanted = new Set(
      Object.keys(properties).filter(
        (name) =>
          required.has(name) || optional === "all" || (optional === "some" && random.chance(0.5)),
      ),
    );
    // Iterating a Set also visits the names added in the loop.
    for (const name of wanted) {
      for (const other of Object.hasOwn(dependent, name) ? dependent[name]! : []) wanted.add(other);
      const location = locations.get(name);
      const schemas = [properties[name] ?? true, ...(location === "path" ? [notEmpty] : [])];
      const inHeader = location === "header" || location === "cookie";
      const value = maker.make(schemas, inHeader && words === "awkward" ? "header" : words, 1);
      if (value !== undefined) chosen.set(name, value);
      else if (required.has(name)) return undefined;
    }
    return Object.fromEntries(chosen);
  }

  get #params(): readonly ParameterBinding[] {
    return this.#operation.request.params ?? [];
  }

  /** Whether a path argument is empty or a dot segment: the runtime refuses these even if the schema allows them. */
  #hasUnsafeSegment(args: Readonly<Record<string, unknown>>): boolean {
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

/** A file as base64 data: the only form that every server accepts. */
const file: JsonSchema = {
  type: "object",
  properties: {
    data: { type: "string", contentEncoding: "base64" },
    name: { enum: ["example", "second file"] },
  },
  required: ["data"],
};

const notEmpty: Schema = { minLength: 1, minItems: 1, minProperties: 1 };

/** Makes arguments that the operation's schema accepts. For several samples, keep an `ArgumentSampler`. */
export function sampleArguments(
  operation: Facts,
  api: InputSchemas,
  options: ArgumentOptions,
): SampledArguments {
  return new ArgumentSampler(operation, api).sample(options);
}
