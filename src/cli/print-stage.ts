import type { Generation } from "../generate.js";
import type { Options } from "../options/table.js";

/** The value of one stage as indented JSON; undefined when the run did not get that far. */
export function stageJson(
  stage: NonNullable<Options["print"]>,
  generation: Generation,
): string | undefined {
  const value = stageValue(stage, generation);
  return value === undefined ? undefined : `${JSON.stringify(value, plainObjects, 2)}\n`;
}

function stageValue(stage: NonNullable<Options["print"]>, generation: Generation): unknown {
  switch (stage) {
    case "document":
      return generation.sources?.root.value;
    case "operations":
      return generation.model;
    case "routes":
      return generation.routed?.map(({ operation, decision }) => ({
        operation: operation.key,
        ...decision,
      }));
    case "surface":
      return generation.surface;
  }
}

/** Maps have no JSON of their own. */
function plainObjects(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
