/** The public functions. Their code is loaded with the first call. */
import type { McpClient } from "../client.js";
import type { ConfigSource, ReadServers, ReadServersOptions } from "./config/config-model.js";
import type { CapabilitySet } from "./grants/capability-set.js";
import type { GrantName } from "./grants/grant.js";
import type { ModelTools, ModelToolsOptions } from "./model-tools/model-tools.js";
import type { ToolSource } from "./model-tools/tool-source.js";

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

/** Makes a capability set that several managers may share. @throws TypeError for a grant that means nothing */
export async function capabilitySet(granted: readonly GrantName[] = []): Promise<CapabilitySet> {
  const { Capabilities } = await import("./grants/capability-set.js");
  return new Capabilities(granted);
}

/**
 * Gives the tools of a manager, or of one client, in the shapes of the Vercel AI SDK, LangChain, and the APIs of OpenAI and
 * Anthropic. A manager's tools are those of the time of each call; a client's those of now.
 */
export async function modelTools(
  source: ToolSource | McpClient,
  options: ModelToolsOptions = {},
): Promise<ModelTools> {
  const { makeModelTools } = await import("./model-tools/make-model-tools.js");
  return makeModelTools(source, options);
}
