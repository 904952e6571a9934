import type {
  ManagedTarget,
  ManagerOptions,
  ServerEntries,
  ServerEntry,
} from "../client/manager/manager-model.js";
import type { McpClientManager } from "../client/manager/mcp-client-manager.js";
import { Servable } from "../server/serve/servable.js";
import { connectMemory } from "./connect-memory.js";

/** A server of the manager, which may also be one of this process. */
export type AnyServerEntry =
  ManagedTarget | Servable | ServerEntry | (Omit<ServerEntry, "target"> & { target: Servable });

/**
 * Connects to many servers at once. A server that can't be connected does not disturb the others: it is in the log, and
 * `connection(name)` tells why.
 *
 * @param servers by alias: what `connect` takes, connected clients, functions that connect, or what `readServers` returns
 * @throws TypeError for an entry or option that can't be used
 */
export async function connectServers(
  servers: Readonly<Record<string, AnyServerEntry>>,
  options: ManagerOptions = {},
): Promise<McpClientManager> {
  const entries = Object.entries(servers).map(([name, entry]) => [name, withoutServable(entry)]);
  const { startManager } = await import("../client/manager/start-manager.js");
  return startManager(Object.fromEntries(entries) as ServerEntries, options);
}

/** Replaces a server of this process by a function that connects to it. */
function withoutServable(entry: AnyServerEntry): ManagedTarget | ServerEntry {
  if (entry instanceof Servable) return (options) => connectMemory(entry, options);
  if (typeof entry !== "object" || !("target" in entry)) return entry;
  const { target } = entry;
  if (!(target instanceof Servable)) return entry as ServerEntry;
  return { ...entry, target: (options) => connectMemory(target, options) };
}
