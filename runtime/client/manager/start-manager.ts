import { openServer } from "./link/open-server.js";
import type { ManagerOptions, ServerEntries } from "./manager-model.js";
import { McpClientManager } from "./mcp-client-manager.js";

/** Makes a manager whose connections are real, and connects its servers unless `connect` is false. */
export async function startManager(
  servers: ServerEntries,
  options: ManagerOptions,
): Promise<McpClientManager> {
  const manager = new McpClientManager(servers, options, openServer);
  if (options.connect !== false) await manager.connectAll();
  return manager;
}
