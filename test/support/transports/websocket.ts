/** A WebSocket server of the busy zoo, and clients of it. All are closed after each test. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { WebSocket } from "ws";
import {
  serviceOf,
  type ListeningWebSocket,
  type WebSocketServerOptions,
} from "../../../runtime/index.js";
import { listenWebSocket } from "../../../runtime/transports/websocket/listen-websocket.js";
import { cleanUp } from "../clean-up.js";
import { envelope, type Answer } from "../peer.js";
import { BusyZoo, withApi } from "../servers/zoo-server.js";

export const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

export async function serveZoo(more: WebSocketServerOptions = {}, zoo = new BusyZoo(options)) {
  const server = await listenWebSocket(serviceOf(zoo), { port: 0, ...more });
  cleanUp.push(() => server.close());
  return { server, zoo };
}

export async function open(server: ListeningWebSocket, headers = {}): Promise<WebSocket> {
  const socket = new WebSocket(server.url, "mcp", { headers, perMessageDeflate: false });
  cleanUp.push(() => socket.terminate());
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

export function ask(
  socket: WebSocket,
  id: number,
  method: string,
  params: object,
): Promise<Answer> {
  return new Promise((resolve) => {
    const onMessage = (data: Buffer): void => {
      const message = JSON.parse(data.toString()) as Answer;
      if (message.id !== id) return;
      socket.off("message", onMessage);
      resolve(message);
    };
    socket.on("message", onMessage);
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  });
}

export const echo = (text: string) => ({ name: "echo", arguments: { text }, _meta: envelope() });

export async function closing(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return { code, reason: reason.toString() };
}

/** Sends an upgrade request that must be refused, and returns the HTTP answer. */
export async function refusedUpgrade(
  server: { readonly url: string },
  { path = "/mcp", method = "GET", ...headers }: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingMessage["headers"]; body: string }> {
  const { port } = new URL(server.url);
  const request = httpRequest({
    port,
    path,
    method,
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      "sec-websocket-protocol": "mcp",
      ...headers,
    },
  });
  request.end();
  const [response] = (await Promise.race([
    once(request, "response"),
    once(request, "upgrade").then(([, socket]) => {
      (socket as Socket).destroy();
      assert.fail("the upgrade was not refused");
    }),
  ])) as [IncomingMessage];
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Returns a socket that has done the handshake and then does nothing. */
export async function deadPeer(server: ListeningWebSocket): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  cleanUp.push(() => socket.destroy());
  const key = randomBytes(16).toString("base64");
  socket.write(
    `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [answer] = (await once(socket, "data")) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 101 /);
  return socket;
}
