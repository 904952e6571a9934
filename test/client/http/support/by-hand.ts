/** Servers over HTTP whose answers a test writes by hand. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { listen, stop } from "../../../support/loopback.js";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; an empty object if there is none. */
  readonly message: Message;
}

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly [name: string]: unknown;
}

export interface HandMade extends AsyncDisposable {
  readonly url: string;
  /** What arrived, in order. */
  readonly received: Received[];
  /** Requests of a JSON-RPC method, or of an HTTP method. */
  of(method: string): readonly Received[];
}

export type Answer = (request: Received, response: ServerResponse) => unknown;

/** A port may be used again, and what the client remembers of its last server must not matter. */
let servers = 0;

export async function serveByHand(answer: Answer): Promise<HandMade> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const message = body === "" ? {} : (JSON.parse(body) as Message);
      const each = { method, path: url, headers, message };
      received.push(each);
      return answer(each, response);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/mcp/${++servers}`,
    received,
    of: (name) => received.filter((each) => (each.message.method ?? each.method) === name),
    [Symbol.asyncDispose]: () => stop(server),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
  return body;
}

export interface Era {
  readonly revision?: string;
  readonly sessionId?: string;
  /** Answers GET; default: 405. */
  readonly stream?: Answer;
}

const tools = [{ name: "x", inputSchema: { type: "object" } }];
const cacheable = { resultType: "complete", ttlMs: 60_000, cacheScope: "private" };

/** Serves the handshake and the list of tools of a revision before 2026-07-28 and lets the test answer the rest. */
export function serveLegacy(answer: Answer, era: Era = {}): Promise<HandMade> {
  return serveByHand((request, response) => {
    const { method, message } = request;
    if (method === "DELETE") return response.writeHead(204).end();
    if (method === "GET") {
      return era.stream ? era.stream(request, response) : response.writeHead(405).end();
    }
    switch (message.method) {
      case "server/discover":
        return response.writeHead(400).end();
      case "initialize": {
        const { revision = "2025-11-25", sessionId } = era;
        if (sessionId !== undefined) response.setHeader("mcp-session-id", sessionId);
        return reply(response, message, {
          protocolVersion: revision,
          capabilities: { tools: {} },
          serverInfo: { name: "by hand", version: "1" },
        });
      }
      case "notifications/initialized":
        return response.writeHead(202).end();
      case "tools/list":
        return reply(response, message, { tools });
      default:
        return answer(request, response);
    }
  });
}

/** Serves `server/discover` and the list of tools of 2026-07-28 and lets the test answer the rest. */
export function serveModern(answer: Answer): Promise<HandMade> {
  return serveByHand((request, response) => {
    const { message } = request;
    switch (message.method) {
      case "server/discover":
        return reply(response, message, {
          ...cacheable,
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
        });
      case "tools/list":
        return reply(response, message, { ...cacheable, tools });
      default:
        return answer(request, response);
    }
  });
}

/** Answers a request with JSON. */
export function reply(response: ServerResponse, { id }: Message, result: unknown): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id, result });
  response.setHeader("content-type", "application/json").end(body);
}

/** The text of a tool's result. */
export function said(text: string): object {
  return { resultType: "complete", content: [{ type: "text", text }] };
}

/** Begins an event stream. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

/** Returns an event with a message. */
export function event(message: object, id?: string): string {
  const data = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`;
}
