import type { JsonObject } from "../../protocol/json.js";

/** The `_meta` key of an item's tags. */
export const tagsKey = "mcp-codegen/tags";

interface Labelled {
  readonly tags?: readonly string[] | undefined;
  readonly meta?: JsonObject | undefined;
}

/** @throws TypeError for `meta` that JSON can't hold: no client would get the list with the item */
export function checkMeta(owner: string, { meta }: Labelled): void {
  if (meta === undefined) return;
  try {
    JSON.stringify(meta);
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n", 1);
    throw new TypeError(`The meta of ${owner} is no JSON: ${reason}.`, { cause: error });
  }
}

/** Returns the `_meta` of a listed item; undefined if it has none. */
export function metaOfListed({ tags, meta }: Labelled): JsonObject | undefined {
  if (!tags || tags.length === 0) return meta && { ...meta };
  return { ...meta, [tagsKey]: tags };
}

/** Returns the same as a member, to be spread. */
export function listedMeta(item: Labelled): { readonly _meta?: JsonObject } {
  const meta = metaOfListed(item);
  return meta ? { _meta: meta } : {};
}
