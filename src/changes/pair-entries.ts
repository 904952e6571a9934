import type { Lock, LockEntry } from "./lock.js";

/** An operation in the former and in the new server. */
export interface EntryPair {
  readonly formerKey: string;
  readonly key: string;
  readonly before: LockEntry;
  readonly now: LockEntry;
}

export interface PairedEntries {
  readonly pairs: readonly EntryPair[];
  readonly removed: ReadonlyMap<string, LockEntry>;
  readonly added: ReadonlyMap<string, LockEntry>;
}

/**
 * Finds the operations of the former server in the new one: by method and path, else by operationId, else by the name that
 * clients know.
 */
export function pairEntries(before: Lock, now: Lock): PairedEntries {
  const removed = new Map(before.operations);
  const added = new Map(now.operations);
  const pairs: EntryPair[] = [];
  const pairBy = (identityOf: (entry: LockEntry, key: string) => string | undefined): void => {
    const former = uniqueBy(removed, identityOf);
    for (const [identity, key] of uniqueBy(added, identityOf)) {
      const formerKey = former.get(identity);
      if (formerKey === undefined) continue;
      pairs.push({ formerKey, key, before: removed.get(formerKey)!, now: added.get(key)! });
      removed.delete(formerKey);
      added.delete(key);
    }
  };
  pairBy((_, key) => key);
  pairBy(({ id }) => id);
  pairBy(({ name }) => name);
  return { pairs: pairs.sort((a, b) => (a.key < b.key ? -1 : 1)), removed, added };
}

/** Returns the keys of entries by something that identifies them, without what several of them have. */
function uniqueBy(
  entries: ReadonlyMap<string, LockEntry>,
  identityOf: (entry: LockEntry, key: string) => string | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  for (const [key, entry] of entries) {
    const identity = identityOf(entry, key);
    if (identity === undefined) continue;
    if (found.has(identity)) shared.add(identity);
    found.set(identity, key);
  }
  for (const identity of shared) found.delete(identity);
  return found;
}
