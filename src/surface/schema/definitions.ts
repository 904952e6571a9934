import type { JsonSchema, SchemaTable } from "../../../runtime/contract/operation.js";
import { jsonBytes } from "../names/unsafe-keys.js";
import type { Projected } from "./projection.js";

interface Definition extends Projected {
  /** Size of its JSON. */
  readonly bytes: number;
}

/** The `$defs` of one direction, each made on first use. */
export class Definitions {
  readonly #make: (name: string) => Projected;
  readonly #made = new Map<string, Definition>();

  constructor(make: (name: string) => Projected) {
    this.#make = make;
  }

  get(name: string): Definition {
    let definition = this.#made.get(name);
    if (!definition) {
      const made = this.#make(name);
      definition = { ...made, bytes: jsonBytes(made.schema) };
      this.#made.set(name, definition);
    }
    return definition;
  }

  /** Returns the names that `uses` reach; undefined if their JSON exceeds `limit` bytes. */
  reach(uses: Iterable<string>, limit = Infinity): ReadonlySet<string> | undefined {
    const reached = new Set(uses);
    let bytes = 0;
    // Iteration of a set includes elements added meanwhile.
    for (const name of reached) {
      const definition = this.get(name);
      bytes += definition.bytes;
      if (bytes > limit) return undefined;
      for (const used of definition.uses) reached.add(used);
    }
    return reached;
  }

  /** Returns the names that projected schemas refer to themselves. */
  referredBy(schemas: unknown): readonly string[] {
    const references = JSON.stringify(schemas).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g);
    return [...new Set([...references].map(([, name = ""]) => name))];
  }

  /** Returns the table that a schema needs. */
  tableOf(schema: JsonSchema): SchemaTable {
    return this.table(this.reach(this.referredBy(schema)) ?? []);
  }

  table(names: Iterable<string>): SchemaTable {
    const table: Record<string, JsonSchema> = {};
    for (const name of [...names].sort()) table[name] = this.get(name).schema;
    return table;
  }
}
