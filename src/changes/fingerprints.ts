import { hash } from "node:crypto";
import type { JsonSchema, SchemaTable } from "../../runtime/contract/operation.js";
import { canonicalJson, structureOf, wordsOf } from "./schema/structure.js";

/** Characters of a fingerprint: 132 bits, so that nobody can make two texts with the same. */
const length = 22;
/** Characters of an argument's fingerprint. It only tells which argument changed; the input's tells that one did. */
const argumentLength = 8;

type Aspect = "structure" | "texts";

/** What schemas say, for the fingerprints of several tables that have schemas in common. */
export class SchemaTexts {
  readonly #known = new Map<JsonSchema, SchemaText>();

  of(schema: JsonSchema): SchemaText {
    const known = this.#known.get(schema);
    if (known) return known;
    const text = new SchemaText(schema);
    this.#known.set(schema, text);
    return text;
  }
}

/** What one schema says. */
class SchemaText {
  readonly #schema: JsonSchema;
  readonly structure: string;
  /** Names of the shared schemas that it refers to directly, sorted. */
  readonly references: readonly string[];
  #words: string | undefined;
  #prints: Prints | undefined;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
    this.structure = structureOf(schema);
    this.references = referencesIn(this.structure);
  }

  get texts(): string {
    return (this.#words ??= wordsOf(this.#schema));
  }

  get prints(): Prints {
    return (this.#prints ??= {
      structure: fingerprint(this.structure),
      texts: this.texts === "" ? "" : fingerprint(this.texts),
    });
  }
}

type Prints = Readonly<Record<Aspect, string>>;

/** Fingerprints of schemas that share a table of schemas. */
export class SchemaPrints {
  readonly #table: SchemaTable;
  readonly #schemaTexts: SchemaTexts;
  readonly #shared = new Map<string, SharedSchema>();
  readonly #members = {
    structure: new WeakMap<object, string>(),
    texts: new WeakMap<object, string>(),
  };
  readonly #reached = new Map<string, readonly SharedSchema[]>();

  constructor(table: SchemaTable, texts: SchemaTexts = new SchemaTexts()) {
    this.#table = table;
    this.#schemaTexts = texts;
  }

  /** Returns a fingerprint of which values a schema accepts. */
  structure(schema: JsonSchema): string {
    return this.#printOf(schema, "structure");
  }

  /** Returns the short fingerprint of an argument. */
  argument(schema: JsonSchema): string {
    return this.#ofMember(schema, "structure").slice(0, argumentLength);
  }

  /** Returns a fingerprint of the annotations of a schema, which does not depend on the values that it accepts; empty without. */
  texts(schema: JsonSchema): string {
    return this.#printOf(schema, "texts");
  }

  #printOf({ properties = {}, ...rest }: JsonSchema, what: Aspect): string {
    const members = Object.entries(properties as SchemaTable)
      .map(([name, schema]) => [name, this.#ofMember(schema, what)] as const)
      .filter(([, print]) => print !== "")
      .map(([name, print]) => `${JSON.stringify(name)}:${print}`)
      .sort();
    const own = this.#textOf(new SchemaText(rest), what);
    return own === "" && members.length === 0 ? "" : fingerprint([own, ...members].join("\n"));
  }

  /** Operations share the schemas of their arguments. */
  #ofMember(schema: JsonSchema | boolean, what: Aspect): string {
    if (typeof schema === "boolean") return what === "texts" ? "" : String(schema);
    const known = this.#members[what].get(schema);
    if (known !== undefined) return known;
    const text = this.#textOf(this.#schemaTexts.of(schema), what);
    const print = text === "" ? "" : fingerprint(text);
    this.#members[what].set(schema, print);
    return print;
  }

  #textOf(schema: SchemaText, what: Aspect): string {
    const own = schema[what];
    const { references } = schema;
    if (references.length === 0) return own;
    const shared = this.#reach(references).filter((each) => each.prints[what] !== "");
    const lines = [own, ...shared.map((each) => `${each.name}:${each.prints[what]}`)];
    return lines.filter((line) => line !== "").join("\n");
  }

  /** Returns the shared schemas that these names reach, sorted by name. */
  #reach(names: readonly string[]): readonly SharedSchema[] {
    const key = names.join("\n");
    const known = this.#reached.get(key);
    if (known) return known;
    const reached = new Map<string, SharedSchema>();
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      const shared = this.#sharedSchema(name);
      if (!shared) continue;
      reached.set(name, shared);
      waiting.push(...shared.references);
    }
    const sorted = [...reached.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#reached.set(key, sorted);
    return sorted;
  }

  #sharedSchema(name: string): SharedSchema | undefined {
    const known = this.#shared.get(name);
    if (known) return known;
    const schema = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (schema === undefined) return undefined;
    const { references, prints } = this.#schemaTexts.of(schema);
    const shared = { name, references, prints };
    this.#shared.set(name, shared);
    return shared;
  }
}

interface SharedSchema {
  readonly name: string;
  /** Names of the schemas that it refers to directly. */
  readonly references: readonly string[];
  readonly prints: Prints;
}

/** Returns the names of the shared schemas that a text refers to, sorted. */
function referencesIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) names.add(name);
  return [...names].sort();
}

/** Returns a fingerprint of a value of JSON; the order of members does not matter. */
export function fingerprintOf(value: unknown): string {
  return fingerprint(canonicalJson(value));
}

export function fingerprint(text: string): string {
  return hash("sha256", text, "base64url").slice(0, length);
}
