// A server on the official SDK, version 2, of both eras. Arguments: `stdio`, or `http` for Streamable HTTP at /mcp.
import { createServer as createHttpServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  acceptedContent,
  completable,
  createMcpHandler,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
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
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
  );
  server.registerTool("fail", { description: "Fails." }, () => {
    throw new Error("It failed.");
  });
  server.registerTool("report", { description: "Reports." }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
      const params = { progressToken, progress, total: 3, message: `step ${progress}` };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    await mcpReq.log("error", { message: "loud" });
    return { content: [{ type: "text", text: "reported" }] };
  });
  server.registerTool("ask", { description: "Asks." }, ({ mcpReq }) => {
    const content = acceptedContent(mcpReq.inputResponses, "who");
    if (content) {
      const text = JSON.stringify({ action: "accept", content });
      return { content: [{ type: "text", text }] };
    }
    return inputRequired({
      inputRequests: {
        who: inputRequired.elicit({
          message: "Who are you?",
          requestedSchema: {
            type: "object",
            properties: { name: { type: "string" }, age: { type: "integer", default: 7 } },
            required: ["name"],
          },
        }),
      },
    });
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
    { description: "Greets.", argsSchema: z.object({ word: completable(z.string(), words) }) },
    ({ word }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Say ${word}.` } }],
    }),
  );
  return server;
}

if (process.argv[2] === "stdio") {
  serveStdio(createServer);
} else {
  const handle = toNodeHandler(createMcpHandler(createServer));
  const server = createHttpServer((request, response) => void handle(request, response));
  server.listen(Number(process.env.PORT), "127.0.0.1", () => console.error("listening"));
}
