/** Options and definitions that a client would stumble over are refused where the program states them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "../../../runtime/index.js";
import { ZooServer } from "../../support/servers/zoo-server.js";
import { Peer } from "../../support/peer.js";

test("a page size must be a whole number of at least 1", async () => {
  const facts = { name: "s", version: "1" };
  for (const pageSize of [-1, 1.5, Number.NaN, "10" as unknown as number]) {
    const refusal = { name: "TypeError", message: /pageSize must be .*, not / };
    assert.throws(() => new McpServer(facts, { pageSize }), refusal);
    assert.throws(() => new ZooServer({ pageSize }), refusal);
  }
  for (const pageSize of [0, 1, 100, Infinity]) {
    const server = new McpServer(facts, { pageSize });
    server.tool({ name: "one" }, () => 1);
    server.tool({ name: "two" }, () => 2);
    const { result } = await (await Peer.connect(server, "2026-07-28")).request("tools/list");
    assert.equal(((result?.["tools"] ?? []) as unknown[]).length, Math.min(pageSize || 2, 2));
  }
});

test("what JSON can't hold is refused in an item, because no client would get the list", () => {
  const server = new McpServer({ name: "s", version: "1" });
  const refusal = (owner: string) => ({
    name: "TypeError",
    message: new RegExp(`^The meta of ${owner} is no JSON: .*BigInt`),
  });
  const meta = { rows: 1n };
  assert.throws(() => server.tool({ name: "t", meta }, () => ""), refusal("t"));
  assert.throws(() => server.prompt({ name: "p", meta }, () => ""), refusal("p"));
  assert.throws(
    () => server.resource({ uri: "a://r", name: "r", meta }, () => ""),
    refusal("a://r"),
  );
  const uriTemplate = "a://{x}";
  assert.throws(
    () => server.template({ uriTemplate, name: "t", meta }, () => ""),
    refusal("a://\\{x\\}"),
  );
});

test("annotations and sizes are checked when resources and tools are registered", () => {
  const server = new McpServer({ name: "s", version: "1" });
  const rows: [member: string, annotations: unknown][] = [
    ["audience", { audience: ["robot"] }],
    ["audience", { audience: "user" }],
    ["priority", { priority: 1.1 }],
    ["priority", { priority: -1 }],
    ["priority", { priority: "high" }],
    ["priority", { priority: Number.NaN }],
    ["lastModified", { lastModified: "yesterday" }],
    ["lastModified", { lastModified: "2025-13-45" }],
    ["lastModified", { lastModified: new Date() }],
  ];
  for (const [member, each] of rows) {
    const annotations = each as { priority?: number };
    const refusal = { name: "TypeError", message: new RegExp(`annotation ${member} of a://`) };
    assert.throws(
      () => server.resource({ uri: "a://r", name: "r", annotations }, () => ""),
      refusal,
    );
    const uriTemplate = "a://{x}";
    assert.throws(
      () => server.template({ uriTemplate, name: "t", annotations }, () => ""),
      refusal,
    );
  }
  for (const size of [-1, 0.5, Number.NaN, Infinity, "5" as unknown as number]) {
    const refusal = { name: "TypeError", message: /^The size of a:\/\/r must be/ };
    assert.throws(() => server.resource({ uri: "a://r", name: "r", size }, () => ""), refusal);
  }
  assert.throws(
    () => server.tool({ name: "t", annotations: { readOnlyHint: "yes" as never } }, () => ""),
    /annotation readOnlyHint of t must be true or false/,
  );
  const fine = { audience: ["user", "assistant"], priority: 0 } as const;
  for (const [index, lastModified] of ["2025-01-12T15:00:58Z", "2025-01-12"].entries()) {
    const annotations = { ...fine, lastModified };
    server.resource({ uri: `a://${index}`, name: "r", annotations }, () => "");
  }
  server.tool({ name: "t", annotations: { title: "T", readOnlyHint: true } }, () => "");
});
