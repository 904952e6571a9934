// Arguments: the number of tools; `sessions` for one server and transport per session, as in its example, instead of
// one per request. Both answer with JSON, which is faster than its event streams.
import { randomUUID } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { listen } from "./listen.js";
import { createServer } from "./sdk-v1.js";

const [countText, mode] = process.argv.slice(2);
const count = Number(countText);
const transports = new Map();

listen(
  createHttpServer((request, response) => {
    void (mode === "sessions" ? answerInSession : answerAlone)(request, response);
  }),
);

async function answerAlone(request, response) {
  const server = createServer(count);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

async function answerInSession(request, response) {
  const known = transports.get(request.headers["mcp-session-id"]);
  if (known) return known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => transports.set(id, transport),
  });
  await createServer(count).connect(transport);
  await transport.handleRequest(request, response);
}
