import type { McpClient } from "../../client.js";
import { ModelTools, type ModelToolsOptions } from "./model-tools.js";
import { toolsOfClient, type ToolSource } from "./tool-source.js";

export async function makeModelTools(
  source: ToolSource | McpClient,
  options: ModelToolsOptions,
): Promise<ModelTools> {
  return new ModelTools("listTools" in source ? await toolsOfClient(source) : source, options);
}
