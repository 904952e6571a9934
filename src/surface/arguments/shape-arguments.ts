import { defined } from "../../../runtime/protocol/defined.js";
import type { JsonSchema } from "../../../runtime/contract/operation.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Operation } from "../../operations/model.js";
import { below } from "../../diagnostics/place.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { ArgumentSettings, Located } from "../../routes/route-map.js";
import { ArgumentDraft, type ShapedArguments } from "./argument-draft.js";
import { isArgumentName, type Candidate, type Named } from "../names/argument-names.js";
import type { Arguments } from "./arguments.js";
import { valueFault } from "../schema/check-value.js";
import type { Definitions } from "../schema/definitions.js";

/** Maximum number of arguments that a wrong name is compared with. */
const maxNames = 500;

type RouteSettings = ReadonlyMap<string, Located<ArgumentSettings>>;

/**
 * Shapes the arguments of operations by the route map and `x-mcp`: hides, fixes, renames, describes or requires them, or
 * gives them a default. Members within an argument stay as they are.
 */
export class ArgumentShaper {
  readonly #definitions: Definitions;
  readonly #lookups = new Map<object, Lookup>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  shape(
    operation: Operation,
    settings: RouteSettings | undefined,
    forTemplate: boolean,
  ): ArgumentShaping {
    return new ArgumentShaping(operation, settings, forTemplate, this.#definitions, this.#lookups);
  }

  /** Reports settings of arguments that none of their operations has. */
  unknown(): readonly Diagnostic[] {
    return [...this.#lookups.values()].flatMap(({ key, placed, operations, names, found }) => {
      const [only, ...more] = operations;
      if (found || only === undefined) return [];
      const isOne = more.length === 0;
      const whose = isOne ? only : `any of the ${operations.length} operations that it applies to`;
      const suggestion = names.size > maxNames ? undefined : nearest(key, names);
      const known = isOne ? [...names].slice(0, 20).join(", ") || "none" : undefined;
      const hint =
        suggestion === undefined
          ? known && `Its arguments: ${known}.`
          : `Did you mean \`${suggestion}\`?`;
      return [
        {
          code: "argument-unknown",
          severity: placed.severity,
          message: `\`${key}\` is not an argument of ${whose}.`,
          place: placed.place,
          ...defined({ hint }),
        } satisfies Diagnostic,
      ];
    });
  }
}

/** The outcome of looking up a setting's argument in the operations that the setting applies to. */
interface Lookup {
  readonly key: string;
  readonly placed: Located<unknown>;
  /** Operations looked at before the argument was found. */
  readonly operations: string[];
  readonly names: Set<string>;
  found: boolean;
}

interface Entry {
  readonly slot: Candidate;
  readonly before: string;
  after: string;
  settings?: Located<ArgumentSettings>;
}

export class ArgumentShaping {
  readonly diagnostics: Diagnostic[] = [];
  readonly #operation: Operation;
  readonly #settings: RouteSettings | undefined;
  readonly #forTemplate: boolean;
  readonly #definitions: Definitions;
  readonly #lookups: Map<object, Lookup>;
  /** In the order of the settings. */
  readonly #shaped: (Entry & { settings: Located<ArgumentSettings> })[] = [];
  #entries: readonly Entry[] = [];

  constructor(
    operation: Operation,
    settings: RouteSettings | undefined,
    forTemplate: boolean,
    definitions: Definitions,
    lookups: Map<object, Lookup>,
  ) {
    this.#operation = operation;
    this.#settings = settings;
    this.#forTemplate = forTemplate;
    this.#definitions = definitions;
    this.#lookups = lookups;
  }

  /** Finds the arguments that the settings mean, and renames them. */
  rename<One extends Candidate>(named: readonly Named<One>[]): readonly Named<One>[] {
    const entries = named.map(({ slot, name }) => ({ slot, before: name, after: name }));
    this.#entries = entries;
    for (const [key, settings] of this.#settings ?? []) {
      const entry = this.#find(key, settings);
      if (!entry) continue;
      // Settings of a weaker source give way, also if they name the argument in another way.
      const difference = entry.settings ? strengthOf(settings) - strengthOf(entry.settings) : 1;
      if (difference === 0) {
        this.#fault(settings, `\`${key}\` means an argument that another entry already shapes.`);
      }
      if (difference <= 0) continue;
      const isNew = entry.settings === undefined;
      const shaped = Object.assign(entry, { settings, after: entry.before });
      if (isNew) this.#shaped.push(shaped);
      const { rename } = settings.value;
      if (rename === undefined) continue;
      if (isArgumentName(rename, this.#forTemplate)) entry.after = rename;
      else this.#fault(settings, `\`${rename}\` is not a valid argument name here.`);
    }
    if (!this.#areUnique()) for (const entry of entries) entry.after = entry.before;
    return entries.map(({ slot, after }) => ({ slot, name: after }));
  }

  /** Whether no two arguments have the same new name; reports those that do. */
  #areUnique(): boolean {
    const taken = new Set<string>();
    for (const { after } of this.#entries) {
      if (taken.has(after)) {
        const renamed = this.#shaped.find(
          (one) => one.after === after && one.settings.value.rename,
        );
        if (renamed) this.#fault(renamed.settings, `Two arguments would be called \`${after}\`.`);
      }
      taken.add(after);
    }
    return taken.size === this.#entries.length;
  }

  /** Returns the final name of the argument that a key of the route map means; records it when there is none. */
  nameOf(key: string, located: Located<unknown>): string | undefined {
    return this.#find(key, located)?.after;
  }

  apply(args: Arguments): ShapedArguments {
    if (this.#shaped.length === 0) return args;
    const draft = new ArgumentDraft(args);
    for (const { after: name, settings: placed } of this.#shaped) {
      const settings = placed.value;
      const property = draft.properties[name];
      if (property === undefined) continue;
      const whole = args.whole?.[name] ?? property;
      if (settings.hide) {
        if (draft.isNeeded(name)) {
          const message = `${this.#operation.key} needs \`${name}\`, so it can't be hidden.`;
          this.#fault(placed, message, "Give it a value with `fix`.");
        } else draft.drop(name);
        continue;
      }
      if (Object.hasOwn(settings, "fix")) {
        if (this.#fits(settings.fix, whole, placed, "fix")) draft.fix(name, settings.fix);
        continue;
      }
      if (
        Object.hasOwn(settings, "default") &&
        this.#fits(settings.default, whole, placed, "default")
      ) {
        draft.setDefault(name, settings.default);
      }
      if (settings.description !== undefined) {
        draft.describe(name, stripHidden(settings.description));
      }
      if (settings.required) draft.require(name);
      if (settings.allowDelimiters) this.#allowDelimiters(draft, name, placed);
    }
    return draft.finish();
  }

  #allowDelimiters(draft: ArgumentDraft, name: string, placed: Located<ArgumentSettings>): void {
    // Settings of a document are warnings at most; only its user may let a value leave its parameter.
    const reason =
      placed.severity !== "error"
        ? "only a route map can send the delimiters of a value unencoded."
        : draft.allowDelimiters(name)
          ? undefined
          : `\`${name}\` is no parameter with \`allowReserved\`, so its delimiters are always encoded.`;
    if (reason !== undefined) this.#fault(placed, `${this.#operation.key}: ${reason}`);
  }

  #fits(value: unknown, schema: JsonSchema, placed: Located<unknown>, setting: string): boolean {
    const fault = valueFault(schema, this.#definitions.tableOf(schema), value);
    if (fault === undefined) return true;
    this.#fault(
      { ...placed, place: below(placed.place, setting) },
      `${this.#operation.key} does not accept that value: ${fault}.`,
    );
    return false;
  }

  /** Finds the argument that a key means, by its name or by `location:name`; records the lookup. */
  #find(key: string, placed: Located<unknown>): Entry | undefined {
    const found =
      this.#entries.find(({ before }) => before === key) ??
      this.#entries.find(({ slot: { location, name } }) => `${location}:${name}` === key);
    let lookup = this.#lookups.get(placed);
    if (!lookup) {
      lookup = { key, placed, operations: [], names: new Set(), found: false };
      this.#lookups.set(placed, lookup);
    }
    lookup.found ||= found !== undefined;
    if (!lookup.found) {
      lookup.operations.push(this.#operation.key);
      for (const { before } of this.#entries) lookup.names.add(before);
    }
    return found;
  }

  #fault({ place, severity }: Located<unknown>, message: string, hint?: string): void {
    this.diagnostics.push({
      code: "argument-impossible",
      severity,
      message,
      place,
      ...defined({ hint }),
    });
  }
}

/** Orders the sources of settings: the defaults of a route map, the document's `x-mcp`, and the rules of a route map. */
function strengthOf({ severity, place }: Located<unknown>): number {
  if (severity !== "error") return 1;
  return place.pointer.startsWith("/defaults/") ? 0 : 2;
}
