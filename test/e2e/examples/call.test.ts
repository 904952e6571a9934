/** examples/client/call.ts with servers on the official SDKs, on each transport. */
import assert from "node:assert/strict";
import path from "node:path";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocketServer } from "ws";
import { sdkV1, sdkV2, v1Server, v2Server } from "../../client/http/support/sdk-servers.js";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { SocketTransport } from "../../support/official/socket-transport.js";
import { exampleCommand } from "./example-process.js";

const program = (name: string): string[] => [
  process.execPath,
  path.join(root, "test/client/judges/programs", name),
  "stdio",
];

/** Serves a server of an official SDK for each WebSocket. */
async function socketServer(server: () => { connect(transport: SocketTransport): unknown }) {
  const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  sockets.on("connection", (socket) => void server().connect(new SocketTransport(socket)));
  await once(sockets, "listening");
  return {
    url: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const each of sockets.clients) each.terminate();
      sockets.close();
    },
  };
}

async function call(tool: string, args: object, target: readonly string[]): Promise<string> {
  const { command, args: words } = exampleCommand("client/call.ts");
  const all = [...words, tool, JSON.stringify(args), ...target];
  const { code, stdout, stderr } = await runProcess(command, all);
  assert.equal(code, 0, stderr);
  return stdout;
}

const sum = { a: 2, b: 3 };

for (const [version, stdio, http, webSocket] of [
  ["1", "sdk-v1-server.js", sdkV1, () => socketServer(v1Server as never)],
  ["2", "sdk-v2-server.js", sdkV2, () => socketServer(v2Server)],
] as const) {
  test(`a tool of a program on the official SDK ${version} is called`, async () => {
    const printed = await call("add", sum, program(stdio));
    assert.match(printed, /^tools: add, /m);
    assert.match(printed, /sum: 5/);
  });

  test(`progress and errors of the official SDK ${version} are shown`, async () => {
    assert.match(await call("report", {}, program(stdio)), /of 3\n/);
    assert.match(await call("none", {}, program(stdio)), /error -32602: |not found/);
  });

  for (const [transport, open] of [
    ["Streamable HTTP", http],
    ["a WebSocket", webSocket],
  ] as const) {
    test(`a tool of the official SDK ${version} is called over ${transport}`, async () => {
      await using server = await open();
      assert.equal(await call("add", sum, [server.url]), "tools: add\n5\n");
    });
  }
}
