/** One server on one port: Streamable HTTP and WebSockets at /mcp, HTTP+SSE at /sse. All share its notes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addWebSocket, nodeHandler, sseHandler } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

const server = notesServer();
const streamable = await nodeHandler(server, { loopback: true });
const sse = await sseHandler(server, { loopback: true });

const http = createServer((request, response) => {
  const [path = ""] = (request.url ?? "").split("?");
  if (path === "/sse" || path === "/messages") sse(request, response);
  else streamable(request, response);
});
const sockets = await addWebSocket(http, server, { loopback: true });
http.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const { port } = http.address() as AddressInfo;
  console.error(`The notes are served at http://127.0.0.1:${port}/mcp`);
});

process.once("SIGTERM", () => {
  http.close();
  streamable.close();
  void Promise.all([sse.close(), sockets.close()]).then(() => server.close());
});
