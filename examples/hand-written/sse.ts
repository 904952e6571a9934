/** The notes over HTTP+SSE of 2024-11-05, for clients that support nothing newer. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sseHandler } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

const sse = await sseHandler(notesServer(), { loopback: true });
const http = createServer(sse).listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const { port } = http.address() as AddressInfo;
  console.error(`The notes are served at http://127.0.0.1:${port}/sse`);
});
process.once("SIGTERM", () => {
  http.close();
  void sse.close();
});
