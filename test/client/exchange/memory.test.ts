import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import { McpCallError, McpTimeoutError } from "../../../runtime/client/errors.js";
import { connectMemory, McpServer, revisions } from "../../../runtime/index.js";

function zoo(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1.0.0", instructions: "Feed gently." });
  server.tool(
    {
      name: "feed",
      input: { type: "object", properties: { animal: { type: "string" } }, required: ["animal"] },
      output: { type: "object", properties: { fed: { type: "string" } }, required: ["fed"] },
    },
    ({ animal }) => ({ fed: animal }),
  );
  server.tool(
    {
      name: "ask",
      input: { type: "object" },
    },
    async (_input, ctx) => {
      const answer = await ctx.elicit({
        message: "Which one?",
        requestedSchema: {
          type: "object",
          properties: { name: { type: "string", default: "Fiona" } },
        },
      });
      return JSON.stringify(answer);
    },
  );
  server.tool(
    {
      name: "slow",
      input: { type: "object" },
    },
    async (_input, ctx) => {
      for (let step = 1; step <= 5; step++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ctx.progress(step, 5, `step ${step}`);
      }
      return "done";
    },
  );
  server.tool(
    {
      name: "hang",
      input: { type: "object" },
    },
    (_input, ctx) =>
      new Promise((_resolve, reject) => {
        ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason as Error));
      }),
  );
  return server;
}

function connected(options: ClientOptions): Promise<McpClient> {
  return connectMemory(zoo(), options);
}

for (const revision of revisions) {
  describe(`over memory in ${revision}`, () => {
    test("a client lists tools and calls one", async () => {
      await using client = await connected({ protocolVersion: revision });
      assert.equal(client.protocolVersion, revision);
      assert.equal(client.serverInfo?.name, "zoo");
      assert.equal(client.instructions, "Feed gently.");
      assert.deepEqual(
        (await client.listTools()).map((tool) => tool.name),
        ["feed", "ask", "slow", "hang"],
      );
      const result = await client.callTool("feed", { animal: "Otto" });
      assert.deepEqual(result.content, [{ type: "text", text: '{"fed":"Otto"}' }]);
      await client.ping();
    });

    test("an unknown tool is an error with the server's code", async () => {
      await using client = await connected({ protocolVersion: revision });
      await assert.rejects(client.callTool("fly"), (error) => {
        assert.ok(error instanceof McpCallError);
        assert.equal(error.code, -32602);
        return true;
      });
    });

    test("progress gives a request more time, and its handler hears of it", async () => {
      await using client = await connected({ protocolVersion: revision });
      const heard: number[] = [];
      const result = await client.callTool(
        "slow",
        {},
        {
          timeoutMs: 400,
          onProgress: ({ progress }) => heard.push(progress),
        },
      );
      assert.deepEqual(result.content, [{ type: "text", text: "done" }]);
      assert.deepEqual(heard, [1, 2, 3, 4, 5]);
    });

    test("a request without an answer times out, and is cancelled by its signal", async () => {
      await using client = await connected({ protocolVersion: revision });
      await assert.rejects(client.callTool("hang", {}, { timeoutMs: 50 }), McpTimeoutError);
      const abort = new AbortController();
      const call = client.callTool("hang", {}, { signal: abort.signal });
      abort.abort(new Error("enough"));
      await assert.rejects(call, /enough/);
    });

    if (revision >= "2025-11-25") {
      test("a question of the server goes to the handler, with the form's defaults", async () => {
        await using client = await connected({
          protocolVersion: revision,
          elicitation: { form: () => ({ action: "accept", content: {} }) },
        });
        const result = await client.callTool("ask");
        assert.deepEqual(result.content, [
          { type: "text", text: '{"action":"accept","content":{"name":"Fiona"}}' },
        ]);
      });
    }
  });
}

test("the newest revision that both sides have is spoken by default", async () => {
  await using client = await connected({});
  assert.equal(client.protocolVersion, "2026-07-28");
});

test("a time that can't be waited is refused before anything is sent", async () => {
  const sent: string[] = [];
  await using client = await connected({ onMessage: ({ text }) => sent.push(text) });
  await client.listTools();
  const before = sent.length;
  for (const options of [{ timeoutMs: 0 }, { timeoutMs: -1 }, { timeoutMs: NaN }, { maxMs: NaN }]) {
    await assert.rejects(client.callTool("feed", { animal: "Otto" }, options), TypeError);
  }
  assert.equal(sent.length, before);
});
