import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { normalUri } from "../../resources/uri.js";
import { ResourceNotFound } from "./resource-not-found.js";
import type { EntryGuards, Registry, ReadOutcome, UnlistedResources, Watch } from "./registry.js";

export interface FoundResource {
  readonly cache: CacheHints | undefined;
  readonly scopes: readonly string[] | undefined;
  /** Begins to listen to it, if that has to be asked for. */
  readonly watch: (() => Watch) | undefined;
  readonly read: (ctx: CallContext) => Promise<ReadOutcome | InputRequired>;
  /** Asks the guards whether a caller may hear of changes. @throws ForbiddenError when one refuses; what one throws */
  readonly admitSubscriber?: ((ctx: CallContext) => void | Promise<void>) | undefined;
}

/** Finds the resource at a URI, or else the first template that matches, or an unlisted resource. */
export function findResource(registry: Registry, uri: string): FoundResource | undefined {
  const resource = registry.resource(uri);
  if (resource) {
    const { cache, scopes, guards } = resource;
    return {
      cache,
      scopes,
      watch: watchOf(resource, uri),
      read: (ctx) => resource.read(ctx),
      admitSubscriber: subscriberCheck(guards, uri),
    };
  }
  for (const entry of registry.templates.values()) {
    const variables = entry.template.match(uri);
    if (!variables) continue;
    const { cache, scopes, guards } = entry;
    return {
      cache,
      scopes,
      watch: watchOf(entry, uri),
      read: (ctx) => entry.read(uri, variables, ctx),
      admitSubscriber:
        guards && ((ctx) => guards.admit({ ctx, purpose: "subscribe", uri, variables })),
    };
  }
  const stores = [...registry.unlisted.keys()].filter((store) => store.has(uri));
  if (stores.length === 0) return undefined;
  const [only] = stores.length === 1 ? stores : [];
  return {
    cache: undefined,
    scopes: undefined,
    watch: only && watchOf(only, uri),
    read: (ctx) => readUnlisted(stores, uri, ctx),
    admitSubscriber: subscriberChecks(stores, uri),
  };
}

function subscriberCheck(
  guards: EntryGuards | undefined,
  uri: string,
): FoundResource["admitSubscriber"] {
  return guards && ((ctx) => guards.admit({ ctx, purpose: "subscribe", uri }));
}

/** Nobody knows which of the collections has the resource, so the guards of all must agree. */
function subscriberChecks(
  stores: readonly UnlistedResources[],
  uri: string,
): FoundResource["admitSubscriber"] {
  const checks = stores.flatMap(({ guards }) => subscriberCheck(guards, uri) ?? []);
  if (checks.length < 2) return checks[0];
  return async (ctx) => {
    for (const check of checks) await check(ctx);
  };
}

function watchOf(
  { watch }: { readonly watch?: ((uri: string) => Watch) | undefined },
  uri: string,
): FoundResource["watch"] {
  return watch && (() => watch(uri));
}

/** Finds a resource by any spelling of its URI, because a subscriber of one spelling hears of all. */
export function findSubscribed(registry: Registry, uri: string): FoundResource | undefined {
  return findResource(registry, uri) ?? findResource(registry, normalUri(uri));
}

/** Reads a temporary resource. Servers of one API, mounted side by side, share a prefix. @throws ResourceNotFound */
async function readUnlisted(
  stores: readonly UnlistedResources[],
  uri: string,
  ctx: CallContext,
): Promise<ReadOutcome | InputRequired> {
  for (const store of stores) {
    try {
      return await store.read(uri, ctx);
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
  throw new ResourceNotFound();
}
