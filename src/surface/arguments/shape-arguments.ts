import type { JsonSchema } from "../../../runtime/contract/operation.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Operation } from "../../operations/model.js";
import { below } from "../../diagnostics/place.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { ArgumentSettings, Located } from "../../routes/route-map.js";
import { ArgumentDraft, type ShapedArguments } from "./argument-draft.js";
import { isArgumentName, type Candidate } from "../names/argument-names.js";
import type { Arguments } from "./arguments.js";
import { valueFault } from "../schema/check-value.js";
import type { Definitions } from "../schema/definitions.js";

type RouteSettings = ReadonlyMap<string, Located<ArgumentSettings>>;

/**
 * Shapes the arguments of operations as the route map and `x-mcp` say: hidden, fixed, given a default, renamed,
 * described, required. These are the tool's own arguments; what is within an argument stays as it is.
 */
export class ArgumentShaper {
  readonly #definitions: Definitions;
  /** What was said, the operations it was said of, and whether one of them has such an argument. */
  readonly #said = new Map<object, Attempt>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  shape(
    operation: Operation,
    settings: RouteSettings | undefined,
    forTemplate: boolean,
  ): ArgumentShaping {
    return new ArgumentShaping(operation, settings, forTemplate, this.#definitions, this.#said);
  }

  /** What was said of arguments that no operation has. */
  unknown(): readonly Diagnostic[] {
    return [...this.#said.values()].flatMap((attempt) => {
      const [only] = attempt.operations;
      if (attempt.found || only === undefined) return [];
      const { key, placed, operations, names } = attempt;
      const suggestion = nearest(key, names);
      const one = operations.length === 1;
      const whose = one ? only : `any of the ${operations.length} operations it is said of`;
      return [
        {
          code: "argument-unknown",
          severity: placed.severity,
          message: `\`${key}\` is no argument of ${whose}.`,
          place: placed.place,
          ...(suggestion !== undefined
            ? { hint: `Did you mean \`${suggestion}\`?` }
            : one
              ? { hint: `Its arguments: ${[...names].slice(0, 20).join(", ") || "none"}.` }
              : {}),
        } satisfies Diagnostic,
      ];
    });
  }
}

interface Attempt {
  readonly key: string;
  readonly placed: Located<unknown>;
  readonly operations: string[];
  readonly names: Set<string>;
  found: boolean;
}

/** The shaping of one operation's arguments. */
export class ArgumentShaping {
  readonly diagnostics: Diagnostic[] = [];
  readonly #operation: Operation;
  readonly #settings: RouteSettings | undefined;
  readonly #forTemplate: boolean;
  readonly #definitions: Definitions;
  readonly #said: Map<object, Attempt>;
  /** By the names that arguments have in the end. */
  readonly #found = new Map<string, Located<ArgumentSettings>>();
  #slots: readonly Candidate[] = [];
  #before: readonly string[] = [];
  #after: readonly string[] = [];

  constructor(
    operation: Operation,
    settings: RouteSettings | undefined,
    forTemplate: boolean,
    definitions: Definitions,
    said: Map<object, Attempt>,
  ) {
    this.#operation = operation;
    this.#settings = settings;
    this.#forTemplate = forTemplate;
    this.#definitions = definitions;
    this.#said = said;
  }

  /** Names arguments: each slot has one, before and after. */
  rename(slots: readonly Candidate[], names: readonly string[]): readonly string[] {
    this.#slots = slots;
    this.#before = names;
    this.#after = names;
    if (!this.#settings) return names;
    const wanted = [...names];
    const found: { index: number; placed: Located<ArgumentSettings> }[] = [];
    for (const [key, placed] of this.#settings) {
      const index = this.#indexOf(key, placed);
      if (index === undefined) continue;
      if (found.some((one) => one.index === index)) {
        this.#fault(placed, `\`${key}\` is an argument of which something else is said already.`);
        continue;
      }
      found.push({ index, placed });
      const { rename } = placed.value;
      if (rename === undefined) continue;
      if (!isArgumentName(rename, this.#forTemplate)) {
        this.#fault(placed, `\`${rename}\` can't be the name of an argument here.`);
      } else wanted[index] = rename;
    }
    const taken = new Map<string, number>();
    wanted.forEach((name, index) => {
      if (taken.has(name)) {
        const fault = found.find((one) => wanted[one.index] === name && one.placed.value.rename);
        if (fault) this.#fault(fault.placed, `Two arguments would be called \`${name}\`.`);
      }
      taken.set(name, index);
    });
    if (taken.size === wanted.length) this.#after = wanted;
    for (const { index, placed } of found) this.#found.set(this.#after[index] ?? "", placed);
    return this.#after;
  }

  /** The name of the argument that a word of the route map means; undefined, and a problem, when there is none. */
  nameOf(key: string, said: Located<unknown>): string | undefined {
    const index = this.#indexOf(key, said);
    return index === undefined ? undefined : this.#after[index];
  }

  apply(args: Arguments): ShapedArguments {
    if (this.#found.size === 0) return args;
    const draft = new ArgumentDraft(args);
    for (const [name, placed] of this.#found) {
      const settings = placed.value;
      const property = draft.properties[name];
      if (property === undefined) continue;
      if (settings.hide) {
        if (draft.isNeeded(name)) {
          const hint = "Give it a value: `fix`.";
          this.#fault(
            placed,
            `${this.#operation.key} needs \`${name}\`: it can't be hidden.`,
            hint,
          );
        } else draft.drop(name);
        continue;
      }
      if (Object.hasOwn(settings, "fix")) {
        if (this.#fits(settings.fix, property, args, placed, "fix")) draft.fix(name, settings.fix);
        continue;
      }
      if (
        Object.hasOwn(settings, "default") &&
        this.#fits(settings.default, property, args, placed, "default")
      ) {
        draft.setDefault(name, settings.default);
      }
      if (settings.description !== undefined) draft.describe(name, settings.description);
      if (settings.required) draft.require(name);
    }
    return draft.finish();
  }

  #fits(
    value: unknown,
    schema: JsonSchema,
    args: Arguments,
    placed: Located<unknown>,
    setting: string,
  ): boolean {
    const names = this.#definitions.reach(args.uses) ?? args.uses;
    const fault = valueFault(schema, this.#definitions.table(names), value);
    if (fault === undefined) return true;
    this.#fault(
      { ...placed, place: below(placed.place, setting) },
      `${this.#operation.key} does not take that value: ${fault}.`,
    );
    return false;
  }

  /** Which slot a key means, by the argument's name or by `location:name`; notes that it was looked for. */
  #indexOf(key: string, placed: Located<unknown>): number | undefined {
    let index = this.#before.indexOf(key);
    if (index === -1) {
      index = this.#slots.findIndex(({ location, name }) => `${location}:${name}` === key);
    }
    let attempt = this.#said.get(placed);
    if (!attempt) {
      attempt = { key, placed, operations: [], names: new Set(), found: false };
      this.#said.set(placed, attempt);
    }
    attempt.found ||= index !== -1;
    if (!attempt.found) {
      attempt.operations.push(this.#operation.key);
      for (const name of this.#before) attempt.names.add(name);
    }
    return index === -1 ? undefined : index;
  }

  #fault({ place, severity }: Located<unknown>, message: string, hint?: string): void {
    const diagnostic: Diagnostic = { code: "argument-impossible", severity, message, place };
    this.diagnostics.push(hint === undefined ? diagnostic : { ...diagnostic, hint });
  }
}
