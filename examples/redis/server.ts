/**
 * One of several processes that serve the same clients. Redis has the state of the sessions, so that any process can
 * answer their requests and a change in one process reaches the clients of all.
 *
 *     REDIS_URL=redis://localhost REQUEST_STATE_KEY=$(openssl rand -hex 32) PORT=3001 node --import tsx server.ts
 */
import { McpServer, redisState, serveHttp } from "mcp-codegen/runtime";
import { createClient } from "redis";
import { z } from "zod";

const redis = createClient({ url: process.env.REDIS_URL ?? "redis://localhost" });
redis.on("error", (error: Error) => console.error(`Redis: ${error.message}`));

const board = "board:text";
const state = await redisState(redis, { prefix: "board" });
const server = new McpServer(
  { name: "board", version: "1.0.0" },
  {
    state,
    // Since 2026-07-28, the answer to a question may reach another process, so all of them need the same sealing key.
    ...(process.env.REQUEST_STATE_KEY && { requestStateKeys: [process.env.REQUEST_STATE_KEY] }),
  },
);

server.tool({ name: "which_process" }, () => ({ pid: process.pid }));

server.tool({ name: "write", input: z.object({ text: z.string() }) }, async ({ text }) => {
  await redis.set(board, text);
  // Notifies all subscribers, whichever process has their stream.
  server.resourceUpdated("board://text");
  return "Written.";
});

// The answer may reach another process than the one that asked the question.
server.tool({ name: "wipe" }, async (_input, ctx) => {
  const { action } = await ctx.elicit({
    message: "Wipe the board?",
    requestedSchema: { type: "object", properties: {} },
  });
  if (action !== "accept") return "It stays.";
  await redis.set(board, "");
  server.resourceUpdated("board://text");
  return "Wiped.";
});

server.resource(
  { uri: "board://text", name: "text", mimeType: "text/plain" },
  async () => (await redis.get(board)) ?? "",
);

const http = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) });
console.error(`The board is served at ${http.url}`);
process.once("SIGTERM", () => void shutDown());

async function shutDown(): Promise<void> {
  await http.close();
  await server.close();
  // Closes the connections to Redis last, because closing the server still publishes through them.
  await state.close();
}
