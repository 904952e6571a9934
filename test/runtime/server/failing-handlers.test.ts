/** Handlers of a server's author that fail, or give what can't be sent: the server goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, ProtocolError, type ServerOptions } from "../../../runtime/index.js";
import { Log } from "../../../runtime/protocol/log.js";
import { Peer } from "../../support/peer.js";

const fails = (): never => {
  throw new Error("no");
};
const rejects = (): unknown => Promise.reject(new Error("no"));
const failing = [fails, rejects];

function serverWith(options: ServerOptions): McpServer {
  return new McpServer({ name: "s", version: "1" }, options);
}

test("a failing handler of notifications is logged, and the others are called", async () => {
  const logged: string[] = [];
  const logger: ServerOptions["logger"] = ({ message }) => void logged.push(message);
  const heard: string[] = [];
  const host = serverWith({ logger, onNotification: fails });
  for (const onNotification of failing) host.mount(serverWith({ onNotification }));
  host.mount(serverWith({ onNotification: (method) => void heard.push(method) }));
  const peer = await Peer.connect(host, "2025-11-25");
  assert.ok((await peer.request("ping")).result);
  assert.deepEqual(logged, Array(3).fill("The handler of notifications/initialized failed"));
  assert.deepEqual(heard, ["notifications/initialized"]);
  await peer.close();
});

for (const logger of failing) {
  test(`what a logger that ${logger.name} can't write goes to standard error`, async (t) => {
    const written: string[] = [];
    const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
    t.mock.method(process.stderr, "write", write);
    new Log(logger).error("The disk is full");
    await Promise.resolve();
    assert.equal(written.length, 1);
    assert.match(
      written[0] ?? "",
      /The disk is full \(written to stderr because the logger failed\)/,
    );
  });
}

const circle: { self?: unknown } = {};
circle.self = circle;

test("an error response has no data that is no JSON", async (t) => {
  const logged = t.mock.method(process.stderr, "write", () => true);
  for (const [count, data] of [{ row: 1n }, circle].entries()) {
    const server = serverWith({});
    server.tool({ name: "lock" }, () => {
      throw new ProtocolError(1, "The row is locked", data);
    });
    const peer = await Peer.connect(server, "2026-07-28");
    const { error } = await peer.request("tools/call", { name: "lock", arguments: {} });
    assert.deepEqual(error, { code: 1, message: "The row is locked" });
    assert.equal(logged.mock.callCount(), count + 1);
    await peer.close();
  }
});

test("a log message says what can't be sent, and an error is a text", async () => {
  const server = serverWith({});
  server.tool({ name: "work" }, (_args, ctx) => {
    ctx.log("error", new TypeError("no"));
    ctx.error("Failed", new TypeError("no"));
    ctx.log("error", { rows: 1n });
    ctx.error("Failed", { circle });
    return "done";
  });
  const peer = await Peer.connect(server, "2025-11-25");
  const { content } = await peer.call("work");
  assert.equal(content[0]?.text, "done");
  const [thrown, told, big, circular] = peer.notifications.map(({ params }) => params["data"]);
  assert.equal(thrown, "TypeError: no");
  assert.deepEqual(told, { message: "Failed", data: "TypeError: no" });
  assert.match(String(big), /^This data is no JSON: .*BigInt/);
  const { message, data } = circular as { readonly message: string; readonly data: string };
  assert.equal(message, "Failed");
  assert.match(data, /^This data is no JSON: Converting circular structure/);
  await peer.close();
});
