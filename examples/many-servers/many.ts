/**
 * The servers of a configuration file at once: each under its alias, only the tools that are granted, and one server that can't
 * be started.
 *
 *     MEMORY_FILE=/tmp/memory.json node --import tsx examples/many-servers/many.ts
 */
import path from "node:path";
import { connectServers, McpPermissionError, readServers } from "mcp-codegen/runtime";

const here = import.meta.dirname;
const { servers } = await readServers(path.join(here, "servers.json"), {
  workspaceFolder: path.join(here, "../.."),
});

await using manager = await connectServers(servers, {
  grants: ["mcp:notes:*", "mcp:memory:create_*", "mcp:memory:read_graph"],
  client: { retries: 0 },
  // What can't be connected is told below.
  log: () => {},
});
console.log("connected:", manager.connectedServers.join(", "));
console.log("missing:", manager.connection("missing")?.error?.message);

// A description of our own in place of the server's.
manager.registerTools("notes", [
  {
    name: "search_notes",
    description: "Finds notes of the garden.",
    inputSchema: { type: "object", properties: { word: { type: "string" } } },
  },
]);
for (const { name, server, tool } of manager.tools({ grantedOnly: true })) {
  console.log(`- ${name} (${tool} of ${server})`);
}

console.log(await manager.callText("notes__search_notes", { word: "apples" }));
await manager.call("memory__create_entities", {
  entities: [{ name: "Garden", entityType: "place", observations: ["has apples"] }],
});
console.log(await manager.callText("memory__read_graph"));

try {
  await manager.call("memory__delete_entities", { entityNames: ["Garden"] });
} catch (error) {
  if (!(error instanceof McpPermissionError)) throw error;
  console.log(error.message);
}
