/**
 * A server that remembers conversations and facts about users, together with a tool of its own: on stdio, with the argument
 * `net` over Streamable HTTP and WebSocket.
 */
import { McpServer, memoryServer, serve } from "mcp-codegen/runtime";

const server = new McpServer({ name: "assistant", version: "1.0.0" });
server.tool({ name: "now", description: "Tells the time." }, () => new Date().toISOString());

// With a file, memories outlive the program: MEMORY_FILE=memory.db
const file = process.env["MEMORY_FILE"];
server.mount(await memoryServer(file === undefined ? {} : { file }));

if (process.argv[2] === "net") {
  const { urls, ended } = await serve(server, {
    transports: ["http", "websocket"],
    port: Number(process.env["PORT"] ?? 3000),
  });
  console.error(`The memories are served at ${urls.http}`);
  await ended;
} else {
  await serve(server);
}
