import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import { Lazy } from "../../protocol/lazy.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { normalUri } from "../../resources/uri.js";
import type { Registry, ReadOutcome, Watch } from "./registry.js";

/** Few servers have such resources. */
const unlisted = new Lazy(() => import("./unlisted.js"));

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
      admitSubscriber: guards && ((ctx) => guards.admit({ ctx, purpose: "subscribe", uri })),
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
    read: (ctx) => unlisted.use(({ readUnlisted }) => readUnlisted(stores, uri, ctx)),
    admitSubscriber: stores.some(({ guards }) => guards)
      ? (ctx) => unlisted.use(({ admitUnlisted }) => admitUnlisted(stores, uri, ctx))
      : undefined,
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
