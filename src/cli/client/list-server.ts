import type { QuestionHandlers } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import type { ListedServer } from "../../listed/listed-server.js";
import { readListed } from "../../listed/snapshot.js";

/** Answers nothing, but servers list some tools only to clients that can answer questions. */
export const listingHandlers: QuestionHandlers = {
  roots: [],
  elicitation: () => ({ action: "cancel" }),
  samplingFeatures: { tools: true },
  sampling: () => {
    throw new Error("mcp-codegen only reads the server's lists.");
  },
};

/** Asks a server for its lists. A list that it does not offer is empty. @throws McpClientError */
export async function listServer(client: McpClient): Promise<ListedServer> {
  const { tools, resources, prompts } = client.serverCapabilities;
  // One after another: a server may answer only one at a time.
  const lists = {
    tools: tools ? await client.listTools() : [],
    resources: resources ? await client.listResources() : [],
    resourceTemplates: resources ? await client.listResourceTemplates() : [],
    prompts: prompts ? await client.listPrompts() : [],
  };
  return readListed({ ...client.serverInfo }, lists);
}
