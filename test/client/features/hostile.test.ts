/** Servers that break the protocol, or send more than anybody needs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpAnswerError, McpTimeoutError } from "../../../runtime/client/errors.js";
import { said } from "../http/support/by-hand.js";
import { scripted, settle, type Script } from "./scripted-server.js";

const silent: Script = () => undefined;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`the first call is given up while the tools are listed: ${revision}`, async () => {
    const { client, received } = await scripted(revision, silent);
    const late = client.callTool("x", {}, { timeoutMs: 30 });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof McpTimeoutError);
      assert.match(
        error.message,
        /did not list its tools, which comes before the first call, within 30 ms/,
      );
      return true;
    });
    const abort = new AbortController();
    const aborted = client.startTool("x", {}, { signal: abort.signal });
    abort.abort(new Error("enough"));
    await assert.rejects(aborted, /enough/);
    const before = received.length;
    await assert.rejects(client.callTool("x", {}, { signal: abort.signal }), /enough/);
    assert.equal(received.length, before, "an aborted call sends nothing");
    await client.close();
  });
}

test("answers of any wrong type end their request, and nothing else", async () => {
  const wrong = ["null", "1", '"x"', "[]", "{}", '{"tools":{}}', '{"content":5}', "[[]]"];
  for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28"] as const) {
    for (const result of wrong) {
      const { client } = await scripted(revision, () => result);
      const all = [
        client.listTools(),
        client.listResources(),
        client.listResourceTemplates(),
        client.listPrompts(),
        client.callTool("x"),
        client.readResource("a:b"),
        client.getPrompt("x"),
        client.complete({ type: "ref/prompt", name: "x" }, { name: "a", value: "" }),
      ];
      for (const outcome of await Promise.allSettled(all)) {
        if (outcome.status === "rejected") assert.ok(outcome.reason instanceof McpAnswerError);
        else assert.equal(result, "{}", "only an empty result may be one");
      }
      await client.close();
    }
  }
});

test("an error that is null is none", async () => {
  const server = await scripted("2025-11-25", silent);
  const listed = server.client.listTools();
  await settle();
  server.send({ id: server.received.at(-1)!.id, error: null, result: { tools: [] } });
  assert.deepEqual(await listed, []);
  await server.client.close();
});

test("names of tools and keys may be those of every object", async () => {
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const server = await scripted(
    "2026-07-28",
    ({ method, params }) => {
      if (method === "tools/list") {
        return { tools: keys.map((name) => ({ name, inputSchema: { type: "object" } })) };
      }
      if (params["inputResponses"]) return said(JSON.stringify(params));
      const asked = keys.map((key) => `${JSON.stringify(key)}:{"method":"roots/list"}`);
      return `{"resultType":"input_required","inputRequests":{${asked.join(",")}}}`;
    },
    { roots: [] },
  );
  assert.equal((await server.client.listTools()).length, keys.length);
  for (const key of keys) {
    const args = JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, unknown>;
    const { content } = await server.client.callTool(key, args);
    const [block] = content;
    assert.ok(block?.type === "text");
    const sent = JSON.parse(block.text) as Record<string, object>;
    assert.deepEqual(Object.keys(sent["inputResponses"]!).sort(), [...keys].sort());
    assert.deepEqual(Object.keys(sent["arguments"]!), [key]);
  }
  await server.client.close();
});

test("more questions at once than anybody answers are refused", async () => {
  let asked = 0;
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, key) => [key, { method: "roots/list" }]),
  );
  const server = await scripted(
    "2026-07-28",
    ({ method }) =>
      method === "tools/list"
        ? { tools: [] }
        : { resultType: "input_required", inputRequests: many },
    {
      roots: () => {
        asked += 1;
        return [];
      },
    },
  );
  await assert.rejects(server.client.callTool("x"), /asks more than 1000 questions at once/);
  assert.equal(asked, 0);
  await server.client.close();
});

test("an array of messages, where there are none, ends the request that it answers", async () => {
  const server = await scripted("2025-11-25", silent);
  const listed = server.client.listTools();
  await settle();
  server.sendAll([{ jsonrpc: "2.0", id: server.received.at(-1)!.id, result: { tools: [] } }]);
  await assert.rejects(listed, /answered tools\/list in an array, which 2025-11-25 does not have/);
  await server.client.close();
});

test("responses that nobody waits for, floods and odd ids have no effect", async () => {
  const server = await scripted("2025-11-25", ({ method }) =>
    method === "tools/list" ? undefined : said("hello"),
  );
  const listed = server.client.listTools();
  await settle();
  const { id } = server.received.at(-1)!;
  const noise = [id + ".0", `${id}`, -1, Number(id) + 64, Number(id) + 0.5, null, 2 ** 53];
  for (const other of noise) server.send({ id: other, result: { tools: "wrong" } });
  for (let count = 0; count < 10_000; count += 1) {
    server.notify("notifications/progress", { progressToken: id, progress: count });
    server.notify("notifications/cancelled", { requestId: count });
  }
  server.send({ id, result: { tools: [] } });
  server.send({ id, result: { tools: "again" } });
  assert.deepEqual(await listed, []);
  await server.client.close();
});

test("the answer to a request that the server cancelled is not sent", async () => {
  let signal: AbortSignal | undefined;
  const server = await scripted("2025-11-25", () => ({ tools: [] }), {
    sampling: async (_params, context) => {
      ({ signal } = context);
      await pause(30);
      return { role: "assistant", model: "m", content: { type: "text", text: "late" } };
    },
  });
  const messages = [{ role: "user", content: { type: "text", text: "Hi" } }];
  const params = { messages, maxTokens: 1 };
  server.send({ id: "q", method: "sampling/createMessage", params });
  await settle();
  server.notify("notifications/cancelled", { requestId: "q" });
  await settle();
  assert.equal(signal?.aborted, true);
  await pause(60);
  assert.equal(server.received.length, 1, "only the end of the handshake came");
  await server.client.close();
});
