import type { Session } from "../../session/session.js";
import { normalUri } from "../../resources/uri.js";
import { findResource } from "../registry/find-resource.js";
import type { Registry } from "../registry/registry.js";

/** What ends the listening to the resources that a session subscribes to, by their normal spelling. */
const watchedBy = new WeakMap<Session, Map<string, () => void>>();

/**
 * Begins to listen to a resource for a session, if its updates have to be asked for, until the session ends.
 *
 * @returns resolves when no update is missed any more; undefined if that is so already
 */
export function watchFor(
  session: Session,
  registry: Registry,
  uri: string,
): Promise<unknown> | undefined {
  const watch = findResource(registry, uri)?.watch;
  if (!watch) return undefined;
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
  if (watched.has(key)) return undefined;
  const { begun, end } = watch();
  watched.set(key, end);
  return begun;
}

export function unwatchFor(session: Session, uri: string): void {
  const watched = watchedBy.get(session);
  const key = normalUri(uri);
  watched?.get(key)?.();
  watched?.delete(key);
}
