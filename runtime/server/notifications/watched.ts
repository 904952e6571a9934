import type { Session } from "../../session/session.js";
import { normalUri } from "../../resources/uri.js";
import { findResource } from "../registry/find-resource.js";
import type { Registry } from "../registry/registry.js";

/** What ends the listening to the resources that a session subscribes to, by their normal spelling. */
const watchedBy = new WeakMap<Session, Map<string, () => void>>();

/** Begins to listen to a resource for a session, if its updates have to be asked for, until the session ends. */
export function watchFor(session: Session, registry: Registry, uri: string): void {
  const watch = findResource(registry, uri)?.watch;
  if (!watch) return;
  let watched = watchedBy.get(session);
  if (!watched) {
    const all = (watched = new Map<string, () => void>());
    watchedBy.set(session, all);
    session.outgoing.onClose(() => {
      for (const end of all.values()) end();
      all.clear();
    });
  }
  const key = normalUri(uri);
  if (!watched.has(key)) watched.set(key, watch());
}

export function unwatchFor(session: Session, uri: string): void {
  const watched = watchedBy.get(session);
  const key = normalUri(uri);
  watched?.get(key)?.();
  watched?.delete(key);
}
