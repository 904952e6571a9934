import type { NamedSchemas, Schema } from "../../operations/model.js";
import { collectRefs, differingSchemas, type Direction } from "./directions.js";
import type { SurfaceSchema } from "../model.js";
import { reserveName } from "../names/names.js";
import { reservedTypes } from "../names/reserved.js";
import { upperStart } from "../names/symbols.js";

/**
 * Names the types and `$defs` of an API. A schema that differs in the two directions has two names, `Pet` for output and
 * `PetInput` for input, even if only one is used, so that a later use of the other renames nothing.
 */
export class TypeNames {
  readonly #schemas: NamedSchemas;
  readonly #differing: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();
  readonly #inputNames = new Map<string, string>();
  readonly #hasSubtypes: boolean;

  /** @param symbols constants of `operations.ts`, which imports types by name */
  constructor(schemas: NamedSchemas, className: string, symbols: readonly string[]) {
    this.#schemas = schemas;
    this.#differing = differingSchemas(schemas);
    this.#hasSubtypes = [...schemas.values()].some(({ subtypes }) => subtypes !== undefined);
    this.#taken = new Set([...reservedTypes, className, ...symbols]);
    for (const name of schemas.keys()) {
      this.#names.set(
        name,
        reserveName(this.#taken.has(name) ? `${name}Schema` : name, this.#taken),
      );
    }
    for (const [source, name] of this.#names) {
      if (this.#differing.has(source)) {
        this.#inputNames.set(source, reserveName(`${name}Input`, this.#taken));
      }
    }
  }

  /** Returns the name that a schema of the model has in a direction. */
  of(source: string, direction: Direction): string {
    const name = direction === "input" ? this.#inputNames.get(source) : undefined;
    return name ?? this.#names.get(source) ?? source;
  }

  /** Reserves a name for the type of an operation's arguments. */
  takeInputType(symbol: string): string {
    const base = upperStart(symbol.replace(/_+$/, ""));
    const name = `${base}Input`;
    return reserveName(this.#taken.has(name) ? `${base}ToolInput` : name, this.#taken);
  }

  /** Returns the schemas that `inputs` and `outputs` reach, sorted by name. */
  reached(inputs: readonly Schema[], outputs: readonly Schema[]): readonly SurfaceSchema[] {
    const found = new Map<string, SurfaceSchema>();
    this.#reach(inputs, "input", found);
    this.#reach(outputs, "output", found);
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #reach(roots: readonly Schema[], direction: Direction, found: Map<string, SurfaceSchema>): void {
    const sources = new Set<string>();
    for (const root of roots) collectRefs(root, direction, this.#schemas, sources);
    for (const source of sources) {
      const named = this.#schemas.get(source);
      const differs = this.#differing.has(source);
      const name = this.of(source, direction);
      // A schema that is the same in both directions reaches only such schemas, so it is walked once.
      if (!named || found.has(name)) continue;
      // Without subtypes, a schema that is the same in both directions has the same type in both.
      const isBoth = !differs && (direction === "input" || !this.#hasSubtypes);
      found.set(name, { name, source, direction: isBoth ? "both" : direction });
      if (differs || (direction === "input" && this.#hasSubtypes)) {
        collectRefs(named.schema, direction, this.#schemas, sources, { name: source });
      } else for (const used of named.uses) sources.add(used);
    }
  }
}
