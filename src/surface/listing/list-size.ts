import { adaptSchema } from "../../../runtime/contract/adapt-schema.js";
import type { ListingRules } from "../../../runtime/contract/listing-rules.js";
import type { JsonSchema, ObjectSchema, Operation } from "../../../runtime/contract/operation.js";
import type { Definitions } from "../schema/definitions.js";

/** A tool, and the names of the `$defs` that its schemas refer to. */
export interface ListedTool {
  readonly facts: Operation;
  readonly inputUses: ReadonlySet<string>;
  readonly outputUses: ReadonlySet<string>;
}

/** Returns the size of a value's JSON, in bytes or tokens. */
export type Measure = (value: unknown) => number;

/**
 * Measures tools without writing a list of many megabytes. Every tool carries its own copy of the `$defs` it uses, so each
 * definition is measured once and its size added to all its tools.
 */
export class ListSize {
  readonly #inputs: Definitions;
  readonly #outputs: Definitions;
  readonly #measure: Measure;
  readonly #rules: ListingRules | undefined;
  readonly #sizes = new Map<Definitions, Map<string, number>>();

  /**
   * @param measure for parts of a list it may return more than they add to the list, never less
   * @param rules restrictions of the client's schemas
   */
  constructor(inputs: Definitions, outputs: Definitions, measure: Measure, rules?: ListingRules) {
    this.#rules = rules;
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#measure = measure;
  }

  /** Returns the size that an operation adds to the list of tools or resources. */
  sizeOf({ facts, inputUses, outputUses }: ListedTool): number {
    const { expose, description, input, output } = facts;
    if (expose.as === "resource" || expose.as === "template") {
      const { as: _, tags: __, ...listed } = expose;
      return this.#measure({ ...listed, description });
    }
    const own = this.#measure({
      name: expose.name,
      title: expose.title,
      description,
      inputSchema: this.#rules
        ? adaptSchema(wholeInput(input, inputUses, this.#inputs), this.#rules).schema
        : input,
      outputSchema: output,
      annotations: expose.annotations,
      _meta: expose.tags && { "mcp-codegen/tags": expose.tags },
    });
    const defs = this.#rules ? 0 : this.#definitionsSize(inputUses, this.#inputs);
    return own + defs + (output ? this.#definitionsSize(outputUses, this.#outputs) : 0);
  }

  #definitionsSize(uses: ReadonlySet<string>, definitions: Definitions): number {
    if (uses.size === 0) return 0;
    // Minus the braces around it.
    let size = this.#measure({ $defs: {} }) - 2;
    for (const name of definitions.reach(uses) ?? []) {
      size += this.#definitionSize(name, definitions);
    }
    return size;
  }

  #definitionSize(name: string, definitions: Definitions): number {
    let sizes = this.#sizes.get(definitions);
    if (!sizes) this.#sizes.set(definitions, (sizes = new Map()));
    let size = sizes.get(name);
    if (size === undefined) {
      // Adds 1 for the colon and 1 for the comma.
      size = this.#measure(name) + 1 + this.#measure(definitions.get(name).schema) + 1;
      sizes.set(name, size);
    }
    return size;
  }
}

export function wholeInput(
  input: ObjectSchema,
  uses: ReadonlySet<string>,
  definitions: Definitions,
): JsonSchema {
  if (uses.size === 0) return input;
  return { ...input, $defs: definitions.table(definitions.reach(uses) ?? uses) };
}

/** Returns the size of the `tools/list` result as UTF-8 JSON, in bytes. */
export function toolsListBytes(tools: readonly ListedTool[], listSize: ListSize): number {
  return tools.reduce((bytes, tool) => bytes + listSize.sizeOf(tool), emptyListBytes(tools.length));
}

/** Returns the size of the brackets and commas around tools, in bytes. */
export function emptyListBytes(tools: number): number {
  return '{"tools":[]}'.length + Math.max(0, tools - 1);
}
