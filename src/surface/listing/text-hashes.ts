import { createHash } from "node:crypto";
import type { SchemaTable } from "../../../runtime/contract/operation.js";
import { exposedName } from "../names/exposed-name.js";
import type { Surface } from "../model.js";

/** The key of the server's instructions, which no tool can have for a name. */
const instructionsKey = "(instructions)";

/**
 * Hashes what models read of each tool and resource: its name, title, description, annotations, and the schema of its
 * arguments with the shared schemas that it reaches. The manifest keeps them, so that a change is seen.
 */
export function textHashes({ api, operations }: Surface): ReadonlyMap<string, string> {
  const shared = new SharedSchemas(api.inputSchemas ?? {});
  const hashes = new Map<string, string>();
  const { title, instructions = "" } = api;
  hashes.set(instructionsKey, hashOf(JSON.stringify([title, instructions])));
  for (const { facts } of operations) {
    // Whether a tool is listed or behind the search tools changes no text.
    const { as: _, ...listed } = facts.expose;
    const own = JSON.stringify([listed, facts.description, facts.input]);
    hashes.set(exposedName(facts.expose), hashOf(own + shared.reachedFrom(own)));
  }
  return hashes;
}

class SharedSchemas {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(table: SchemaTable) {
    this.#texts = new Map(
      Object.entries(table).map(([name, schema]) => [name, JSON.stringify(schema)]),
    );
  }

  /** Returns the schemas that a text reaches, sorted by name. */
  reachedFrom(text: string): string {
    const reached = new Set<string>();
    const waiting = [text];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const [, name = ""] of next.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
        const found = this.#texts.get(name);
        if (found === undefined || reached.has(name)) continue;
        reached.add(name);
        waiting.push(found);
      }
    }
    return [...reached]
      .sort()
      .map((name) => this.#texts.get(name))
      .join("\n");
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
