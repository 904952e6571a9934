// The official SDK v2: its factory, with the schema made once.
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { description, info, toolNames } from "./tools.js";

export function createFactory(count) {
  const names = toolNames(count);
  const inputSchema = z.object({ text: z.string() });
  const echo = ({ text }) => ({ content: [{ type: "text", text }] });
  return () => {
    const server = new McpServer(info);
    for (const name of names) server.registerTool(name, { description, inputSchema }, echo);
    return server;
  };
}
