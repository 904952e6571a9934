/** What the client sends, by the official schemas, in each revision over each transport. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  connectHttp,
  connectMemory,
  connectSse,
  connectStdio,
  connectWebSocket,
  nodeHandler,
  revisions,
  serveWebSocket,
  sseHandler,
  type ClientOptions,
  type McpClient,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { listen, stop } from "../../support/loopback.js";
import { wireCheckOn } from "../../support/wire/schemas.js";
import { runTypeScript } from "../../support/typescript/flags.js";
import { askingServer } from "./asking-server.js";
import { answering, sayEverything, WatchedClient } from "./everything-said.js";

const skip = wireCheckOn ? false : "the official schemas are not beside the repository";
const main = fileURLToPath(new URL("asking-main.ts", import.meta.url));

type Connect = (options: ClientOptions) => Promise<McpClient>;

async function overHttp(
  handler: Parameters<typeof createServer>[1],
  path: string,
): Promise<string> {
  const http = createServer(handler);
  const port = await listen(http);
  cleanUp.push(() => stop(http));
  return `http://127.0.0.1:${port}${path}`;
}

const transports: Record<string, Connect> = {
  memory: (options) => connectMemory(askingServer(), options),
  stdio: (options) =>
    connectStdio({ command: process.execPath, args: [...runTypeScript, main] }, options),
  http: async (options) =>
    connectHttp(await overHttp(await nodeHandler(askingServer()), "/mcp"), options),
  sse: async (options) =>
    connectSse(await overHttp(await sseHandler(askingServer()), "/sse"), options),
  websocket: async (options) => {
    const served = await serveWebSocket(askingServer(), { port: 0 });
    cleanUp.push(() => served.close());
    return connectWebSocket(served.url, options);
  },
};

for (const [transport, connected] of Object.entries(transports)) {
  for (const protocolVersion of revisions) {
    if (transport === "http" && protocolVersion === "2024-11-05") continue;
    if (transport === "sse" && protocolVersion === "2026-07-28") continue;
    test(
      `all messages fit the schema: ${protocolVersion} over ${transport}`,
      { skip },
      async () => {
        const watched = new WatchedClient(protocolVersion);
        const { onMessage } = watched;
        const options = { ...answering, protocolVersion, onMessage };
        {
          await using client = await connected(options);
          await sayEverything(client);
        }
        watched.check();
        assert.ok(watched.said.has("tools/call"));
        const isModern = protocolVersion === "2026-07-28";
        // Over HTTP since 2026-07-28, the end of its stream cancels a request.
        const tells = !isModern || transport !== "http";
        assert.equal(watched.said.has("notifications/cancelled"), tells);
        assert.equal(watched.said.has("answer"), !isModern);
      },
    );
  }
}
