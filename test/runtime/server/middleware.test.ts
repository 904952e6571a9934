import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import { McpServer } from "../../../runtime/server/mcp-server.js";
import type { Middleware } from "../../../runtime/server/types/middleware.js";

/** Notes what runs, and when. */
function noting(notes: string[], name: string): Middleware {
  return {
    guard(call) {
      notes.push(`${name} guards ${call.kind} ${call.name}`);
      return true;
    },
    async intercept(_call, next) {
      notes.push(`${name} before`);
      const result = await next();
      notes.push(`${name} after`);
      return result;
    },
  };
}

test("guards run first, then interceptors from the outside in, those of the server before those of an entry", async () => {
  const notes: string[] = [];
  const server = new McpServer({ name: "notes", version: "1" }, { use: [noting(notes, "server")] });
  server.tool({ name: "now", use: [noting(notes, "tool")] }, () => "noon");
  await using client = await connectMemory(server);
  const result = await client.callTool("now");
  assert.deepEqual(result.content, [{ type: "text", text: "noon" }]);
  assert.deepEqual(notes, [
    "server guards tool now",
    "tool guards tool now",
    "server before",
    "tool before",
    "tool after",
    "server after",
  ]);
});

test("a guard refuses tools, resources, templates and prompts before they run", async () => {
  const server = new McpServer({ name: "closed", version: "1" }, { use: [{ guard: nobody }] });
  const fail = (): never => assert.fail("The entry must not run.");
  server.tool({ name: "t" }, fail);
  server.resource({ name: "r", uri: "a://r" }, fail);
  server.template({ name: "x", uriTemplate: "b://{id}" }, fail);
  server.prompt({ name: "p" }, fail);
  await using client = await connectMemory(server);
  for (const call of [
    () => client.callTool("t"),
    () => client.readResource("a://r"),
    () => client.readResource("b://1"),
    () => client.getPrompt("p"),
  ]) {
    await assert.rejects(call, {
      code: -32603,
      data: { type: "FORBIDDEN", guard: "nobody" },
    });
  }
});

function nobody(): boolean {
  return false;
}

test("exception handlers turn errors into results, the one nearest to the entry first", async () => {
  class NoStock extends Error {}
  const server = new McpServer(
    { name: "shop", version: "1" },
    { use: [{ handleError: () => "Something went wrong." }] },
  );
  const use: Middleware[] = [
    { handleError: (error) => (error instanceof NoStock ? "Sold out." : undefined) },
  ];
  server.tool({ name: "buy", use }, () => {
    throw new NoStock();
  });
  server.tool({ name: "sell", use }, () => {
    throw new Error("boom");
  });
  await using client = await connectMemory(server);
  const texts: unknown[] = [];
  for (const name of ["buy", "sell"]) {
    const { content, isError } = await client.callTool(name);
    texts.push([content[0]?.type === "text" && content[0].text, isError]);
  }
  assert.deepEqual(texts, [
    ["Sold out.", true],
    ["Something went wrong.", true],
  ]);
});
