import type { JsonObject } from "../protocol/json.js";

/** Where a listed item carries its tags. */
export const tagsKey = "mcp-codegen/tags";

/** The `_meta` of a listed item, to be spread into it; nothing when it has none. */
export function listedMeta(item: {
  readonly tags?: readonly string[] | undefined;
  readonly meta?: JsonObject | undefined;
}): { readonly _meta?: JsonObject } {
  const { tags, meta } = item;
  const tagged = tags && tags.length > 0 ? { [tagsKey]: tags } : undefined;
  return tagged || meta ? { _meta: { ...meta, ...tagged } } : {};
}
