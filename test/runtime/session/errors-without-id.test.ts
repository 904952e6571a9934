/** Responses that belong to no request are not answered: two ends that answer each other's errors would never stop. */
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { after, before, test } from "node:test";
import { McpServer, memoryPair, serveHttp, serveTransport } from "../../../runtime/index.js";
import type { HttpServer } from "../../../runtime/index.js";
import { readMessage } from "../../../runtime/protocol/json-rpc.js";

const parseError = { code: -32700, message: "Parse error" };
/** Responses without the id of a request; the first two are valid. */
const responses: readonly object[] = [
  { jsonrpc: "2.0", error: parseError },
  { jsonrpc: "2.0", id: null, error: parseError },
  { jsonrpc: "2.0", id: 1.5, error: parseError },
  { jsonrpc: "2.0", id: null, method: null, error: parseError },
  { jsonrpc: "2.0", error: null },
  { jsonrpc: "2.0", result: {} },
  { jsonrpc: "2.0", id: null, result: {} },
  { jsonrpc: "1.0", id: 7, result: {} },
  { id: 7, error: parseError },
  { error: parseError },
];

const newServer = (): McpServer => new McpServer({ name: "s", version: "1" });

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await turn();
}

/** Opens a channel to a server. */
function channel(): { send: (message: unknown) => void; got: string[] } {
  const [ours, theirs] = memoryPair();
  const got: string[] = [];
  void ours.start({ message: (text) => got.push(text), tooLong() {}, end() {}, close() {} });
  void serveTransport(newServer(), theirs);
  return { send: (message) => void ours.send(JSON.stringify(message)), got };
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } },
});

test("a response that belongs to no request is not answered", async () => {
  for (const response of responses) {
    const { send, got } = channel();
    send(response);
    await settle();
    assert.deepEqual(got, [], JSON.stringify(response));
  }
});

test("a batch of responses that belong to no request is not answered", async () => {
  const { send, got } = channel();
  send(initialize("2025-03-26"));
  await settle();
  assert.equal(got.length, 1);
  send(responses);
  await settle();
  assert.equal(got.length, 1, got[1]);
});

test("two servers that are connected to each other stop after one bad message", async () => {
  for (const bad of ["not json", "{}", "[]", '{"jsonrpc":"2.0","method":7}']) {
    const [left, right] = memoryPair();
    let sent = 0;
    for (const end of [left, right]) {
      const send = end.send.bind(end);
      end.send = (text) => {
        sent += 1;
        // Without a limit, two ends that never stop would keep the test from failing.
        return sent < 100 ? send(text) : Promise.resolve();
      };
    }
    void serveTransport(newServer(), left);
    void serveTransport(newServer(), right);
    void left.send(bad);
    await settle();
    assert.equal(sent, 2, bad);
  }
});

test("what is no response is still answered", async () => {
  for (const message of [{}, { jsonrpc: "2.0" }, { jsonrpc: "2.0", id: 1, method: 7 }, 7, null]) {
    const { send, got } = channel();
    send(message);
    await settle();
    assert.equal((JSON.parse(got[0] ?? "{}") as { error?: { code: number } }).error?.code, -32600);
  }
  const request = { jsonrpc: "2.0", id: 1, method: "ping", result: {}, error: {} };
  assert.equal(readMessage(request).kind, "request");
});

let http: HttpServer;
before(async () => {
  http = await serveHttp(newServer(), { port: 0 });
});
after(() => http.close());

test("over HTTP an error without an id is accepted, and a malformed response is refused", async () => {
  const post = (body: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(http.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...more,
      },
      body: JSON.stringify(body),
    });
  const begun = await post(initialize("2025-03-26"));
  await begun.text();
  const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  for (const headers of [{}, session]) {
    for (const [index, response] of responses.entries()) {
      const { status } = await post(response, headers);
      assert.equal(status, index < 5 ? 202 : 400, JSON.stringify(response));
    }
    assert.equal((await post(responses, headers)).status, 202);
  }
});
