import type { ContractChange } from "./change.js";
import { compareDestinations } from "./compare-destinations.js";
import { EntryComparison } from "./compare-entries.js";
import type { Lock, LockEntry, LockedServer } from "./lock.js";
import type { ServerSchemas } from "./operation-schemas.js";
import { pairEntries } from "./pair-entries.js";

/** A server as clients know it. */
export interface Contract {
  readonly lock: Lock;
  /** Absent if they are not known; then a schema with another fingerprint counts as changed. */
  readonly schemas?: ServerSchemas;
}

/** Returns what is different for clients, in the order of operations. */
export function compareContracts(before: Contract, now: Contract): readonly ContractChange[] {
  const { pairs, removed, added } = pairEntries(before.lock, now.lock);
  const comparison = new EntryComparison(before.schemas, now.schemas);
  const changes = [
    ...[...removed].map(([key, entry]) => removal(key, entry)),
    ...[...added].map(([key, entry]) => addition(key, entry)),
    ...pairs.flatMap((pair) => comparison.compare(pair)),
  ];
  return [
    ...compareServers(before.lock.server, now.lock.server),
    ...compareDestinations(before.lock.destinations, now.lock.destinations),
    ...changes.sort((a, b) => (a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : 0)),
  ];
}

/** Whether two servers have operations whose schemas differ, so that a comparison needs the schemas. */
export function needsSchemas(before: Lock, now: Lock): boolean {
  return pairEntries(before, now).pairs.some(
    (pair) => pair.before.input !== pair.now.input || pair.before.output !== pair.now.output,
  );
}

function removal(operation: string, { kind, name }: LockEntry): ContractChange {
  const what = kind === "searchable" ? "operation" : kind;
  return { impact: "breaking", kind: "removed", operation, name, message: `the ${what} is gone` };
}

function addition(operation: string, { kind, name }: LockEntry): ContractChange {
  const what = kind === "searchable" ? "operation behind the search tools" : kind;
  return {
    impact: "compatible",
    kind: "added",
    operation,
    name,
    wider: true,
    message: `the ${what} is new`,
  };
}

function compareServers(before: LockedServer, now: LockedServer): readonly ContractChange[] {
  const found: ContractChange[] = [];
  const base = { kind: "server", operation: "", name: "(server)" } as const;
  if (before.name !== now.name) {
    const message = `the server is called \`${now.name}\` now (before: \`${before.name}\`)`;
    found.push({ ...base, impact: "breaking", now: now.name, message });
  }
  if (before.search === undefined && now.search !== undefined) {
    found.push({ ...base, impact: "compatible", message: "the search tools are new" });
  } else if (before.search !== undefined && now.search === undefined) {
    found.push({ ...base, impact: "breaking", message: "the search tools are gone" });
  } else if (before.search !== now.search) {
    const message = "the search tools describe other operations";
    found.push({ ...base, impact: "text", message });
  }
  if (before.texts !== now.texts) {
    const message = "the title or the instructions are different";
    found.push({ ...base, impact: "text", kind: "texts", message });
  }
  return found;
}
