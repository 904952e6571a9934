import type { JsonObject } from "../../../protocol/json.js";
import type { CallToolResult, Tool } from "../../../protocol/model.js";
import type { CallOptions, McpClient } from "../../client.js";
import { McpToolNotFoundError } from "../../errors.js";
import { defaultNameLength } from "../names/exposed-name.js";
import { nameTools } from "../names/name-map.js";

/** A tool as models see it. */
export interface ModelTool {
  /** The name that the model uses. */
  readonly name: string;
  /** The title of the tool. */
  readonly title: string | undefined;
  /** What the tool does. */
  readonly description: string | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
}

/** Where a model's tools come from. A `McpClientManager` is one. */
export interface ToolSource {
  /** The tools at this time. */
  tools(options?: { readonly grantedOnly?: boolean }): readonly ModelTool[];
  /** Calls a tool by the name that the model uses. */
  call(name: string, args?: JsonObject, options?: CallOptions): Promise<CallToolResult>;
}

/** Reads the tools of one client, and names those anew whose names models' APIs refuse. */
export async function toolsOfClient(client: McpClient): Promise<ToolSource> {
  const listed = (await client.listTools()).map((definition) => ({
    server: client.name,
    tool: definition.name,
    definition,
  }));
  const { byName } = nameTools(listed, (_, tool) => tool, defaultNameLength);
  const tools = [...byName].map(([name, { definition }]) => modelTool(name, definition));
  return {
    tools: () => tools,
    call: async (name, args, options) => {
      const found = byName.get(name);
      if (found) return client.callTool(found.tool, args, options);
      throw new McpToolNotFoundError(`"${client.name}" has no tool "${name}".`, {
        server: client.name,
      });
    },
  };
}

function modelTool(name: string, { title, annotations, ...tool }: Tool): ModelTool {
  const { description, inputSchema } = tool;
  return { name, title: title ?? annotations?.title, description, inputSchema };
}
