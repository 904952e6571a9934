/** Bodies, lines and frames that are too long are refused at little cost. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { RawClient, postHeaders } from "../../fault/raw.js";
import { modernCall } from "../../fault/requests.js";
import { full } from "../../fault/settings.js";
import { Victim } from "../../fault/victim.js";

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(mebibyte, 0x20);
/** Allowed growth while the server refuses: less than the cost of buffering and joining a body. */
const toleranceBytes = 96 * mebibyte;
const rounds = full ? 20 : 3;

let victim: Victim;
before(async () => {
  victim = await Victim.start();
});
after(() => victim.stop());

const ping = modernCall("tools/call", { name: "echo", arguments: { text: "here" } });

async function assertCheap(work: () => Promise<void>): Promise<void> {
  await victim.ask("memory");
  await victim.ask("peak");
  const { rss: before } = await victim.ask("peak");
  await work();
  const { rss } = await victim.ask("peak");
  assert.ok(rss - before < toleranceBytes, `it grew by ${rss - before} bytes`);
}

/** Opens a stream of HTTP+SSE and returns it with the URL for the client's messages. */
async function openSse(): Promise<{ stream: RawClient; messages: string }> {
  const stream = await RawClient.connect(victim.urls.sse);
  stream.read();
  await stream.write(stream.head("GET", { Accept: "text/event-stream" }));
  await stream.answered("sessionId=");
  await stream.answered("\n\n");
  const path = /data: (\S+)/.exec(stream.text)?.[1] ?? "";
  return { stream, messages: new URL(path, victim.urls.sse).href };
}

async function sendLong(url: string, size: number, chunked: boolean): Promise<number | undefined> {
  const client = await RawClient.connect(url);
  client.read();
  const length = chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": size };
  let open = await client.write(client.head("POST", { ...postHeaders, ...length }));
  for (let sent = 0; sent < size && open; sent += chunk.length) {
    if (chunked) await client.write(`${chunk.length.toString(16)}\r\n`);
    open = await client.write(chunk);
    if (chunked) await client.write("\r\n");
  }
  if (chunked) await client.write("0\r\n\r\n");
  const answer = await client.answer();
  if (answer) assert.equal(JSON.parse(answer.body).error.code, -32600);
  // After the error the client can use the same connection, unless it was closed properly.
  if (answer && !client.ended && answer.headers["connection"] !== "close") {
    await client.post(ping.body, ping.headers);
    const next = await client.answer();
    const path = new URL(url).pathname;
    if (next && path === "/mcp") assert.equal(next.status, 200);
  }
  client.socket.destroy();
  return answer?.status;
}

for (const chunked of [false, true]) {
  const form = chunked ? "chunks" : "one piece";
  test(`bodies of 50 MB in ${form} are refused with 413 at every path`, async () => {
    const { stream, messages } = await openSse();
    await assertCheap(async () => {
      for (let i = 0; i < rounds; i++) {
        assert.equal(await sendLong(victim.urls.http, 50 * mebibyte, chunked), 413);
        assert.equal(await sendLong(messages, 50 * mebibyte, chunked), 413);
      }
    });
    stream.socket.destroy();
    await victim.checkServes();
  });
}

test("a body without end is given up", async () => {
  await assertCheap(async () => {
    const status = await sendLong(victim.urls.http, 1024 * mebibyte, true);
    assert.ok(status === 413 || status === undefined, String(status));
  });
  await victim.checkServes();
});

test("a body that is compressed is not taken for JSON, nor unpacked", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * mebibyte, 0x20));
  const client = await RawClient.connect(victim.urls.http);
  client.read();
  const headers = { "Content-Encoding": "gzip", "Content-Length": bomb.length };
  await client.write(client.head("POST", { ...postHeaders, ...headers }));
  await client.write(bomb);
  const answer = await client.answer();
  assert.equal(answer?.status, 415);
  assert.equal(answer.headers["accept-encoding"], "identity");
  assert.match(JSON.parse(answer.body).error.message, /without Content-Encoding/);
  client.socket.destroy();
  await victim.checkServes();
});

test("a WebSocket frame of more than 10 MiB ends its connection, and no other", async () => {
  const other = new WebSocket(victim.urls.webSocket, "mcp");
  await new Promise((resolve) => other.once("open", resolve));
  for (let i = 0; i < rounds; i++) {
    const socket = new WebSocket(victim.urls.webSocket, "mcp");
    await new Promise((resolve) => socket.once("open", resolve));
    socket.on("error", () => {});
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    socket.send(" ".repeat(10 * mebibyte + 1));
    assert.equal(await closed, 1009);
  }
  const answer = new Promise<string>((resolve) =>
    other.once("message", (data: Buffer) => resolve(data.toString())),
  );
  other.send(ping.body);
  assert.match(await answer, /"here"/);
  other.terminate();
  await victim.checkServes();
});

test("a WebSocket message in endless fragments ends its connection", async () => {
  const socket = new WebSocket(victim.urls.webSocket, "mcp");
  await new Promise((resolve) => socket.once("open", resolve));
  socket.on("error", () => {});
  let open = true;
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  void closed.then(() => (open = false));
  await assertCheap(async () => {
    for (let i = 0; i < 100 && open; i++) {
      await new Promise((resolve) => socket.send(chunk.toString(), { fin: false }, resolve));
    }
    assert.ok([1009, 1006].includes(await closed));
  });
  await victim.checkServes();
});
