import type { BuiltSurface, SurfaceOptions } from "../build-surface.js";
import type { Measure } from "../listing/list-size.js";
import type { Surface } from "../model.js";
import { searchToolsSize, toolsOf } from "../listing/modes.js";
import { exposedName } from "../names/exposed-name.js";

/** Measures the tools that a surface lists. @param built the surface that `shown` was made from */
export function measuredTools(
  built: BuiltSurface,
  shown: Surface,
  measure: Measure,
): readonly { readonly name: string; readonly size: number }[] {
  const sizeOf = built.sizes(measure);
  return toolsOf(shown).map((tool) => ({
    name: exposedName(tool.facts.expose),
    size: sizeOf(tool),
  }));
}

/** Returns the size of all tools that a surface lists, search tools included, without the list around them. */
export function listedSize(built: BuiltSurface, shown: Surface, measure: Measure): number {
  return measuredTools(built, shown, measure).reduce(
    (sum, { size }) => sum + size,
    searchToolsSize(shown, measure),
  );
}

/** Returns the limits for a list of these operations only: the others are exempt from the limits of the list. */
export function listingOnly(
  kept: ReadonlySet<string>,
  { surface }: BuiltSurface,
  { descriptionLimit, outputSchemaLimit }: SurfaceOptions,
): Pick<SurfaceOptions, "unlisted"> {
  const keys = surface.operations.map(({ source }) => source.key).filter((key) => !kept.has(key));
  return { unlisted: { keys: new Set(keys), descriptionLimit, outputSchemaLimit } };
}
