import type { JsonSchema } from "../../runtime/contract/operation.js";
import { defined } from "../../runtime/protocol/defined.js";
import type { ChangeKind, ContractChange, Impact } from "./change.js";
import type { LockedArgument, LockedKind, LockEntry } from "./lock.js";
import type { OperationSchemas, ServerSchemas } from "./operation-schemas.js";
import type { EntryPair } from "./pair-entries.js";
import { haveSameTexts } from "./schema/compare-texts.js";
import { compareSchemas } from "./schema/compare-schemas.js";
import { effectOf, type SchemaDifference } from "./schema/difference.js";

/** Differences of a schema that one message names. */
const shownDifferences = 3;

const kindNames: Readonly<Record<LockedKind, string>> = {
  tool: "a tool",
  searchable: "found with the search tools only",
  resource: "a resource",
  template: "a resource template",
};

/** Compares the operations that two servers have in common. */
export class EntryComparison {
  readonly #before: ServerSchemas | undefined;
  readonly #now: ServerSchemas | undefined;

  constructor(before: ServerSchemas | undefined, now: ServerSchemas | undefined) {
    this.#before = before;
    this.#now = now;
  }

  compare(pair: EntryPair): readonly ContractChange[] {
    const { before, now, key } = pair;
    const change = (
      impact: Impact,
      kind: ChangeKind,
      message: string,
      more: Partial<ContractChange> = {},
    ): ContractChange => ({ impact, kind, operation: key, name: before.name, message, ...more });
    const found = [
      ...compareNames(before, now, change),
      ...compareGuards(before, now, change),
      ...this.#compareInputs(before, now, change),
      ...this.#compareOutputs(before, now, change),
    ];
    if (!this.#haveOtherTexts(before, now)) return found;
    return [...found, change("text", "texts", "the texts for models are different")];
  }

  /** Compares the texts of what both have; those of a new argument are new with it. */
  #haveOtherTexts(before: LockEntry, now: LockEntry): boolean {
    if (!before.texts || !now.texts) return false;
    if (before.texts.own !== now.texts.own) return true;
    if (before.texts.schemas === now.texts.schemas) return false;
    if (before.input === now.input && before.output === now.output) return true;
    const [old, current] = [this.#before?.of(before.method), this.#now?.of(now.method)];
    if (!old || !current || !this.#before || !this.#now) return true;
    const inputs = { before: this.#before.inputs, now: this.#now.inputs };
    const outputs = { before: this.#before.outputs, now: this.#now.outputs };
    const renamed = renamedArguments(before, now);
    return !(
      haveSameTexts(withNames(old.input, renamed), current.input, inputs) &&
      haveSameTexts(old.output ?? true, current.output ?? true, outputs)
    );
  }

  #compareInputs(before: LockEntry, now: LockEntry, change: Make): readonly ContractChange[] {
    if (before.input === now.input && sameArguments(before, now)) return [];
    const [old, current] = [this.#before?.of(before.method), this.#now?.of(now.method)];
    const found = this.#compareArguments(before, now, old, current, change);
    return [...found, ...this.#compareRest(before, now, found.length > 0, change)];
  }

  #compareArguments(
    before: LockEntry,
    now: LockEntry,
    old: OperationSchemas | undefined,
    current: OperationSchemas | undefined,
    change: Make,
  ): readonly ContractChange[] {
    const renamed = renamedArguments(before, now);
    const newNames = new Set(renamed.values());
    const found: ContractChange[] = [];
    for (const [name, argument] of before.arguments) {
      const newName = renamed.get(name) ?? name;
      const is = now.arguments.get(newName);
      if (!is) {
        found.push(
          change("breaking", "argument-removed", `${of(name)} is gone`, { argument: name }),
        );
        continue;
      }
      if (newName !== name) {
        const message = `${of(name)} is called \`${newName}\` now`;
        const names = { argument: name, now: newName };
        found.push(change("breaking", "argument-renamed", message, names));
      }
      found.push(...compareRequired(name, argument, is, change));
      if (argument.schema === is.schema) continue;
      const differences = this.#differences(
        property(old, name),
        property(current, newName),
        "input",
      );
      found.push(...schemaChange(name, differences, change));
    }
    for (const [name, { required }] of now.arguments) {
      const isKnown = before.arguments.has(name) && !renamed.has(name);
      if (isKnown || newNames.has(name)) continue;
      const message = required ? `${of(name)} is new and required` : `${of(name)} is new`;
      const impact = required ? "breaking" : "compatible";
      found.push(change(impact, "argument-added", message, { argument: name, wider: true }));
    }
    return found;
  }

  /** Compares what the input schema says beside its arguments. */
  #compareRest(
    before: LockEntry,
    now: LockEntry,
    isTold: boolean,
    change: Make,
  ): readonly ContractChange[] {
    if (before.input === now.input) return [];
    const old = withoutArguments(this.#before?.of(before.method)?.input);
    const current = withoutArguments(this.#now?.of(now.method)?.input);
    if (!old || !current) {
      return isTold
        ? []
        : [change("breaking", "input", "the arguments are checked by another schema")];
    }
    const differences = this.#differences(old, current, "input") ?? [];
    if (differences.length === 0) return [];
    const isWider = effectOf(differences) === "widens";
    const message = `the arguments together: ${shown(differences)}`;
    return [
      isWider
        ? change("compatible", "input", message, { wider: true })
        : change("breaking", "input", message),
    ];
  }

  #compareOutputs(before: LockEntry, now: LockEntry, change: Make): readonly ContractChange[] {
    if (before.output === now.output) return [];
    if (before.output === undefined) {
      return [change("compatible", "output", "the output is described now")];
    }
    if (now.output === undefined) {
      return [change("breaking", "output", "the output is no longer described")];
    }
    const differences = this.#differences(
      this.#before?.of(before.method)?.output,
      this.#now?.of(now.method)?.output,
      "output",
    );
    if (!differences) return [change("breaking", "output", "the output has another schema")];
    if (differences.length === 0) return [];
    // Callers accept what is narrower.
    const impact = effectOf(differences) === "narrows" ? "compatible" : "breaking";
    return [change(impact, "output", `the output: ${shown(differences)}`)];
  }

  #differences(
    before: JsonSchema | undefined,
    now: JsonSchema | undefined,
    direction: "input" | "output",
  ): readonly SchemaDifference[] | undefined {
    if (!before || !now || !this.#before || !this.#now) return undefined;
    const table = direction === "input" ? "inputs" : "outputs";
    const tables = { before: this.#before[table], now: this.#now[table] };
    return compareSchemas(before, now, tables, direction);
  }
}

type Make = (
  impact: Impact,
  kind: ChangeKind,
  message: string,
  more?: Partial<ContractChange>,
) => ContractChange;

function compareNames(before: LockEntry, now: LockEntry, change: Make): readonly ContractChange[] {
  const found: ContractChange[] = [];
  if (before.kind !== now.kind) {
    const message = `is ${kindNames[now.kind]} now (before: ${kindNames[before.kind]})`;
    const isWider = now.kind === "tool";
    found.push(change("breaking", "kind", message, isWider ? { wider: true } : {}));
  }
  const isNamedAlike = before.name === before.method && now.name === now.method;
  if (before.name !== now.name && isTool(before) === isTool(now)) {
    const method = isNamedAlike ? ", and so is its method" : "";
    const message = `is called \`${now.name}\` now${method}`;
    found.push(change("breaking", "renamed", message, { now: now.name }));
  }
  if (before.method !== now.method && !isNamedAlike) {
    const message = `the method \`${before.method}\` of the class is called \`${now.method}\` now`;
    found.push(change("breaking", "method", message, { now: now.method }));
  }
  return found;
}

/** The name of a resource is its URI, which a tool does not have. */
function isTool({ kind }: LockEntry): boolean {
  return kind === "tool" || kind === "searchable";
}

function compareGuards(before: LockEntry, now: LockEntry, change: Make): readonly ContractChange[] {
  const found: ContractChange[] = [];
  if (before.confirm && !now.confirm) {
    const message = "the user is no longer asked before a call";
    found.push(change("compatible", "guard", message, { wider: true }));
  } else if (!before.confirm && now.confirm) {
    found.push(change("breaking", "guard", "the user is asked before each call now"));
  }
  const [old, current] = [new Set(before.scopes), new Set(now.scopes)];
  const gained = [...current].filter((scope) => !old.has(scope));
  const lost = [...old].filter((scope) => !current.has(scope));
  if (gained.length > 0) {
    found.push(change("breaking", "guard", `callers need the scope ${gained.join(", ")} now`));
  }
  if (lost.length > 0) {
    const message = `callers no longer need the scope ${lost.join(", ")}`;
    found.push(change("compatible", "guard", message, { wider: true }));
  }
  return found;
}

function compareRequired(
  argument: string,
  before: LockedArgument,
  now: LockedArgument,
  change: Make,
): readonly ContractChange[] {
  if (before.required === now.required) return [];
  return [
    now.required
      ? change("breaking", "argument-required", `${of(argument)} is required now`, { argument })
      : change("compatible", "argument-optional", `${of(argument)} is no longer required`, {
          argument,
        }),
  ];
}

function schemaChange(
  argument: string,
  differences: readonly SchemaDifference[] | undefined,
  change: Make,
): readonly ContractChange[] {
  if (!differences) {
    const message = `${of(argument)} has another schema`;
    return [change("breaking", "argument-changed", message, { argument })];
  }
  const isWhole = differences.every(({ at }) => at === "");
  const message = `${of(argument)}${isWhole ? "" : ":"} ${shown(differences)}`;
  switch (effectOf(differences)) {
    case undefined:
      return [];
    case "narrows":
      return [change("breaking", "argument-narrowed", message, { argument })];
    case "widens":
      return [change("compatible", "argument-widened", message, { argument })];
    case "changes":
      return [change("breaking", "argument-changed", message, { argument })];
  }
}

function shown(differences: readonly SchemaDifference[]): string {
  const texts = differences
    .slice(0, shownDifferences)
    .map(({ at, text }) => (at === "" ? text : `\`${at}\` ${text}`));
  const more = differences.length - shownDifferences;
  return texts.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function of(argument: string): string {
  return `the argument \`${argument}\``;
}

/** Returns the new names of arguments that are sent in the same place as before. */
function renamedArguments(before: LockEntry, now: LockEntry): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const [name, { place }] of before.arguments) {
    if (now.arguments.get(name)?.place === place) continue;
    for (const [other, argument] of now.arguments) {
      if (argument.place !== place || before.arguments.get(other)?.place === place) continue;
      renamed.set(name, other);
    }
  }
  return renamed;
}

function sameArguments(before: LockEntry, now: LockEntry): boolean {
  if (before.arguments.size !== now.arguments.size) return false;
  return [...before.arguments].every(([name, { place, required, schema }]) => {
    const other = now.arguments.get(name);
    return other?.place === place && other.required === required && other.schema === schema;
  });
}

function property(schemas: OperationSchemas | undefined, name: string): JsonSchema | undefined {
  const properties = schemas?.input["properties"];
  if (typeof properties !== "object" || properties === null) return undefined;
  return Object.hasOwn(properties, name)
    ? (properties as Readonly<Record<string, JsonSchema>>)[name]
    : undefined;
}

/** Gives the arguments of a schema their new names. */
function withNames(input: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const { properties } = input;
  if (renamed.size === 0 || typeof properties !== "object" || properties === null) return input;
  const entries = Object.entries(properties).map(([name, schema]) => [
    renamed.get(name) ?? name,
    schema,
  ]);
  return { ...input, properties: Object.fromEntries(entries) as unknown };
}

function withoutArguments(input: JsonSchema | undefined): JsonSchema | undefined {
  return input && defined({ ...input, properties: undefined, required: undefined });
}
