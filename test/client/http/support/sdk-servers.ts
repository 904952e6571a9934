/** Servers on the official SDKs, with a tool `add`. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as V1Server } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as V2Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { listen, stop } from "../../../support/loopback.js";

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface SdkServer extends AsyncDisposable {
  readonly url: string;
}

const numbers = { a: z.number(), b: z.number() };

/** A server on the SDK v1, for any transport. */
export function v1Server(): V1Server {
  const server = new V1Server({ name: "v1", version: "1.0.0" });
  server.registerTool("add", { inputSchema: numbers }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  return server;
}

/** The SDK v1 over Streamable HTTP with sessions. Answers come as event streams. */
export function sdkV1(): Promise<SdkServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  return serve(async (request, response) => {
    const known = transports.get(String(request.headers["mcp-session-id"]));
    if (known) return known.handleRequest(request, response);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await v1Server().connect(transport as Parameters<V1Server["connect"]>[0]);
    return transport.handleRequest(request, response);
  });
}

/** The SDK v1 over HTTP+SSE of 2024-11-05. */
export function sdkV1Sse(): Promise<SdkServer> {
  const transports = new Map<string, SSEServerTransport>();
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (request.method === "GET" && pathname === "/mcp") {
      const transport = new SSEServerTransport("/messages", response);
      transports.set(transport.sessionId, transport);
      return v1Server().connect(transport);
    }
    const transport = transports.get(searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && pathname === "/messages" && transport) {
      return transport.handlePostMessage(request, response);
    }
    return response.writeHead(404, { "content-type": "text/html" }).end("<pre>Cannot POST</pre>");
  });
}

/** A server on the SDK v2, for any transport. */
export function v2Server(): V2Server {
  const server = new V2Server({ name: "v2", version: "1.0.0" });
  server.registerTool("add", { inputSchema: z.object(numbers) }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  return server;
}

/** The SDK v2, which speaks 2026-07-28. */
export function sdkV2(): Promise<SdkServer> {
  return serve(toNodeHandler(createMcpHandler(v2Server)) as Handle);
}

async function serve(handle: Handle): Promise<SdkServer> {
  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () => stop(server),
  };
}
