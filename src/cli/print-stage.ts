import type { Generation } from "../read-surface.js";
import type { Options } from "../options/table.js";

/** Returns the result of one stage as indented JSON; undefined if the run stopped before it. */
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

/** Replaces maps, which JSON.stringify would print as `{}`. */
function plainObjects(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
