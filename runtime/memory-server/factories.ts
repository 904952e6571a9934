// Comments are short, because every server loads them.
import type { McpServer } from "../server/mcp-server.js";
import type { MemoryServerOptions } from "./memory-options.js";
import type { MemoryStore } from "./memory-store.js";

/** Remembers conversations and facts. @throws Error without SQLite */
export async function memoryServer(options: MemoryServerOptions = {}): Promise<McpServer> {
  return (await import("./memory-server.js")).newMemoryServer(options);
}

/** Opens memories that processes share. @throws Error */
export async function sqliteMemory(file: string): Promise<MemoryStore> {
  return (await import("./sqlite/sqlite-store.js")).openSqliteStore(file);
}
