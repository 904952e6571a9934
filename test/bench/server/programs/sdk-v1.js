// The official SDK v1.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { description, info, toolNames } from "./tools.js";

const inputSchema = { text: z.string() };
const echo = ({ text }) => ({ content: [{ type: "text", text }] });

export function createServer(count) {
  const server = new McpServer(info);
  for (const name of toolNames(count)) {
    server.registerTool(name, { description, inputSchema }, echo);
  }
  return server;
}
