import type { Metadata } from "../types/metadata.js";
import type { EntryUse, Middleware } from "../types/middleware.js";

/**
 * Joins what is around an entry, the outermost first. An object that several have runs once. Metadata of the inner replaces
 * that of the outer.
 *
 * @throws TypeError for something else than a list
 */
export function joinUse(all: readonly (EntryUse | undefined)[]): Required<EntryUse> {
  const use = new Set<Middleware>();
  let metadata: Metadata = {};
  for (const each of all) {
    const own = each?.use ?? [];
    if (!Array.isArray(own)) throw new TypeError("`use` must be a list.");
    for (const one of own as readonly Middleware[]) use.add(one);
    if (each?.metadata) metadata = { ...metadata, ...each.metadata };
  }
  return { use: [...use], metadata };
}
