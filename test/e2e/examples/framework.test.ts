/** examples/framework, which holds the twins of the seeds' server examples: the same promises over three transports. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { WebSocket } from "ws";
import { exampleCommand, startExample, type ExampleProcess } from "./example-process.js";

// The SDK's WebSocket client needs a global that Node 20 lacks.
(globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;

let net: ExampleProcess;
const stops: (() => void)[] = [];
before(async () => {
  const t = { after: (stop: () => void) => void stops.push(stop) };
  net = await startExample(t as never, "framework/server.ts", {}, ["net"]);
});
after(() => stops.forEach((stop) => stop()));

const transports: readonly (readonly [string, () => Transport])[] = [
  ["stdio", () => new StdioClientTransport(exampleCommand("framework/server.ts"))],
  ["Streamable HTTP", () => new StreamableHTTPClientTransport(net.url) as Transport],
  [
    "WebSocket",
    () => new WebSocketClientTransport(new URL(`${net.url.href.replace("http", "ws")}/ws`)),
  ],
];

for (const [name, open] of transports) {
  describe(`the shop over ${name}`, () => {
    let client: Client;
    before(async () => {
      client = new Client(
        { name: "test", version: "1" },
        { capabilities: { elicitation: { form: {} }, sampling: {} } },
      );
      client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: {} }));
      client.setRequestHandler(CreateMessageRequestSchema, () => ({
        role: "assistant",
        model: "m",
        content: { type: "text", text: "Tea for two" },
      }));
      await client.connect(open());
    });
    after(() => client.close());

    const call = (tool: string, args: Record<string, unknown> = {}) =>
      client.callTool({ name: tool, arguments: args });
    const textOf = async (tool: string, args: Record<string, unknown> = {}): Promise<unknown> =>
      ((await call(tool, args)).content as { text?: string }[])[0]?.text;

    test("a tool searches what the lifespan has opened", async () => {
      const found = JSON.parse(
        String(await textOf("search", { query: "tea", limit: 1 })),
      ) as unknown;
      assert.deepEqual(found, { items: [{ name: "tea", cents: 450 }] });
    });

    test("a guard refuses with FORBIDDEN, and lets the right caller through", async () => {
      await assert.rejects(
        call("remove", { role: "guest", name: "x" }),
        (error: { code?: number; data?: unknown }) => {
          assert.equal(error.code, -32603);
          assert.deepEqual(error.data, { type: "FORBIDDEN", guard: "hasRole" });
          return true;
        },
      );
      assert.equal(await textOf("remove", { role: "admin", name: "x" }), "Removed x.");
    });

    test("an exception handler turns the shop's error into a text", async () => {
      const { isError, content } = await call("buy", { name: "gold" });
      assert.equal(isError, true);
      assert.deepEqual(content, [{ type: "text", text: "gold is sold out." }]);
    });

    test("a stream sends progress for each piece, and then the whole", async () => {
      const told: (string | undefined)[] = [];
      const params = { name: "describe", arguments: { name: "tea" } };
      const onprogress = (each: { message?: string | undefined }) => void told.push(each.message);
      const { content } = await client.callTool(params, undefined, { onprogress });
      assert.deepEqual(content, [{ type: "text", text: "The tea is good." }]);
      assert.deepEqual(told, ["The ", "tea", " is good."]);
      assert.equal(await textOf("sum"), "6");
    });

    test("content and structured content are independent", async () => {
      const { content, structuredContent } = await call("analyse", { text: "good" });
      assert.deepEqual(content, [{ type: "text", text: "Sentiment: positive" }]);
      assert.deepEqual(structuredContent, { sentiment: "positive", letters: 4 });
    });

    test("the user and the client's model are asked", async () => {
      assert.equal(await textOf("clear"), "Deleted.");
      assert.equal(await textOf("slogan", { name: "tea" }), "Tea for two");
    });

    test("resources are text and bytes, with annotations, path and query variables", async () => {
      const { resources } = await client.listResources();
      assert.deepEqual(resources[0]?.annotations, { audience: ["user"], priority: 0.8 });
      const read = async (uri: string) =>
        (await client.readResource({ uri })).contents[0] as { text?: string; blob?: string };
      assert.equal((await read("shop://readme")).text, "The shop is open.");
      assert.equal((await read("shop://files/a/b.txt?version=2")).text, "a/b.txt in version 2");
      assert.equal((await read("shop://images/tea")).blob, "dGVh");
    });

    test("a prompt is a message, and its argument is completed", async () => {
      const { messages } = await client.getPrompt({ name: "greet", arguments: { name: "Ada" } });
      assert.deepEqual(messages, [{ role: "user", content: { type: "text", text: "Hello Ada!" } }]);
      const ref = { type: "ref/prompt" as const, name: "greet" };
      const { completion } = await client.complete({ ref, argument: { name: "name", value: "a" } });
      assert.deepEqual(completion.values, ["Alice"]);
    });

    test("a mounted server's tools have its prefix, and the audit saw the calls", async () => {
      const { structuredContent, content } = await call("analytics_calls");
      const told = structuredContent ?? JSON.parse((content as { text: string }[])[0]?.text ?? "");
      assert.ok((told as { calls: number }).calls >= 6, JSON.stringify(told));
    });
  });
}
