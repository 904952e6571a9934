import type { Generation } from "../read-surface.js";
import type { Measure } from "../surface/listing/list-size.js";
import { searchToolsSize } from "../surface/listing/modes.js";
import { loadTokenMeasure } from "../surface/listing/tokens.js";

/** Counts the tokens of the `tools/list` result, search tools included. */
export function listTokens(
  { surface, sizes }: Pick<Generation, "surface" | "sizes">,
  measure: Measure,
): number | undefined {
  if (!surface || !sizes) return undefined;
  const sizeOf = sizes(measure);
  return surface.operations
    .filter(({ facts }) => facts.expose.as === "tool")
    .reduce(
      (sum, operation) => sum + sizeOf(operation),
      measure({ tools: [] }) + searchToolsSize(surface, measure),
    );
}

/** Like `listTokens`, for commands that need the tokenizer for nothing else. */
export function countListTokens(
  generation: Pick<Generation, "surface" | "sizes">,
): number | undefined {
  return generation.surface && listTokens(generation, loadTokenMeasure());
}
