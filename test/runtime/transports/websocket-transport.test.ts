/** `WebSocketTransport` by itself: on the client's side, and with full buffers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  WebSocketTransport,
  type WebSocketLike,
} from "../../../runtime/transports/websocket/websocket-transport.js";
import { eventually } from "../../support/eventually.js";
import { serveZoo, open, echo } from "../../support/transports/websocket.js";

test("the transport serves the client's side as well", async () => {
  const { server } = await serveZoo();
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

/** A socket whose state the test sets. */
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
