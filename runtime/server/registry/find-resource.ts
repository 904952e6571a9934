import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { Catalogue, ReadOutcome } from "./registry.js";

/** Something at a URI. */
export interface FoundResource {
  readonly cache: CacheHints | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly read: (ctx: CallContext) => Promise<ReadOutcome | InputRequired>;
}

/** What answers a read of a URI: the resource at it, or else the first template that it fits, or what is not listed. */
export function findResource(catalogue: Catalogue, uri: string): FoundResource | undefined {
  const resource = catalogue.resources.get(uri);
  if (resource) {
    const { cache, scopes } = resource;
    return { cache, scopes, read: (ctx) => resource.read(ctx) };
  }
  for (const entry of catalogue.templates.values()) {
    const variables = entry.template.match(uri);
    if (!variables) continue;
    const { cache, scopes } = entry;
    return { cache, scopes, read: (ctx) => entry.read(uri, variables, ctx) };
  }
  const { unlisted } = catalogue;
  if (unlisted && uri.startsWith(unlisted.prefix)) {
    return { cache: undefined, scopes: undefined, read: (ctx) => unlisted.read(uri, ctx) };
  }
  return undefined;
}
