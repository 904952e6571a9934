import type { JsonObject } from "../protocol/json.js";

/** Where a listed item carries its tags. */
export const tagsKey = "mcp-codegen/tags";

/** The `_meta` of a listed item with tags, to be spread into it; nothing without. */
export function tagsMeta(tags: readonly string[] | undefined): { readonly _meta?: JsonObject } {
  return tags && tags.length > 0 ? { _meta: { [tagsKey]: tags } } : {};
}
