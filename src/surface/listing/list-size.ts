import { adaptSchema } from "../../../runtime/contract/adapt-schema.js";
import type { ListingRules } from "../../../runtime/contract/listing-rules.js";
import type { JsonSchema, ObjectSchema, Operation } from "../../../runtime/contract/operation.js";
import type { Definitions } from "../schema/definitions.js";

/** A tool as `tools/list` shows it, and the `$defs` that its schemas refer to. */
export interface ListedTool {
  readonly facts: Operation;
  readonly inputUses: ReadonlySet<string>;
  readonly outputUses: ReadonlySet<string>;
}

/** How much a value weighs as JSON. */
export type Weigh = (value: unknown) => number;

/**
 * Weighs tools without writing a list of many megabytes. Every tool carries the `$defs` it uses: each is weighed once,
 * and what tools share is added up.
 */
export class ListScale {
  readonly #inputs: Definitions;
  readonly #outputs: Definitions;
  readonly #weigh: Weigh;
  readonly #rules: ListingRules | undefined;
  readonly #weights = new Map<Definitions, Map<string, number>>();

  /**
   * @param weigh bytes or tokens; of a list it may say more than the list has, never less
   * @param rules how a client is shown schemas
   */
  constructor(inputs: Definitions, outputs: Definitions, weigh: Weigh, rules?: ListingRules) {
    this.#rules = rules;
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#weigh = weigh;
  }

  /** What an operation adds to the list it is on: that of the tools, or of the resources. */
  weightOf({ facts, inputUses, outputUses }: ListedTool): number {
    const { expose, description, input, output } = facts;
    if (expose.as === "resource" || expose.as === "template") {
      const { as: _, tags: __, ...listed } = expose;
      return this.#weigh({ ...listed, description });
    }
    const own = this.#weigh({
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
    const defs = this.#rules ? 0 : this.#defsWeight(inputUses, this.#inputs);
    return own + defs + (output ? this.#defsWeight(outputUses, this.#outputs) : 0);
  }

  #defsWeight(uses: ReadonlySet<string>, definitions: Definitions): number {
    if (uses.size === 0) return 0;
    // Without the braces around it.
    let weight = this.#weigh({ $defs: {} }) - 2;
    for (const name of definitions.reach(uses) ?? []) {
      weight += this.#definitionWeight(name, definitions);
    }
    return weight;
  }

  #definitionWeight(name: string, definitions: Definitions): number {
    let weights = this.#weights.get(definitions);
    if (!weights) this.#weights.set(definitions, (weights = new Map()));
    let weight = weights.get(name);
    if (weight === undefined) {
      // Name, colon, comma.
      weight = this.#weigh(name) + 1 + this.#weigh(definitions.get(name).schema) + 1;
      weights.set(name, weight);
    }
    return weight;
  }
}

/** An input schema with the `$defs` that it brings along. */
export function wholeInput(
  input: ObjectSchema,
  uses: ReadonlySet<string>,
  definitions: Definitions,
): JsonSchema {
  if (uses.size === 0) return input;
  return { ...input, $defs: definitions.table(definitions.reach(uses) ?? uses) };
}

/** Size of the `tools/list` result as UTF-8 JSON, in bytes. */
export function toolsListBytes(tools: readonly ListedTool[], scale: ListScale): number {
  return tools.reduce((bytes, tool) => bytes + scale.weightOf(tool), emptyListBytes(tools.length));
}

/** The brackets and commas around that many tools. */
export function emptyListBytes(tools: number): number {
  return '{"tools":[]}'.length + Math.max(0, tools - 1);
}
