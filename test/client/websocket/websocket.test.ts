/** Clients over WebSockets, with our server and with servers written by hand. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { LineChannel } from "../../../runtime/client/channels/line-channel.js";
import { openPlatformSocket } from "../../../runtime/client/channels/websocket/open-socket.js";
import { SocketLink } from "../../../runtime/client/channels/websocket/socket-link.js";
import { openClient } from "../../../runtime/client/connect/open-client.js";
import {
  McpAuthorizationError,
  McpConnectionError,
  McpTimeoutError,
} from "../../../runtime/client/errors.js";
import { connect, connectWebSocket, McpServer, serveWebSocket } from "../../../runtime/index.js";
import { WebSocketTransport } from "../../../runtime/transports/websocket/websocket-transport.js";
import { cleanUp } from "../../support/clean-up.js";
import { watchLeaks } from "../../support/client/leaks.js";
import { textOf } from "../../support/client/scripted.js";

function echoServer(): McpServer {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.tool(
    { name: "echo", input: { type: "object", properties: { text: { type: "string" } } } },
    ({ text }) => String(text),
  );
  server.tool({ name: "large", input: { type: "object" } }, () => "x".repeat(3_000_000));
  return server;
}

async function served(options: Parameters<typeof serveWebSocket>[1] = {}): Promise<string> {
  const listening = await serveWebSocket(echoServer(), { port: 0, ...options });
  cleanUp.push(() => listening.close());
  return listening.url;
}

/** A WebSocket server whose every message goes to `receive`. */
async function raw(
  receive: (message: Record<string, never>, socket: WebSocket, connection: number) => void,
  options: ConstructorParameters<typeof WebSocketServer>[0] = {},
): Promise<{ readonly url: string; readonly sockets: Socket[] }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", ...options });
  await new Promise((resolve) => server.once("listening", resolve));
  const sockets: Socket[] = [];
  server.on("connection", (socket, request) => {
    sockets.push(request.socket);
    const number = sockets.length;
    socket.on("error", () => {});
    socket.on("message", (data: Buffer) => receive(JSON.parse(data.toString()), socket, number));
  });
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sockets };
}

const initialized = (id: unknown): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "raw", version: "1" },
    },
  });

// parity J: McpServer.ws(url, headers, …)
test("every revision is spoken over a WebSocket, and closing leaves nothing", async () => {
  const url = await served();
  for (const protocolVersion of ["2026-07-28", "2025-11-25", "2024-11-05"] as const) {
    const nothingLeft = watchLeaks();
    const client = await connectWebSocket(url, { protocolVersion });
    assert.equal(client.transport, "websocket");
    assert.equal(client.protocolVersion, protocolVersion);
    assert.equal(await textOf(client, "echo", { text: "here" }), "here");
    await client.close();
    await nothingLeft();
  }
});

test("connect finds a WebSocket by its URL, and the newest revision", async () => {
  await using client = await connect(await served());
  assert.equal(client.protocolVersion, "2026-07-28");
  assert.equal(await textOf(client, "echo", { text: "here" }), "here");
});

test("headers go with the request that opens the WebSocket", async () => {
  let headers: Record<string, unknown> = {};
  const { url } = await raw((message, socket) => socket.send(initialized(message["id"])), {
    verifyClient: ({ req }: { req: { headers: Record<string, unknown> } }) => {
      headers = req.headers;
      return true;
    },
  });
  const client = await connectWebSocket(url, {
    protocolVersion: "2025-11-25",
    headers: () => Promise.resolve({ "X-Key": "of the host" }),
  });
  assert.equal(headers["x-key"], "of the host");
  assert.equal(headers["sec-websocket-protocol"], "mcp");
  await client.close();
});

test("a server that names no subprotocol is spoken to", async () => {
  const { url } = await raw((message, socket) => socket.send(initialized(message["id"])), {
    handleProtocols: () => false,
  });
  const client = await connectWebSocket(url, { protocolVersion: "2025-11-25" });
  await client.close();
});

test("refused credentials go to the authorization, which may have others", async () => {
  const asked: string[] = [];
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    asked.push(request.headers.authorization ?? "none");
    if (request.headers.authorization !== "Bearer second") {
      socket.end(
        'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm="x"\r\nContent-Length: 2\r\n\r\nno',
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.on("message", (data: Buffer) =>
        open.send(initialized((JSON.parse(data.toString()) as { id: unknown }).id)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => {
    for (const each of sockets.clients) each.terminate();
    server.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  let token = "first";
  const authorization = {
    headersFor: () => ({ authorization: `Bearer ${token}` }),
    refused: (
      request: { readonly url: URL },
      refusal: { status: number; header(name: string): string | undefined },
    ) => {
      assert.equal(request.url.protocol, "http:");
      assert.equal(refusal.status, 401);
      assert.match(refusal.header("www-authenticate") ?? "", /realm="x"/);
      token = "second";
      return Promise.resolve(true);
    },
  };
  const client = await connectWebSocket(url, { authorization, protocolVersion: "2025-11-25" });
  assert.deepEqual(asked, ["Bearer first", "Bearer second"]);
  await client.close();
  await assert.rejects(connectWebSocket(url), (error) => {
    assert.ok(error instanceof McpAuthorizationError);
    assert.equal(error.code, 401);
    return true;
  });
});

test("a message beyond the limit ends the connection with an error that names the limit", async () => {
  const nothingLeft = watchLeaks();
  const listening = await serveWebSocket(echoServer(), { port: 0 });
  const client = await connectWebSocket(listening.url, { maxMessageBytes: 1_000_000 });
  await assert.rejects(client.callTool("large"), (error) => {
    assert.ok(error instanceof McpConnectionError);
    assert.match(error.message, /more than 1000000 bytes, the limit maxMessageBytes/);
    return true;
  });
  await client.close();
  await listening.close();
  await nothingLeft();
});

test("the code and reason with which a server closes are in the error", async () => {
  const { url } = await raw((message, socket) => {
    if (message["method"] === "initialize") socket.send(initialized(message["id"]));
    if (message["method"] === "tools/list") socket.close(4001, "quota used up");
  });
  const client = await connectWebSocket(url, { protocolVersion: "2025-11-25" });
  await assert.rejects(client.listTools(), /code 4001 and the reason "quota used up"/);
  await assert.rejects(client.listTools(), McpConnectionError);
  await client.close();
});

test("a server that closes on the probe is connected to again, with initialize", async () => {
  const { url, sockets } = await raw((message, socket) => {
    if (message["method"] === "initialize") socket.send(initialized(message["id"]));
    if (message["method"] === "server/discover") socket.close(1002);
  });
  const client = await connectWebSocket(url);
  assert.equal(client.protocolVersion, "2025-11-25");
  assert.equal(sockets.length, 2);
  await client.close();
  await (await connectWebSocket(url)).close();
  assert.equal(sockets.length, 3);
});

test("a half-open socket: requests end in a timeout, and closing does not hang", async () => {
  const nothingLeft = watchLeaks();
  const { url, sockets } = await raw((message, socket) => {
    if (message["method"] === "initialize") socket.send(initialized(message["id"]));
  });
  const client = await connectWebSocket(url, { protocolVersion: "2025-11-25" });
  sockets[0]?.pause();
  await assert.rejects(client.listTools({ timeoutMs: 200 }), McpTimeoutError);
  await client.close();
  for (const socket of sockets) socket.destroy();
  await cleanUp.splice(0).reverse()[0]?.();
  await nothingLeft();
});

test("a server that never completes the upgrade is a timeout", async () => {
  const server = createServer();
  const open: Socket[] = [];
  server.on("upgrade", (_request, socket) => open.push(socket as Socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await assert.rejects(connectWebSocket(url, { startTimeoutMs: 200 }), McpTimeoutError);
  await assert.rejects(connectWebSocket(url, { signal: AbortSignal.timeout(100) }), {
    name: "TimeoutError",
  });
});

test("nobody at the port is a connection error, after the pauses of the retries", async () => {
  const retries = { attempts: 2, firstMs: 1 };
  await assert.rejects(connectWebSocket("ws://127.0.0.1:9/mcp", { retries }), McpConnectionError);
});

test("an HTTP answer instead of a WebSocket is a connection error with its status", async () => {
  const server = createServer((_request, response) => response.writeHead(404).end("not here"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => server.close());
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await assert.rejects(connectWebSocket(url), (error) => {
    assert.ok(error instanceof McpConnectionError);
    assert.equal(error.code, 404);
    return true;
  });
});

test("where there is no Node, the WebSocket of the platform is used, which sends no headers", async () => {
  const platform = globalThis as { WebSocket?: unknown };
  const { WebSocket: before } = platform;
  platform.WebSocket = WebSocket;
  cleanUp.push(() => (platform.WebSocket = before));
  const { socket } = await openPlatformSocket(new SocketLink(await served(), {}));
  const transport = new WebSocketTransport(socket);
  const channel = new LineChannel("websocket", transport);
  const client = await openClient(channel, {}, "platform");
  assert.equal(await textOf(client, "echo", { text: "here" }), "here");
  await client.close();
  const nobody = new SocketLink("ws://127.0.0.1:9/mcp", {});
  await assert.rejects(openPlatformSocket(nobody), McpConnectionError);
  const withHeaders = new SocketLink("ws://127.0.0.1:9/mcp", { headers: { "x-key": "value" } });
  await assert.rejects(async () => openPlatformSocket(withHeaders), TypeError);
});

test("large messages in both directions at once do not block each other", async () => {
  await using client = await connectWebSocket(await served());
  const text = "y".repeat(4_000_000);
  const lengths = await Promise.all(
    Array.from({ length: 8 }, async () => (await textOf(client, "echo", { text })).length),
  );
  assert.deepEqual(lengths, Array(8).fill(text.length));
});
