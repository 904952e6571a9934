/** What was found out about a server over HTTP. @see MCP 2026-07-28, Versioning, Backward Compatibility */
export interface ServerMemory {
  /** Whether the server begins with `initialize`; undefined: not known, or wrong. */
  era: "modern" | "legacy" | undefined;
  /** Whether only HTTP+SSE of 2024-11-05 works. */
  needsSse: boolean;
}

/** A process that asks more servers than this forgets the oldest. */
const mostServers = 1_000;

const servers = new Map<string, ServerMemory>();

/** Returns what this process knows of the server at a URL, to be read and changed. */
export function memoryOf(url: URL): ServerMemory {
  const place = url.origin + url.pathname;
  let memory = servers.get(place);
  if (memory) return memory;
  if (servers.size === mostServers) servers.delete(servers.keys().next().value!);
  memory = { era: undefined, needsSse: false };
  servers.set(place, memory);
  return memory;
}
