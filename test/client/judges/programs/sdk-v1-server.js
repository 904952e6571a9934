// A server on the official SDK, version 1. Arguments: `stdio`, or `http` for Streamable HTTP with sessions at /mcp and
// without at /stateless, and HTTP+SSE at /sse.
import { randomUUID } from "node:crypto";
import express from "express";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const words = (value) => ["apple", "apricot", "banana"].filter((word) => word.startsWith(value));

function createServer() {
  const server = new McpServer(
    { name: "judged", version: "3.1.4" },
    { instructions: "Try everything.", capabilities: { logging: {} } },
  );
  server.registerTool(
    "add",
    {
      description: "Adds.",
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
    },
    ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
  );
  server.registerTool("fail", { description: "Fails." }, () => {
    throw new Error("It failed.");
  });
  server.registerTool(
    "report",
    { description: "Reports." },
    async ({ sendNotification, _meta }) => {
      const progressToken = _meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
        const params = { progressToken, progress, total: 3, message: `step ${progress}` };
        await sendNotification({ method: "notifications/progress", params });
      }
      const params = { level: "error", data: { message: "loud" } };
      await sendNotification({ method: "notifications/message", params });
      return { content: [{ type: "text", text: "reported" }] };
    },
  );
  server.registerTool("ask", { description: "Asks." }, async () => {
    const { action, content } = await server.server.elicitInput({
      message: "Who are you?",
      requestedSchema: {
        type: "object",
        properties: { name: { type: "string" }, age: { type: "integer", default: 7 } },
        required: ["name"],
      },
    });
    return { content: [{ type: "text", text: JSON.stringify({ action, content }) }] };
  });
  server.registerResource("note", "judge://note", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "a note" }],
  }));
  server.registerResource(
    "word",
    new ResourceTemplate("judge://words/{word}", { list: undefined, complete: { word: words } }),
    { mimeType: "text/plain" },
    ({ href }, { word }) => ({
      contents: [{ uri: href, mimeType: "text/plain", text: `word ${String(word)}` }],
    }),
  );
  server.registerPrompt(
    "greet",
    { description: "Greets.", argsSchema: { word: completable(z.string(), words) } },
    ({ word }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Say ${word}.` } }],
    }),
  );
  return server;
}

if (process.argv[2] === "stdio") {
  await createServer().connect(new StdioServerTransport());
} else {
  const app = express().use(express.json());
  const sessions = new Map();

  app.all("/mcp", async (request, response) => {
    const id = request.get("mcp-session-id");
    const known = sessions.get(id);
    if (known) return known.handleRequest(request, response, request.body);
    if (id !== undefined) return response.status(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => sessions.set(session, transport),
    });
    await createServer().connect(transport);
    await transport.handleRequest(request, response, request.body);
  });

  app.post("/stateless", async (request, response) => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    response.on("close", () => void transport.close());
    await createServer().connect(transport);
    await transport.handleRequest(request, response, request.body);
  });

  app.get("/sse", async (_request, response) => {
    const transport = new SSEServerTransport("/message", response);
    sessions.set(transport.sessionId, transport);
    await createServer().connect(transport);
  });
  app.post("/message", (request, response) => {
    const transport = sessions.get(request.query.sessionId);
    return transport.handlePostMessage(request, response, request.body);
  });

  app.listen(Number(process.env.PORT), "127.0.0.1", () => console.error("listening"));
}
