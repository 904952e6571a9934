/** Bodies of requests that arrive in pieces on one connection. */
import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { McpServer, serveHttp, type HttpServer } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { call } from "../../support/transports/http.js";

const limit = 2_000;
let http: HttpServer;

before(async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const input = { type: "object", properties: { text: { type: "string" } } };
  server.tool({ name: "echo", input }, ({ text }) => String(text));
  http = await serveHttp(server, { port: 0, maxBodyBytes: limit });
});

after(() => http.close());

/** One connection of a client, and all that the server has sent on it. */
class Connection {
  readonly socket: Socket = connect(Number(new URL(http.url).port), "127.0.0.1");
  received = "";

  constructor() {
    this.socket.on("data", (data) => (this.received += data.toString()));
  }

  /** Sends parts of a request, each in its own packet. */
  async send(...parts: readonly (string | Uint8Array)[]): Promise<void> {
    for (const part of parts) {
      this.socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Waits until the server has sent so many responses, and returns their status codes. */
  async statuses(count: number): Promise<string[]> {
    const found = (): string[] =>
      [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => String(status));
    await eventually(() => found().length === count);
    return found();
  }
}

function head(length: number | "chunked"): string {
  const framing = length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`;
  return [
    "POST /mcp HTTP/1.1",
    "host: 127.0.0.1",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    framing,
    "\r\n",
  ].join("\r\n");
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

test("a body in pieces is read as one, also where a character is cut", async () => {
  const client = new Connection();
  const body = Buffer.from(call("echo", { text: "Grüße 😀" }));
  const cut = body.indexOf(Buffer.from("😀")) + 2;
  await client.send(head(body.length), body.subarray(0, cut), body.subarray(cut));
  await client.statuses(1);
  assert.match(client.received, /Grüße 😀/);
  const text = call("echo", { text: "in chunks" });
  await client.send(head("chunked"), chunk(text.slice(0, 9)), chunk(text.slice(9)), "0\r\n\r\n");
  assert.deepEqual(await client.statuses(2), ["200", "200"]);
  assert.match(client.received, /in chunks/);
  client.socket.destroy();
});

test("requests that arrive together are answered in their order", async () => {
  const client = new Connection();
  const texts = ["first", "second", "third"];
  const requests = texts.map((text) => {
    const body = call("echo", { text });
    return head(body.length) + body;
  });
  await client.send(requests.join(""));
  await client.statuses(3);
  const order = [...client.received.matchAll(/"text":"(\w+)"/g)].map(([, text]) => text);
  assert.deepEqual(order, texts);
  client.socket.destroy();
});

test("the rest of a body that is too large is discarded, and the connection goes on", async () => {
  const client = new Connection();
  const part = " ".repeat(limit - 10);
  await client.send(head("chunked"), chunk(part), chunk(part), chunk(part), "0\r\n\r\n");
  assert.deepEqual(await client.statuses(1), ["413"]);
  const body = call("echo", { text: "next" });
  await client.send(head(body.length) + body);
  assert.deepEqual(await client.statuses(2), ["413", "200"]);
  client.socket.destroy();
});

test("a client that leaves in the middle of a body does no harm", async () => {
  const client = new Connection();
  const body = call("echo", { text: "lost" });
  await client.send(head(body.length), body.slice(0, 20));
  client.socket.destroy();
  const next = new Connection();
  await next.send(head(body.length) + body);
  assert.deepEqual(await next.statuses(1), ["200"]);
  next.socket.destroy();
});

test("a listener of the program that reads the request, too, gets the same body", async () => {
  const body = call("echo", { text: "shared" });
  for (const listen of ["on", "prependListener"] as const) {
    let seen = "";
    const listener = (request: IncomingMessage): void => {
      request.on("data", (data: Buffer) => (seen += data.toString()));
    };
    http.server[listen]("request", listener);
    const client = new Connection();
    await client.send(head(body.length), body.slice(0, 30), body.slice(30));
    assert.deepEqual(await client.statuses(1), ["200"], listen);
    assert.match(client.received, /shared/);
    assert.equal(seen, body, listen);
    http.server.off("request", listener);
    client.socket.destroy();
  }
});

test("a listener of the program that reads later, too, gets the same body", async () => {
  const body = call("echo", { text: "shared later" });
  let seen = "";
  const listener = (request: IncomingMessage): void => {
    setTimeout(() => request.on("data", (data: Buffer) => (seen += data.toString())), 5);
  };
  http.server.on("request", listener);
  const client = new Connection();
  await client.send(head(body.length), body.slice(0, 30), body.slice(30, 60), body.slice(60));
  assert.deepEqual(await client.statuses(1), ["200"]);
  assert.equal(seen, body);
  http.server.off("request", listener);
  client.socket.destroy();
});
