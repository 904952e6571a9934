import type { BuiltSurface, SurfaceOptions } from "../build-surface.js";
import type { Weigh } from "../listing/list-size.js";
import type { Surface } from "../model.js";
import { searchToolsWeight } from "../listing/modes.js";

/** The tools that a surface lists, and what each adds to the list. @param built what the surface was made of */
export function weighedTools(
  built: BuiltSurface,
  shown: Surface,
  weigh: Weigh,
): readonly { readonly name: string; readonly weight: number }[] {
  const weights = built.weights(weigh);
  return shown.operations.flatMap(({ facts: { expose } }, index) =>
    expose.as === "tool" ? [{ name: expose.name, weight: weights[index] ?? 0 }] : [],
  );
}

/** What all that a surface lists weighs, the search tools with it; without the list around it. */
export function listedWeight(built: BuiltSurface, shown: Surface, weigh: Weigh): number {
  return weighedTools(built, shown, weigh).reduce(
    (sum, { weight }) => sum + weight,
    searchToolsWeight(shown, weigh),
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
