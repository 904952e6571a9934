import type { BuiltSurface, SurfaceOptions } from "../build-surface.js";
import type { Measure } from "../listing/list-size.js";
import type { Surface } from "../model.js";
import { searchToolsSize } from "../listing/modes.js";

/** The tools that a surface lists, and what each adds to the list. @param built what the surface was made of */
export function measuredTools(
  built: BuiltSurface,
  shown: Surface,
  measure: Measure,
): readonly { readonly name: string; readonly size: number }[] {
  const sizes = built.sizes(measure);
  return shown.operations.flatMap(({ facts: { expose } }, index) =>
    expose.as === "tool" ? [{ name: expose.name, size: sizes[index] ?? 0 }] : [],
  );
}

/** What all that a surface lists weighs, the search tools with it; without the list around it. */
export function listedSize(built: BuiltSurface, shown: Surface, measure: Measure): number {
  return measuredTools(built, shown, measure).reduce(
    (sum, { size }) => sum + size,
    searchToolsSize(shown, measure),
  );
}

/** The limits of a list that shows these operations only: what the others say counts for no limit but their own. */
export function listingOnly(
  kept: ReadonlySet<string>,
  { surface }: BuiltSurface,
  { descriptionLimit, outputSchemaLimit }: SurfaceOptions,
): Pick<SurfaceOptions, "unlisted"> {
  const keys = surface.operations.map(({ source }) => source.key).filter((key) => !kept.has(key));
  return { unlisted: { keys: new Set(keys), descriptionLimit, outputSchemaLimit } };
}
