// Our server, as a user would write it.
import { McpServer } from "mcp-codegen/runtime";
import { description, info, toolNames } from "./tools.js";

export function createServer(count) {
  const server = new McpServer(info);
  for (const name of toolNames(count)) {
    const input = {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
    };
    server.tool({ name, description, input }, ({ text }) => text);
  }
  return server;
}
