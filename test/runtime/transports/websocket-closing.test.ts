/** The end of WebSocket connections: leaving clients, stopping servers, dead and slow peers, expired tokens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope } from "../../support/peer.js";
import { eventually } from "../../support/eventually.js";
import { gate } from "../../support/servers/locked-zoo.js";
import {
  serveZoo,
  open,
  ask,
  echo,
  closing,
  deadPeer,
} from "../../support/transports/websocket.js";

test("a client that leaves cancels what it asked for", async () => {
  const { server, zoo } = await serveZoo();
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
  const { server } = await serveZoo();
  const busy = await open(server);
  const idle = await open(server);
  const idleClosed = closing(idle);
  const busyClosed = closing(busy);
  const answer = ask(busy, 1, "tools/call", {
    name: "late",
    arguments: { ms: 200 },
    _meta: envelope(),
  });
  // This answer shows that the message before has arrived.
  await ask(busy, 2, "tools/call", echo("x"));
  const stopped = server.close();
  assert.equal((await idleClosed).code, 1001);
  assert.deepEqual((await answer).result?.["content"], [{ type: "text", text: "after 200" }]);
  assert.equal((await busyClosed).code, 1001);
  await stopped;
  await assert.rejects(fetch(server.url.replace("ws:", "http:")));
});

test("a peer that shows no sign of life is dropped; one that answers pings stays", async () => {
  const { server, zoo } = await serveZoo({ pingMs: 100 });
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
  // A mask of zeros leaves the text unchanged.
  dead.write(Buffer.from([0x81, 0xfe, frame.length >> 8, frame.length & 255, 0, 0, 0, 0]));
  dead.write(frame);
  await eventually(() => assert.equal(zoo.waiting.length, 1));
  await eventually(() => dead.closed);
  await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true));
  assert.ok((await ask(alive, 1, "tools/call", echo("here"))).result);
});

test("a slow reader is waited for: nothing is lost, and no more work is taken meanwhile", async () => {
  const { server } = await serveZoo({ maxBufferedBytes: 64 * 1024 * 1024 });
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
  // The server has stopped reading once our messages stay in the buffer.
  await eventually(() => socket.bufferedAmount > 0);
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
  const { server } = await serveZoo({ authorizer: gate({ short: { expiresAt } }) });
  const socket = await open(server, { authorization: "Bearer short" });
  assert.equal((await closing(socket)).code, 3000);
});
