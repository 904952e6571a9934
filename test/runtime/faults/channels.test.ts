/** Malformed messages on every channel: in memory, stdio, WebSockets and HTTP+SSE. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { WebSocket } from "ws";
import { memoryPair, serveTransport } from "../../../runtime/index.js";
import { nasty } from "../../fault/messages.js";
import { makeOffer } from "../../fault/offer.js";
import { Probe } from "../../fault/probe.js";
import { initializeCall, legacyCall } from "../../fault/requests.js";
import { RawClient } from "../../fault/raw.js";
import { property, seed } from "../../fault/settings.js";
import { Victim } from "../../fault/victim.js";
import { root } from "../../support/cli.js";
import { SseReader } from "../../support/sse-reader.js";
import { runTypeScript } from "../../support/typescript/flags.js";

console.log(`seed ${seed}`);
const prototype = Object.getOwnPropertyNames(Object.prototype).toSorted();

let victim: Victim;
before(async () => {
  victim = await Victim.start();
});
after(() => victim.stop());

/** Tries one text after another on one connection, as a persistent client would. */
function tryAll(probe: Probe, short: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(nasty, (text) => probe.try(text)),
    property(short),
  );
}

test("in memory every request is answered once, whatever was sent before it", async () => {
  const [client, other] = memoryPair();
  const served = serveTransport(makeOffer().server, other);
  const probe = new Probe((text) => client.send(text));
  void client.start({
    message: (text) => probe.receive(text),
    tooLong: () => assert.fail("too long"),
    end: () => {},
    close: () => {},
  });
  await tryAll(probe, 150);
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).toSorted(), prototype);
  await client.close();
  await served;
});

test("on stdio every request is answered once, however the bytes are cut", async () => {
  const child = spawn(
    process.execPath,
    [...runTypeScript, path.join(root, "test/fault/stdio-main.ts")],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  after(() => child.kill());
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  let cuts: readonly number[] = [];
  const probe = new Probe((text) => {
    // One line is one message, so a message must not contain line breaks.
    const bytes = Buffer.from(`${text.replaceAll(/[\r\n]/g, " ")}\n`);
    let from = 0;
    for (const each of cuts) {
      const to = from + (each % 50);
      child.stdin.write(bytes.subarray(from, to));
      from = Math.min(to, bytes.length);
    }
    child.stdin.write(bytes.subarray(from));
  });
  let rest = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) probe.receive(line);
  });
  await fc.assert(
    fc.asyncProperty(nasty, fc.array(fc.nat(), { maxLength: 5 }), (text, where) => {
      cuts = where;
      return probe.try(text);
    }),
    property(100),
  );
  // Invalid UTF-8, a line without end, and then a valid line.
  child.stdin.write(Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0x0a]));
  const long = Buffer.alloc(1024 * 1024, 0x20);
  for (let i = 0; i < 50; i++) {
    if (!child.stdin.write(long)) await once(child.stdin, "drain");
  }
  await probe.try("\t");
  assert.equal(child.exitCode, null);
  assert.doesNotMatch(complaints, /uncaught|unhandled/i);
  const ended = once(child, "exit");
  child.stdin.end();
  const [code] = (await ended) as [number];
  assert.equal(code, 0);
});

test("on stdio a client that does not read is given up before it fills the memory", async () => {
  const child = spawn(
    process.execPath,
    [...runTypeScript, path.join(root, "test/fault/stdio-main.ts")],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  after(() => child.kill());
  const ended = once(child, "exit");
  for (const { body } of [
    initializeCall(),
    legacyCall("tools/call", { name: "shout", arguments: { megabytes: 400 } }, undefined, 2),
  ]) {
    child.stdin.write(`${body}\n`);
  }
  // The call has sent all its messages: those that were not kept are lost.
  await once(child.stderr, "data");
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => (bytes += chunk.length));
  child.stdin.end();
  const [code] = (await ended) as [number];
  assert.equal(code, 0);
  assert.ok(bytes < 100 * 1024 * 1024, `${bytes} bytes were kept`);
});

test("over a WebSocket every request is answered once", async () => {
  const socket = new WebSocket(victim.urls.webSocket, "mcp");
  await once(socket, "open");
  const probe = new Probe((text) => socket.send(text));
  socket.on("message", (data: Buffer) => probe.receive(data.toString()));
  await tryAll(probe, 100);
  assert.equal(socket.readyState, WebSocket.OPEN);
  socket.terminate();
  victim.checkAlive();
});

test("invalid WebSocket frames end only their connection", async () => {
  const other = new WebSocket(victim.urls.webSocket, "mcp");
  await once(other, "open");
  const probe = new Probe((text) => other.send(text));
  other.on("message", (data: Buffer) => probe.receive(data.toString()));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const client = await RawClient.upgrade(victim.urls.webSocket);
      await client.write(Buffer.from(bytes));
      client.socket.end();
      await client.closed();
      await probe.try("{}");
    }),
    property(50),
  );
  other.terminate();
  victim.checkAlive();
});

test("over HTTP+SSE every request is answered once", async () => {
  const leave = new AbortController();
  const reader = new SseReader(
    await fetch(victim.urls.sse, {
      headers: { Accept: "text/event-stream" },
      signal: leave.signal,
    }),
  );
  const first = await reader.next();
  const url = new URL(first?.data ?? "", victim.urls.sse);
  const probe = new Probe(async (text) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
    });
    const body = await response.text();
    if (response.status === 202) return;
    assert.equal(response.status, 400, body);
    // Invalid JSON is answered in the POST's response, not on the stream.
    probe.receive(body);
  });
  const reading = (async () => {
    for (;;) {
      const event = await reader.next();
      if (!event) return;
      if (event.event === "message") probe.receive(event.data);
    }
  })().catch(() => {});
  await tryAll(probe, 80);
  leave.abort();
  await reading;
  victim.checkAlive();
});
