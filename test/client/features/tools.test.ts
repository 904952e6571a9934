import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpAnswerError,
  McpCallError,
  McpTimeoutError,
  McpToolError,
} from "../../../runtime/client/errors.js";
import { connectMemory, McpServer, revisions } from "../../../runtime/index.js";
import { exactJson } from "../../../runtime/protocol/exact-json.js";
import { parseJson } from "../../../runtime/protocol/json-rpc.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { scripted, settle } from "./scripted-server.js";

const input = { type: "object" } as const;
const counted = {
  name: "count",
  inputSchema: input,
  outputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
};

function counting(structuredContent: unknown) {
  return ({ method }: { readonly method: string }): unknown =>
    method === "tools/list"
      ? { tools: [counted], ttlMs: 0, cacheScope: "private" }
      : { content: [], structuredContent };
}

for (const revision of revisions) {
  // parity J: list_tools / call_tool
  test(`tools are listed and called: ${revision}`, async () => {
    const server = new McpServer({ name: "zoo", version: "1" });
    server.tool(
      {
        name: "count",
        title: "Count",
        input: { type: "object", properties: { n: { type: "integer" } } },
        output: counted.outputSchema,
      },
      ({ n }) => ({ n }),
    );
    await using client = await connectMemory(server, { protocolVersion: revision });
    const [tool] = await client.listTools();
    assert.equal(tool?.name, "count");
    if (revision >= "2025-03-26") assert.equal(tool.title, "Count");
    const result = await client.callTool("count", { n: 3 });
    if (revision >= "2025-06-18") assert.deepEqual(result.structuredContent, { n: 3 });
    else assert.deepEqual(result.content, [{ type: "text", text: '{"n":3}' }]);
    await assert.rejects(client.callTool("none"), McpCallError);
  });
}

test("structured content that breaks the tool's output schema is an error with the place", async () => {
  for (const [content, expected] of [
    [
      { n: "many" },
      /The result of the tool count of the server in memory breaks its output schema: .*n/,
    ],
    [{}, /breaks its output schema: .*n/],
    [undefined, /has no `structuredContent`/],
  ] as const) {
    const { client } = await scripted("2026-07-28", counting(content));
    await assert.rejects(client.callTool("count"), (error) => {
      assert.ok(error instanceof McpAnswerError);
      assert.match(error.message, expected);
      return true;
    });
    const unchecked = await client.callTool("count", {}, { checkOutput: false });
    assert.deepEqual(unchecked.structuredContent, content);
  }
});

test("the tools are listed once before the first call, for their schemas, and again when they changed", async () => {
  const { client, count, notify } = await scripted("2025-11-25", counting({ n: 1 }));
  await client.callTool("count");
  await client.callTool("count");
  assert.equal(count("tools/list"), 1);
  notify("notifications/tools/list_changed");
  await settle();
  await client.callTool("count");
  assert.equal(count("tools/list"), 2);
});

test("a failure of the tool is a result, or an error if the caller wants one; it need not fit the schema", async () => {
  const failed = { content: [{ type: "text", text: "no food" }], isError: true };
  const { client } = await scripted("2026-07-28", ({ method }) =>
    method === "tools/list" ? { tools: [counted] } : failed,
  );
  assert.equal((await client.callTool("count")).isError, true);
  await assert.rejects(client.callTool("count", {}, { throwToolErrors: true }), (error) => {
    assert.ok(error instanceof McpToolError);
    assert.equal(error.message, "The tool count of the server in memory failed: no food");
    assert.deepEqual(error.data, failed);
    return true;
  });
});

test("a schema that can't be used is told in the log, and results are handed out unchecked", async () => {
  const odd = { ...counted, outputSchema: { type: "object", $ref: "https://zoo.example/schema" } };
  const { client, logged } = await scripted("2026-07-28", ({ method }) =>
    method === "tools/list" ? { tools: [odd] } : { content: [], structuredContent: { n: 1 } },
  );
  await client.callTool("count");
  await client.callTool("count");
  assert.equal(
    logged.filter((each) => /schema of the tool count .* can't be used/.test(each)).length,
    1,
  );
});

test("tools can be called although they can't be listed", async () => {
  const { client, logged } = await scripted("2025-06-18", ({ method }) => {
    if (method === "tools/list") throw new Error("broken");
    return { content: [] };
  });
  assert.deepEqual((await client.callTool("count")).content, []);
  assert.match(logged.join(), /can't be listed/);
});

test("a malformed result is an error with the place", async () => {
  const { client } = await scripted("2025-06-18", ({ method }) =>
    method === "tools/list" ? { tools: [] } : { content: [{ type: "text" }] },
  );
  await assert.rejects(client.callTool("x"), (error) => {
    assert.ok(error instanceof McpAnswerError);
    assert.match(
      error.message,
      /answered tools\/call wrongly: result\.content\[0\]\.text must be a string/,
    );
    return true;
  });
});

test("large integers keep their digits on their way to the server and back", async () => {
  const big = "12345678901234567890";
  const { client, texts } = await scripted("2026-07-28", ({ method }) =>
    method === "tools/list"
      ? { tools: [counted] }
      : `{"content":[],"structuredContent":{"n":${big}}}`,
  );
  const result = await client.callTool("count", { n: BigInt(big), list: [{ deep: -5n }] });
  assert.match(
    texts.at(-1)!,
    new RegExp(`"arguments":\\{"n":${big},"list":\\[\\{"deep":-5\\}\\]\\}`),
  );
  assert.equal(exactJson(result.structuredContent), `{"n":${big}}`);
  assert.deepEqual((await client.callTool("count", {}, { bigIntegers: true })).structuredContent, {
    n: BigInt(big),
  });
  await client.callTool("count", parseJson(`{"n":${big}}`) as JsonObject);
  assert.match(texts.at(-1)!, new RegExp(`"arguments":\\{"n":${big}\\}`));
});

test("digits survive the rounds of questions", async () => {
  const big = "12345678901234567890";
  const { client, texts } = await scripted(
    "2026-07-28",
    ({ method, params }) =>
      method === "tools/list"
        ? { tools: [] }
        : params["inputResponses"]
          ? { content: [] }
          : { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } },
    { roots: [] },
  );
  await client.callTool("count", parseJson(`{"n":${big}}`) as JsonObject);
  const calls = texts.filter((text) => text.includes("tools/call"));
  assert.equal(calls.length, 2);
  for (const text of calls) assert.match(text, new RegExp(`"arguments":\\{"n":${big}\\}`));
});

test("arguments that JSON can't hold are refused before anything is sent", async () => {
  const { client, count } = await scripted("2026-07-28", () => ({ tools: [] }));
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  await assert.rejects(client.callTool("count", circle), TypeError);
  assert.equal(count("tools/call"), 0);
});

test("a call is not held up by a list of tools that does not come", async () => {
  const { client, count } = await scripted("2025-06-18", ({ method }) =>
    method === "tools/list" ? undefined : { content: [] },
  );
  await assert.rejects(client.callTool("x", {}, { timeoutMs: 30 }), (error) => {
    assert.ok(error instanceof McpTimeoutError);
    assert.match(
      error.message,
      /did not list its tools, which comes before the first call, within 30 ms/,
    );
    return true;
  });
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(client.callTool("x", {}, { signal }), /enough/);
  assert.equal(count("tools/list"), 1);
  assert.deepEqual((await client.callTool("x", {}, { checkOutput: false })).content, []);
  await client.close();
});

test("a result that breaks an old schema is checked by the tool's schema of now", async (t) => {
  let type = "integer";
  const { client, count } = await scripted("2026-07-28", ({ method }) => {
    const properties = { n: { type } };
    return method === "tools/list"
      ? { tools: [{ ...counted, outputSchema: { type: "object", properties } }] }
      : { content: [], structuredContent: { n: "many" } };
  });
  await assert.rejects(client.callTool("count"), /breaks its output schema/);
  type = "string";
  await assert.rejects(client.callTool("count"), /breaks its output schema/);
  assert.equal(count("tools/list"), 1, "the list is too new to be suspected");
  const now = performance.now() + 60_000;
  t.mock.method(performance, "now", () => now);
  assert.deepEqual((await client.callTool("count")).structuredContent, { n: "many" });
  assert.equal(count("tools/list"), 2);
  t.mock.restoreAll();
  await client.close();
});

test("an output schema that is null is none", async () => {
  const { client } = await scripted("2025-11-25", ({ method }) =>
    method === "tools/list" ? { tools: [{ ...counted, outputSchema: null }] } : { content: [] },
  );
  assert.deepEqual((await client.callTool("count")).content, []);
});
