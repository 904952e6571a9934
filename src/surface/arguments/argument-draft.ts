import { defined } from "../../../runtime/protocol/defined.js";
import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import { furtherArguments } from "./further-arguments.js";
import type { Arguments } from "./arguments.js";
import type { InputMember } from "../model.js";

/** Arguments shaped by the route map, and the values to send for those that are fixed or have a default. */
export interface ShapedArguments extends Arguments {
  readonly preset?: { readonly [arg: string]: unknown };
}

/** A mutable copy of an operation's arguments. */
export class ArgumentDraft {
  readonly properties: Record<string, JsonSchema>;
  readonly #args: Arguments;
  readonly #members: Map<string, InputMember>;
  readonly #required: Set<string>;
  readonly #preset: Record<string, unknown> = {};
  /** `dependentRequired`: properties that the body requires once it is given. */
  readonly #dependent: Readonly<Record<string, readonly string[]>>;
  #fixed = 0;
  #params: Arguments["params"];

  constructor(args: Arguments) {
    this.#args = args;
    this.#params = args.params;
    this.properties = { ...(args.input["properties"] as Record<string, JsonSchema>) };
    this.#members = new Map(args.members.map((member) => [member.name, member]));
    this.#required = new Set(args.input["required"] as readonly string[] | undefined);
    this.#dependent = (args.input["dependentRequired"] ?? {}) as Record<string, readonly string[]>;
  }

  isNeeded(name: string): boolean {
    return this.#required.has(name) || Object.values(this.#dependent).flat().includes(name);
  }

  drop(name: string): void {
    delete this.properties[name];
    this.#members.delete(name);
    this.#required.delete(name);
  }

  fix(name: string, value: unknown): void {
    this.drop(name);
    this.#preset[name] = value;
    this.#fixed += 1;
  }

  setDefault(name: string, value: unknown): void {
    this.#preset[name] = value;
    this.#required.delete(name);
    this.#change(name, { required: false }, { default: value });
  }

  describe(name: string, description: string): void {
    this.#change(name, { description }, { description });
  }

  require(name: string): void {
    this.#required.add(name);
    this.#change(name, { required: true }, {});
  }

  /** Returns false if the argument is no parameter with `allowReserved`. */
  allowDelimiters(name: string): boolean {
    const found = this.#params?.find(({ arg, name: own }) => (arg ?? own) === name);
    if (!found?.allowReserved) return false;
    this.#params = this.#params?.map((each) =>
      each === found ? { ...each, allowDelimiters: true as const } : each,
    );
    return true;
  }

  finish(): ShapedArguments {
    const {
      type: _,
      properties: __,
      required: ___,
      dependentRequired: ____,
      minProperties,
      propertyNames: _____,
      additionalProperties: ______,
      ...rest
    } = this.#args.input;
    const dependentRequired = this.#dependencies();
    const required = Object.keys(this.properties).filter((name) => this.#required.has(name));
    const fewest = typeof minProperties === "number" ? minProperties - this.#fixed : 0;
    const input: ObjectSchema = {
      type: "object",
      properties: this.properties,
      ...defined({
        required: required.length > 0 ? required : undefined,
        dependentRequired:
          Object.keys(dependentRequired).length > 0 ? dependentRequired : undefined,
        minProperties: fewest > 0 ? fewest : undefined,
      }),
      ...rest,
      ...furtherArguments(this.#args.body, this.properties),
    };
    const text = JSON.stringify(this.properties);
    return {
      ...this.#args,
      members: [...this.#members.values()],
      input,
      ...defined({ params: this.#params }),
      uses: new Set([...this.#args.uses].filter((name) => text.includes(`"#/$defs/${name}"`))),
      ...defined({ preset: Object.keys(this.#preset).length > 0 ? this.#preset : undefined }),
    };
  }

  /** A preset property makes an optional body always sent, so the properties that it requires become required. */
  #dependencies(): Readonly<Record<string, readonly string[]>> {
    // The first property that the body requires is no key if it is the only one.
    const ofBody = new Set(Object.entries(this.#dependent).flatMap(([name, of]) => [name, ...of]));
    if (!Object.keys(this.#preset).some((name) => ofBody.has(name))) {
      return Object.fromEntries(
        Object.entries(this.#dependent).filter(([name]) => Object.hasOwn(this.properties, name)),
      );
    }
    for (const name of Object.values(this.#dependent).flat()) {
      if (Object.hasOwn(this.properties, name) && !Object.hasOwn(this.#preset, name)) {
        this.require(name);
      }
    }
    return {};
  }

  #change(name: string, member: Partial<InputMember>, keywords: JsonSchema): void {
    const known = this.#members.get(name);
    if (known) this.#members.set(name, { ...known, ...member });
    this.properties[name] = { ...this.properties[name], ...keywords };
  }
}
