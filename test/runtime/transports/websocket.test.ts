/** MCP over WebSockets: both eras on one connection, refused upgrades, close codes, limits, dead and slow peers. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import { WebSocket } from "ws";
import type { Authorizer } from "../../../runtime/authorization/authorizer.js";
import { serviceOf } from "../../../runtime/index.js";
import { attachWebSocket } from "../../../runtime/transports/websocket/attach-websocket.js";
import {
  listenWebSocket,
  type ListeningWebSocket,
  type WebSocketServerOptions,
} from "../../../runtime/transports/websocket/listen-websocket.js";
import {
  WebSocketTransport,
  type WebSocketLike,
} from "../../../runtime/transports/websocket/websocket-transport.js";
import { checkServerMessage } from "../../support/official-schemas.js";
import { envelope, type Answer } from "../../support/peer.js";
import { eventually } from "../support/eventually.js";
import { gate, LockedZoo } from "../../support/servers/locked-zoo.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

/** What to do when a test is over, whatever came of it. */
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

async function listen(more: WebSocketServerOptions = {}, zoo = new BusyZoo(options)) {
  const server = await listenWebSocket(serviceOf(zoo), { port: 0, ...more });
  cleanUp.push(() => server.close());
  return { server, zoo };
}

async function open(server: ListeningWebSocket, headers = {}): Promise<WebSocket> {
  const socket = new WebSocket(server.url, "mcp", { headers, perMessageDeflate: false });
  cleanUp.push(() => socket.terminate());
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

function ask(socket: WebSocket, id: number, method: string, params: object): Promise<Answer> {
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

const echo = (text: string) => ({ name: "echo", arguments: { text }, _meta: envelope() });

async function closing(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return { code, reason: reason.toString() };
}

/** Sends an upgrade request and gives the plain answer. */
async function refusedUpgrade(
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

/** A client that has done the handshake and then does nothing at all. */
async function deadPeer(server: ListeningWebSocket): Promise<Socket> {
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

test("one connection carries a session and requests of 2026-07-28", async () => {
  const { server } = await listen();
  const socket = await open(server);
  assert.equal(socket.protocol, "mcp");
  assert.equal(socket.extensions, "");
  const initialized = await ask(socket, 1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "peer", version: "1" },
  });
  checkServerMessage("2025-11-25", initialized, "initialize");
  socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  const legacy = await ask(socket, 2, "tools/call", { name: "echo", arguments: { text: "Ä" } });
  checkServerMessage("2025-11-25", legacy, "tools/call");
  assert.deepEqual(legacy.result?.["content"], [{ type: "text", text: "Ä" }]);
  const modern = await ask(socket, 3, "tools/call", echo("mio"));
  checkServerMessage("2026-07-28", modern, "tools/call");
  assert.equal(modern.result?.["resultType"], "complete");
});

test("a client that offers no subprotocol is served, too", async () => {
  const { server } = await listen();
  const socket = new WebSocket(server.url);
  cleanUp.push(() => socket.terminate());
  await once(socket, "open");
  assert.equal(socket.protocol, "");
  assert.ok((await ask(socket, 1, "tools/call", echo("hi"))).result);
});

test("a refused upgrade has an answer of plain HTTP", async () => {
  const { server } = await listen({
    maxConnections: 1,
    authorizer: gate({ good: {} }),
  });
  const authorization = "Bearer good";
  const rows: [what: string, request: Record<string, string>, status: number][] = [
    ["another page", { authorization, origin: "http://evil.example" }, 403],
    ["another host", { authorization, host: "evil.example" }, 403],
    ["another path", { authorization, path: "/other" }, 404],
    ["another method", { authorization, method: "PUT" }, 405],
    ["another subprotocol", { authorization, "sec-websocket-protocol": "chat, soap" }, 400],
    ["no key", { authorization, "sec-websocket-key": "" }, 400],
    ["a bad token", { authorization: "Bearer bad" }, 401],
    ["no token", {}, 401],
  ];
  for (const [what, request, status] of rows) {
    assert.equal((await refusedUpgrade(server, request)).status, status, what);
  }
  const { headers, body } = await refusedUpgrade(server);
  assert.match(headers["www-authenticate"] ?? "", /^Bearer .*resource_metadata="/);
  assert.doesNotThrow(() => JSON.parse(body));
  const [, metadataPath = ""] = /resource_metadata="http:\/\/[^/]+([^"]+)"/.exec(
    headers["www-authenticate"] ?? "",
  ) ?? [""];
  const http = server.url.replace("ws:", "http:");
  const metadata = await fetch(new URL(metadataPath, http));
  assert.equal(((await metadata.json()) as { resource: string }).resource, "http://127.0.0.1/mcp");
  assert.equal(metadata.headers.get("access-control-allow-origin"), "*");
  assert.equal((await fetch(http)).status, 426);

  // Refused ones take no place.
  const socket = await open(server, { authorization });
  const full = await refusedUpgrade(server, { authorization });
  assert.equal(full.status, 503);
  assert.ok(full.headers["retry-after"]);
  socket.close();
  await once(socket, "close");
  await eventually(async () => void (await open(server, { authorization })));
});

test("frames that carry no message end the connection with the code that says why", async () => {
  const { server } = await listen({ maxMessageBytes: 1000 });
  const rows: [what: string, send: (socket: WebSocket) => void, code: number][] = [
    ["bytes", (socket) => socket.send(Buffer.from("{}")), 1003],
    ["bad UTF-8", (socket) => socket.send(Buffer.from([0xff]), { binary: false }), 1007],
    ["too long a message", (socket) => socket.send("x".repeat(1001)), 1009],
    [
      "too long a message in parts",
      (socket) => {
        for (let part = 0; part < 11; part++) socket.send("x".repeat(100), { fin: false });
      },
      1009,
    ],
    ["an unmasked frame", (socket) => socket.send("hi", { mask: false }), 1002],
  ];
  for (const [what, send, code] of rows) {
    const socket = await open(server);
    const closed = closing(socket);
    send(socket);
    assert.equal((await closed).code, code, what);
  }
  const socket = await open(server);
  const parts = JSON.stringify({
    jsonrpc: "2.0",
    id: 5,
    method: "tools/call",
    params: echo("whole"),
  });
  const answer = once(socket, "message");
  socket.send(parts.slice(0, 40), { fin: false });
  socket.send(parts.slice(40));
  assert.match(String((await answer)[0]), /whole/);
});

test("text that is no message is answered with an error, and the connection goes on", async () => {
  const { server } = await listen();
  const socket = await open(server);
  const rows: [text: string, code: number][] = [
    ["garbage", -32700],
    ["", -32700],
    ["[]", -32600],
    ["42", -32600],
    ["{}", -32600],
  ];
  for (const [text, code] of rows) {
    const answer = once(socket, "message");
    socket.send(text);
    const { error } = JSON.parse(String((await answer)[0])) as Answer;
    assert.equal(error?.code, code, text);
  }
  assert.ok((await ask(socket, 9, "tools/call", echo("still here"))).result);
});

test("a client that leaves cancels what it asked for", async () => {
  const { server, zoo } = await listen();
  for (const leave of ["close", "terminate"] as const) {
    const socket = await open(server);
    void ask(socket, 1, "tools/call", { name: "wait", _meta: envelope() });
    await eventually(() => assert.equal(zoo.waiting.length, 1));
    socket[leave]();
    await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true, leave));
    zoo.waiting.length = 0;
  }
});

test("a server that stops answers what is open, then closes with 1001", async () => {
  const { server } = await listen();
  const busy = await open(server);
  const idle = await open(server);
  const idleClosed = closing(idle);
  const busyClosed = closing(busy);
  const answer = ask(busy, 1, "tools/call", {
    name: "late",
    arguments: { ms: 200 },
    _meta: envelope(),
  });
  // A message that is answered says that the one before has arrived.
  await ask(busy, 2, "tools/call", echo("x"));
  const stopped = server.close();
  assert.equal((await idleClosed).code, 1001);
  assert.deepEqual((await answer).result?.["content"], [{ type: "text", text: "after 200" }]);
  assert.equal((await busyClosed).code, 1001);
  await stopped;
  await assert.rejects(fetch(server.url.replace("ws:", "http:")));
});

test("a peer that shows no sign of life is dropped; one that answers pings stays", async () => {
  const { server, zoo } = await listen({ pingMs: 100 });
  const alive = await open(server);
  const dead = await deadPeer(server);
  const frame = Buffer.from(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "wait", _meta: envelope() },
    }),
  );
  // Masked with zeros: the text stays as it is.
  dead.write(Buffer.from([0x81, 0xfe, frame.length >> 8, frame.length & 255, 0, 0, 0, 0]));
  dead.write(frame);
  await eventually(() => assert.equal(zoo.waiting.length, 1));
  await eventually(() => assert.ok(dead.closed));
  await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true));
  assert.ok((await ask(alive, 1, "tools/call", echo("here"))).result);
});

test("a slow reader is waited for: nothing is lost, and no more work is taken meanwhile", async () => {
  const { server } = await listen({ maxBufferedBytes: 64 * 1024 * 1024 });
  const socket = await open(server);
  const text = "x".repeat(1024 * 1024);
  const calls = 30;
  const answered = new Set<number>();
  socket.on("message", (data: Buffer) => {
    answered.add(Number(/"id":(\d+)/.exec(data.subarray(0, 100).toString())?.[1]));
  });
  socket.pause();
  for (let id = 1; id <= calls; id++) {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: echo(text) }));
  }
  // The server has stopped reading when what we sent no longer gets out.
  await eventually(() => assert.ok(socket.bufferedAmount > 0));
  let before = -1;
  for (let same = 0; same < 10; same++) {
    if (before !== socket.bufferedAmount) same = 0;
    before = socket.bufferedAmount;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.ok(before > text.length, "the server went on reading");
  socket.resume();
  await eventually(() => assert.equal(answered.size, calls));
});

test("a connection ends with the token that opened it", async () => {
  const expiresAt = Date.now() / 1000 + 0.3;
  const { server } = await listen({ authorizer: gate({ short: { expiresAt } }) });
  const socket = await open(server, { authorization: "Bearer short" });
  assert.equal((await closing(socket)).code, 3000);
});

test("a call that the token has no scope for is refused", async () => {
  const zoo = new LockedZoo(options);
  const authorizer = gate({ reader: {}, writer: { scopes: ["zoo:write"] } });
  const { server } = await listen({ authorizer }, zoo);
  const params = { name: "free", _meta: envelope() };
  const reader = await open(server, { authorization: "Bearer reader" });
  const { error } = await ask(reader, 1, "tools/call", params);
  assert.deepEqual(error?.data, { error: "insufficient_scope", scope: "zoo:write" });
  assert.ok((await ask(reader, 2, "tools/call", echo("x"))).result);
  assert.equal(zoo.freed, 0);
  const writer = await open(server, { authorization: "Bearer writer" });
  assert.ok((await ask(writer, 1, "tools/call", params)).result);
  assert.equal(zoo.freed, 1);
});

test("others may use upgrades of the same server", async () => {
  const http = createServer();
  const endpoint = await attachWebSocket(http, serviceOf(new BusyZoo(options)), { path: "/mcp" });
  http.on("upgrade", (request, socket) => {
    if (request.url === "/chat") socket.end("HTTP/1.1 418 Other\r\nconnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => http.close());
  const { port } = http.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/mcp`;
  assert.equal((await refusedUpgrade({ url }, { path: "/chat" })).status, 418);
  const socket = new WebSocket(`${url}?x=1`, "mcp");
  await once(socket, "open");
  assert.equal(endpoint.connections, 1);
  const closed = once(socket, "close");
  await endpoint.close();
  await closed;
  assert.equal(endpoint.connections, 0);
});

test("requests that offer another protocol are answered by the server as ever", async () => {
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      response.end(JSON.stringify([request.method, request.url, request.headers.upgrade, body]));
    });
  });
  const endpoint = await attachWebSocket(http, serviceOf(new BusyZoo(options)));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  cleanUp.push(() => socket.destroy());
  const head = (length: number) =>
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n` +
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n";
  // The body comes with the head, in a part of its own, and again on the same connection.
  socket.write(`${head(3)}one`);
  let got = "";
  socket.on("data", (chunk) => (got += String(chunk)));
  await eventually(() => assert.match(got, /200 OK[^]*\["POST","\/mcp",null,"one"\]/));
  got = "";
  socket.write(head(100_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write("x".repeat(100_000));
  await eventually(() => assert.ok(got.endsWith(`${"x".repeat(1000)}"]`)));
  assert.match(got, /^HTTP\/1\.1 200 OK/);
  assert.equal(endpoint.connections, 0);
  await endpoint.close();
});

test("the official SDK's client lists and calls", async () => {
  const { server } = await listen();
  const own = globalThis.WebSocket;
  // It takes the web's own socket, which this Node may not have.
  globalThis.WebSocket = WebSocket as unknown as typeof own;
  cleanUp.push(() => {
    globalThis.WebSocket = own;
  });
  const client = new Client({ name: "peer", version: "1" });
  await client.connect(new WebSocketClientTransport(new URL(server.url)));
  assert.ok((await client.listTools()).tools.some(({ name }) => name === "echo"));
  const { content } = await client.callTool({ name: "echo", arguments: { text: "hello" } });
  assert.deepEqual(content, [{ type: "text", text: "hello" }]);
  await client.close();
});

test("who leaves while the token is checked keeps no place", async () => {
  const checked: (() => void)[] = [];
  const authorizer: Authorizer = {
    ...gate({}),
    metadataPaths: [],
    authenticate: () =>
      new Promise((resolve) => {
        checked.push(() => resolve({ subject: "mia", scopes: [], claims: {} }));
      }),
  };
  const http = createServer();
  const service = serviceOf(new BusyZoo(options));
  const endpoint = await attachWebSocket(http, service, { authorizer });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => http.close());
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp`, "mcp");
  socket.on("error", () => {});
  await eventually(() => assert.equal(checked.length, 1));
  assert.equal(endpoint.connections, 1);
  socket.terminate();
  checked[0]?.();
  await eventually(() => assert.equal(endpoint.connections, 0));
  // A server that stops does not wait for who is still being checked.
  const late = new WebSocket(`ws://127.0.0.1:${port}/mcp`, "mcp");
  late.on("error", () => {});
  await eventually(() => assert.equal(checked.length, 2));
  await endpoint.close();
  checked[1]?.();
  await eventually(() => assert.equal(endpoint.connections, 0));
});

test("bytes that are no frames harm nobody else", async () => {
  const { server } = await listen({ maxMessageBytes: 10_000 });
  const other = await open(server);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 40; round++) {
    const socket = await deadPeer(server);
    socket.on("error", () => {});
    const bytes = Buffer.from(Array.from({ length: 1 + random(400) }, () => random(256)));
    // Now and then the beginning is a frame's.
    if (round % 2 === 0) bytes[0] = 0x81;
    socket.write(bytes);
    if (round % 4 === 0) socket.end();
    else socket.destroy();
  }
  assert.ok((await ask(other, 1, "tools/call", echo("still here"))).result);
});

test("a port that is taken is refused", async () => {
  const { server } = await listen();
  const port = Number(new URL(server.url).port);
  await assert.rejects(listen({ port }), /EADDRINUSE/);
});

test("the transport serves the client's side as well", async () => {
  const { server } = await listen();
  const transport = new WebSocketTransport(await open(server));
  const received: string[] = [];
  let closed = 0;
  transport.start({
    message: (text) => received.push(text),
    tooLong: () => {},
    end: () => {},
    close: () => closed++,
  });
  const params = echo("hello");
  transport.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  await eventually(() => assert.match(received[0] ?? "", /hello/));
  await transport.close();
  assert.ok(closed > 0);
});

/** A socket in our hands. */
class FakeSocket implements WebSocketLike {
  readyState = 1;
  bufferedAmount = 0;
  paused = false;
  terminated = false;
  readonly sent: string[] = [];
  addEventListener(): void {}
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 2;
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
  terminate(): void {
    this.terminated = true;
    this.readyState = 3;
  }
}

test("a full buffer stops reading, an overfull one cuts the connection", async () => {
  const socket = new FakeSocket();
  const transport = new WebSocketTransport(socket, { maxBufferedBytes: 10_000_000 });
  let closed = false;
  transport.start({
    message: () => {},
    tooLong: () => {},
    end: () => {},
    close: () => {
      closed = true;
    },
  });
  transport.send("a");
  assert.equal(socket.paused, false);
  socket.bufferedAmount = 2_000_000;
  transport.send("b");
  assert.equal(socket.paused, true);
  socket.bufferedAmount = 0;
  await eventually(() => assert.equal(socket.paused, false));
  socket.bufferedAmount = 10_000_001;
  transport.send("c");
  assert.equal(socket.terminated, true);
  assert.equal(closed, true);
  transport.send("d");
  assert.deepEqual(socket.sent, ["a", "b"]);
});
