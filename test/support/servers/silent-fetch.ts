/** A web-standard handler whose one tool is silent for longer than Bun keeps a silent connection. */
import { setTimeout as wait } from "node:timers/promises";
import { fetchHandler, McpServer } from "mcp-codegen/runtime";

const server = new McpServer({ name: "silent", version: "1.0.0" });
server.tool({ name: "wait" }, () => wait(20_000, "Done."));
const handler = await fetchHandler(server, { loopback: true, path: "/mcp" });

export default { fetch: (request: Request): Promise<Response> => handler(request) };
