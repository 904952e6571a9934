/** A server that remembers conversations and facts about users, together with a tool of its own. */
import { McpServer, memoryServer, serveStdio } from "mcp-codegen/runtime";

const server = new McpServer({ name: "assistant", version: "1.0.0" });
server.tool({ name: "now", description: "Tells the time." }, () => new Date().toISOString());

// With a file, memories outlive the program: npx tsx server.ts memory.db
const file = process.argv[2];
server.mount(await memoryServer(file === undefined ? {} : { file }));

await serveStdio(server);
