/** MCP messages over WebSockets: both eras on one connection, bad frames, bad messages, scopes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import { WebSocket } from "ws";
import { cleanUp } from "../../support/clean-up.js";
import { checkServerMessage } from "../../support/wire/official-schemas.js";
import { envelope, type Answer } from "../../support/peer.js";
import { gate, LockedZoo } from "../../support/servers/locked-zoo.js";
import {
  options,
  serveZoo,
  open,
  ask,
  echo,
  closing,
  deadPeer,
} from "../../support/transports/websocket.js";

test("one connection carries a session and requests of 2026-07-28", async () => {
  const { server } = await serveZoo();
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

test("frames that carry no message end the connection with the code that says why", async () => {
  const { server } = await serveZoo({ maxMessageBytes: 1000 });
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

test("an invalid message is answered with an error, and the connection stays open", async () => {
  const { server } = await serveZoo();
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

test("a call that the token has no scope for is refused", async () => {
  const zoo = new LockedZoo(options);
  const authorizer = gate({ reader: {}, writer: { scopes: ["zoo:write"] } });
  const { server } = await serveZoo({ authorizer }, zoo);
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

test("the official SDK's client lists and calls", async () => {
  const { server } = await serveZoo();
  const own = globalThis.WebSocket;
  // The client uses the global WebSocket, which this Node may lack.
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

test("invalid frames do not affect other clients", async () => {
  const { server } = await serveZoo({ maxMessageBytes: 10_000 });
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
    // Half of them begin like a frame.
    if (round % 2 === 0) bytes[0] = 0x81;
    socket.write(bytes);
    if (round % 4 === 0) socket.end();
    else socket.destroy();
  }
  assert.ok((await ask(other, 1, "tools/call", echo("still here"))).result);
});
