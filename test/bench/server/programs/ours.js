// Our server, as a user would write it.
import { McpServer } from "mcp-codegen/runtime";
import { description, info, toolNames } from "./tools.js";

/**
 * @param use what is around the calls of every tool
 * @param handlerOf returns the handler of a tool
 */
export function createServer(count, use = [], handlerOf = () => echo) {
  const server = new McpServer(info, { use });
  for (const name of toolNames(count)) {
    const input = {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
    };
    server.tool({ name, description, input }, handlerOf(name));
  }
  return server;
}

function echo({ text }) {
  return text;
}
