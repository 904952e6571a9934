import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { Registry, ReadOutcome } from "./registry.js";

export interface FoundResource {
  readonly cache: CacheHints | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly read: (ctx: CallContext) => Promise<ReadOutcome | InputRequired>;
}

/** Finds the resource at a URI, or else the first template that matches, or an unlisted resource. */
export function findResource(registry: Registry, uri: string): FoundResource | undefined {
  const resource = registry.resource(uri);
  if (resource) {
    const { cache, scopes } = resource;
    return { cache, scopes, read: (ctx) => resource.read(ctx) };
  }
  for (const entry of registry.templates.values()) {
    const variables = entry.template.match(uri);
    if (!variables) continue;
    const { cache, scopes } = entry;
    return { cache, scopes, read: (ctx) => entry.read(uri, variables, ctx) };
  }
  const { unlisted } = registry;
  if (unlisted && uri.startsWith(unlisted.prefix)) {
    return { cache: undefined, scopes: undefined, read: (ctx) => unlisted.read(uri, ctx) };
  }
  return undefined;
}
