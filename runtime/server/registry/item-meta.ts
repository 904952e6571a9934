import type { JsonObject } from "../../protocol/json.js";

/** Where a listed item carries its tags. */
export const tagsKey = "mcp-codegen/tags";

interface Labelled {
  readonly tags?: readonly string[] | undefined;
  readonly meta?: JsonObject | undefined;
}

/** The `_meta` of a listed item, if it has any. */
export function metaOfListed({ tags, meta }: Labelled): JsonObject | undefined {
  if (!tags || tags.length === 0) return meta && { ...meta };
  return { ...meta, [tagsKey]: tags };
}

/** The same to be spread into the item. */
export function listedMeta(item: Labelled): { readonly _meta?: JsonObject } {
  const meta = metaOfListed(item);
  return meta ? { _meta: meta } : {};
}
