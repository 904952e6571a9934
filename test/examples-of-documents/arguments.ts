/** Maps an example onto the arguments of the tool, as a model that copies the example would. */
import type { Api } from "../../runtime/contract/api.js";
import type {
  BodyBinding,
  ObjectSchema,
  Operation,
  PropertyEncoding,
} from "../../runtime/contract/operation.js";
import { ArgumentSampler } from "../../src/samples/sample-arguments.js";
import type { Example } from "./find-examples.js";
import { isMapping } from "../oracle/raw/nodes.js";

type Args = Readonly<Record<string, unknown>>;

/** Arguments of a call, or the reason why the tool can't be given the example. */
export type Mapped =
  { readonly args: Args } | { readonly args?: undefined; readonly reason: string };

/** Arguments of one operation. What an example does not say is sampled. */
export class ExampleArguments {
  readonly #facts: Operation;
  readonly #api: Pick<Api, "inputSchemas">;
  readonly #seed: string;
  #whole: Mapped | undefined;
  #withoutBody: Mapped | undefined;

  constructor(facts: Operation, api: Pick<Api, "inputSchemas">, seed: string) {
    this.#facts = facts;
    this.#api = api;
    this.#seed = seed;
  }

  /** @param bodies examples of the body, for parameters of an operation whose body can't be sampled */
  of({ target, value }: Example, bodies: readonly Example[]): Mapped {
    if (target.kind === "body") return this.#withBody(target.type, value);
    const binding = (this.#facts.request.params ?? []).find(
      (each) =>
        each.in === target.in &&
        (each.name === target.name ||
          (each.in === "header" && each.name.toLowerCase() === target.name.toLowerCase())),
    );
    if (!binding) return { reason: `the tool has no ${target.in} parameter ${target.name}` };
    const arg = binding.arg ?? binding.name;
    const others = this.#others(arg, bodies);
    return others.args ? { args: { ...others.args, [arg]: value } } : others;
  }

  /** Returns the arguments besides `arg`. */
  #others(arg: string, bodies: readonly Example[]): Mapped {
    this.#whole ??= this.#sampled(needed(this.#facts.input));
    if (this.#whole.args) return this.#whole;
    const [body] = bodies;
    if (body?.target.kind === "body") return this.#withBody(body.target.type, body.value);
    return this.#sampled(only(needed(this.#facts.input), (name) => name !== arg));
  }

  #withBody(type: string, value: unknown): Mapped {
    const { body } = this.#facts.request;
    const all = body ? [body, ...(body.choice?.others ?? [])] : [];
    // The tool offers one of the media types that write the same value.
    const chosen =
      all.find((each) => each.type === type) ??
      all.find((each) => isForm(each.type) === isForm(type)) ??
      body;
    if (!body || !chosen) return { reason: "the tool takes no body" };
    const params = this.#parameters();
    if (!params.args) return params;
    const choice = body.choice && chosen !== body ? { [body.choice.arg]: chosen.type } : {};
    if (chosen.arg !== undefined) {
      const given = chosen.file ? fileOf(value) : withFiles(value, chosen);
      return { args: { ...params.args, ...choice, [chosen.arg]: given } };
    }
    const args: Record<string, unknown> = { ...params.args, ...choice };
    // A body that is null has no members to give.
    if (value === null) return { args };
    if (!isMapping(value)) return { reason: "the tool takes the members of an object" };
    const names = new Map(
      (chosen.fields ?? []).map((field) =>
        typeof field === "string" ? [field, field] : [field[1], field[0]],
      ),
    );
    for (const [name, member] of Object.entries(withFiles(value, chosen) as Args)) {
      const arg = names.get(name) ?? name;
      if (Object.hasOwn(args, arg)) return { reason: `${name} is another argument of the tool` };
      args[arg] = member;
    }
    return { args };
  }

  /** Samples the arguments that are sent outside the body. */
  #parameters(): Mapped {
    if (this.#withoutBody) return this.#withoutBody;
    const { input, request } = this.#facts;
    const names = new Set((request.params ?? []).map(({ name, arg = name }) => arg));
    this.#withoutBody = this.#sampled(only(input, (name) => names.has(name)));
    return this.#withoutBody;
  }

  #sampled(input: ObjectSchema): Mapped {
    if (Object.keys(input["properties"] ?? {}).length === 0) return { args: {} };
    const facts = { input, request: this.#facts.request };
    const sampled = new ArgumentSampler(facts, this.#api).sample({ seed: this.#seed });
    return sampled.args ? sampled : { reason: `no other arguments were found: ${sampled.reason}` };
  }
}

function isForm(type: string): boolean {
  return /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
}

/** Returns the schema of the required arguments, which is compiled faster than the schema of all. */
function needed(input: ObjectSchema): ObjectSchema {
  if (input["minProperties"] !== undefined) return input;
  const required = new Set((input["required"] ?? []) as readonly string[]);
  return only(input, (name) => required.has(name));
}

/** Returns the schema of some of the arguments. */
function only(input: ObjectSchema, isWanted: (name: string) => boolean): ObjectSchema {
  const properties = Object.entries((input["properties"] ?? {}) as Args);
  const required = (input["required"] ?? []) as readonly string[];
  return {
    type: "object",
    properties: Object.fromEntries(properties.filter(([name]) => isWanted(name))),
    required: required.filter(isWanted),
  };
}

/** Replaces the members that the tool takes as files. */
function withFiles(value: unknown, { encoding = {}, restEncoding }: BodyBinding): unknown {
  if (!isMapping(value)) return value;
  const rulesOf = (name: string): PropertyEncoding | undefined =>
    Object.hasOwn(encoding, name) ? encoding[name] : restEncoding;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      !rulesOf(name)?.file ? member : Array.isArray(member) ? member.map(fileOf) : fileOf(member),
    ]),
  );
}

/** An example of a file is its content, or a text that stands for it. */
function fileOf(value: unknown): unknown {
  return typeof value === "string" ? { text: value } : value;
}
