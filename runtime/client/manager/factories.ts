/** The public functions, which load the code when they are called. */
import type { ConfigSource, ReadServers, ReadServersOptions } from "./config/config-model.js";

/**
 * Reads the servers of a configuration file: `mcpServers` of Claude Desktop, Claude Code, Cursor, Windsurf and others, or
 * `servers` and `inputs` of VS Code. Variables are expanded once: `${env:NAME}`, `${NAME}`, `${NAME:-default}`,
 * `${input:id}`, `${workspaceFolder}`, `${userHome}`.
 *
 * @throws McpClientError, with the places of all faults, for a file that can't be used
 */
export async function readServers(
  source: ConfigSource,
  options: ReadServersOptions = {},
): Promise<ReadServers> {
  const { readServerConfig } = await import("./config/read-servers.js");
  return readServerConfig(source, options);
}
