/** Options that can't be used are refused before anything is started. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import { connect, connectHttp, connectWebSocket, McpServer } from "../../../runtime/index.js";
import { scripted } from "../../support/client/scripted.js";

const unusable: readonly [string, Record<string, unknown>][] = [
  ["startTimeoutMs", { startTimeoutMs: 0 }],
  ["startTimeoutMs", { startTimeoutMs: "5s" }],
  ["requestTimeoutMs", { requestTimeoutMs: -1 }],
  ["maxRequestMs", { maxRequestMs: Number.NaN }],
  ["maxMessageBytes", { maxMessageBytes: null }],
  ["cacheSize", { cacheSize: -1 }],
  ["maxRounds", { maxRounds: "many" }],
  ["retries", { retries: -1 }],
  ["retries", { retries: "3" }],
  ["retries.attempts", { retries: { attempts: Number.NaN } }],
  ["retries.firstMs", { retries: { firstMs: -5 } }],
  ["protocolVersion", { protocolVersion: "2025-01-01" }],
  ["logLevel", { logLevel: "loud" }],
  ["signal", { signal: {} }],
  ["onLog", { onLog: "console" }],
  ["sampling", { sampling: {} }],
];

for (const [name, options] of unusable) {
  test(`${JSON.stringify(options)} is a TypeError that names ${name}, over every transport`, async () => {
    const server = scripted();
    const targets = [
      () => server.connect(options as ClientOptions),
      () => connect(new McpServer({ name: "x", version: "1" }), options),
      () => connectHttp("http://127.0.0.1:9/mcp", options),
      () => connectWebSocket("ws://127.0.0.1:9/mcp", options),
    ];
    for (const target of targets) {
      await assert.rejects(target, (error) => {
        assert.ok(error instanceof TypeError, String(error));
        assert.ok(error.message.includes(`The option ${name} must be`), error.message);
        return true;
      });
    }
    assert.equal(server.starts(), 0);
  });
}

test("times without limit are allowed", async () => {
  const infinite = { startTimeoutMs: Infinity, requestTimeoutMs: Infinity, maxRequestMs: Infinity };
  const client = await scripted().connect(infinite);
  await client.callTool("echo");
  await client.close();
});

test("what a handler of standard error throws or rejects with is logged", async () => {
  const server = scripted("noisy-stderr");
  const { connectStdio } = await import("../../../runtime/compose/connect-stdio.js");
  const fails = (): never => {
    throw new Error("of the handler");
  };
  const rejects = (): unknown => Promise.reject(new Error("of the handler"));
  for (const onStderr of [fails, rejects]) {
    const messages: string[] = [];
    const log = ({ message }: { readonly message: string }): void => void messages.push(message);
    const client = await connectStdio({ ...server.server, onStderr }, { log });
    await client.callTool("echo");
    await client.close();
    assert.deepEqual(messages, ["The handler onStderr failed"]);
  }
});
