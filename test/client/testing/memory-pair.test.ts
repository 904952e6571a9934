import assert from "node:assert/strict";
import { test } from "node:test";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as ServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as ServerV2 } from "@modelcontextprotocol/server";
import { connectTransport } from "../../../runtime/client/connect/connect-transport.js";
import {
  McpServer,
  memoryPair,
  serveTransport,
  type MemoryTransport,
} from "../../../runtime/index.js";

function clock(): McpServer {
  const server = new McpServer({ name: "clock", version: "1.0.0" });
  server.tool({ name: "now" }, () => "noon");
  return server;
}

for (const [version, Client] of [
  ["1", ClientV1],
  ["2", ClientV2],
] as const) {
  test(`a client of the official SDK ${version} uses one end of the pair as its transport`, async () => {
    const [ours, theirs] = memoryPair();
    const served = serveTransport(clock(), theirs);
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(ours);
    const { content } = await client.callTool({ name: "now", arguments: {} });
    assert.deepEqual(content, [{ type: "text", text: "noon" }]);
    const closed = new Promise<void>((resolve) => (client.onclose = resolve));
    await client.close();
    await closed;
    await served;
  });
}

test("a client of the official SDK hears that the server has closed", async () => {
  const [ours, theirs] = memoryPair();
  const stop = new AbortController();
  const served = serveTransport(clock(), theirs, { stop: stop.signal });
  const client = new ClientV1({ name: "test", version: "1.0.0" });
  await client.connect(ours);
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  stop.abort();
  await Promise.all([served, closed]);
});

const now = (): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: "noon" }],
});

for (const [version, serve] of Object.entries({
  1: async (end: MemoryTransport) => {
    const server = new ServerV1({ name: "clock", version: "1.0.0" });
    server.registerTool("now", {}, now);
    await server.connect(end);
  },
  2: async (end: MemoryTransport) => {
    const server = new ServerV2({ name: "clock", version: "1.0.0" });
    server.registerTool("now", {}, now);
    await server.connect(end);
  },
})) {
  test(`a server of the official SDK ${version} is called over the pair`, async () => {
    const [ours, theirs] = memoryPair();
    await serve(theirs);
    await using client = await connectTransport(ours);
    assert.deepEqual((await client.callTool("now")).content, now().content);
  });
}
