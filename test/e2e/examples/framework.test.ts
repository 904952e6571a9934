/** examples/framework, which holds the twins of the seeds' server examples. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { overTransports } from "./over-transports.js";

const shop = {
  file: "framework/server.ts",
  headers: { "x-role": "staff" },
  answers: { elicitation: "accept", sampling: "Tea for two" },
} as const;

overTransports(shop, (client, transport) => {
  const call = (tool: string, args: Record<string, unknown> = {}) => client().call(tool, args);
  const textOf = async (tool: string, args: Record<string, unknown> = {}): Promise<unknown> =>
    (await call(tool, args)).content?.[0]?.text;

  test("a tool searches what the lifespan has opened", async () => {
    const found = JSON.parse(String(await textOf("search", { query: "tea", limit: 1 }))) as unknown;
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

  test("a guard reads a header of the request, of which stdio has none", async () => {
    if (transport === "stdio") await assert.rejects(call("value"), /isStaff/);
    else assert.equal(await textOf("value"), '{"cents":3350}');
  });

  test("an exception handler turns the shop's error into a text", async () => {
    const { isError, content } = await call("buy", { name: "gold" });
    assert.equal(isError, true);
    assert.deepEqual(content, [{ type: "text", text: "gold is sold out." }]);
  });

  test("a stream sends progress for each piece, and then the whole", async () => {
    const told: (string | undefined)[] = [];
    const { content } = await client().call(
      "describe",
      { name: "tea" },
      ({ message }) => void told.push(message),
    );
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
    const [readme] = await client().resources();
    assert.deepEqual(readme?.annotations, { audience: ["user"], priority: 0.8 });
    const first = async (uri: string) => (await client().read(uri))[0];
    assert.equal((await first("shop://readme"))?.text, "The shop is open.");
    assert.equal((await first("shop://files/a/b.txt?version=2"))?.text, "a/b.txt in version 2");
    assert.equal((await first("shop://images/tea"))?.blob, "dGVh");
  });

  test("a resource has several contents", async () => {
    const uri = "shop://bundles/tea";
    assert.deepEqual(await client().read(uri), [
      { uri, mimeType: "text/plain", text: "About tea" },
      { uri: `${uri}#2`, mimeType: "image/png", blob: "dGVh" },
    ]);
  });

  test("a prompt is a message, and its argument is completed", async () => {
    const messages = await client().prompt("greet", { name: "Ada" });
    assert.deepEqual(messages, [{ role: "user", content: { type: "text", text: "Hello Ada!" } }]);
    const names = await client().complete({ type: "ref/prompt", name: "greet" }, "name", "a");
    assert.deepEqual(names.values, ["Alice"]);
  });

  test("a completion tells how many values there are", async () => {
    const images = { type: "ref/resource", uri: "shop://images/{name}" } as const;
    const found = await client().complete(images, "name", "t");
    assert.deepEqual(found, { values: ["tea", "teapot"], total: 3, hasMore: true });
  });

  test("a mounted server's tools have its prefix, and the audit saw the calls", async () => {
    const told = JSON.parse(String(await textOf("analytics_calls"))) as { calls: number };
    assert.ok(told.calls >= 6, JSON.stringify(told));
  });
});
