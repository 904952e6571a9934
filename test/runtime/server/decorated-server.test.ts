/** Classes with decorators and schemas of libraries, as clients see them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import {
  mcpServer,
  mcpServerOf,
  mcpCompletion,
  mcpPrompt,
  mcpTemplate,
  mcpTool,
} from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";

@mcpServer({ name: "shop", version: "1.2.3", instructions: "Search first." })
class Shop {
  @mcpTool({
    input: z.object({ query: z.string().trim().min(1), limit: z.int().default(2) }),
    output: z.object({ found: z.array(z.string()) }),
  })
  search({ query, limit }: { query: string; limit: number }): { found: string[] } {
    return { found: Array.from({ length: limit }, (_, index) => `${query} ${index}`) };
  }

  @mcpTool({ output: z.object({ count: z.number().default(7), note: z.string().optional() }) })
  tally(): object {
    return { secret: "of the house" };
  }

  @mcpTemplate({ uriTemplate: "shop://items/{id}", input: z.object({ id: z.int() }) })
  item({ id }: { id: number }): object {
    return { next: id + 1 };
  }

  @mcpPrompt({ arguments: [{ name: "topic", required: true }] })
  summarise({ topic }: { topic: string }): string {
    return `Summarise ${topic}.`;
  }

  @mcpCompletion("summarise", "topic")
  topics(value: string): string[] {
    return ["apples", "pears"].filter((each) => each.startsWith(value));
  }
}

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`${revision}: a decorated class serves everything it has`, async () => {
    const peer = await Peer.connect(mcpServerOf(new Shop()), revision);
    const listed = (await peer.request("tools/list")).result?.["tools"] as Record<
      string,
      unknown
    >[];
    assert.deepEqual(
      listed.map(({ name }) => name),
      ["search", "tally"],
    );
    assert.deepEqual((listed[0]?.["inputSchema"] as { required?: unknown } | undefined)?.required, [
      "query",
    ]);

    const called = await peer.call("search", { query: " a " });
    assert.deepEqual(called.structuredContent, { found: ["a 0", "a 1"] });
    const read = await peer.request("resources/read", { uri: "shop://items/41" });
    const [contents] = (read.result?.["contents"] ?? []) as { text: string }[];
    assert.deepEqual(JSON.parse(contents?.text ?? ""), { next: 42 });
    const prompt = await peer.request("prompts/get", {
      name: "summarise",
      arguments: { topic: "pears" },
    });
    assert.deepEqual(prompt.result?.["messages"], [
      { role: "user", content: { type: "text", text: "Summarise pears." } },
    ]);
    const completed = await peer.request("completion/complete", {
      ref: { type: "ref/prompt", name: "summarise" },
      argument: { name: "topic", value: "p" },
    });
    assert.deepEqual(
      (completed.result?.["completion"] as { values?: unknown } | undefined)?.values,
      ["pears"],
    );
    await peer.close();
  });
}

test("arguments that a library's schema refuses come back for the model to correct", async () => {
  const peer = await Peer.connect(mcpServerOf(new Shop()), "2026-07-28");
  const { isError, content } = await peer.call("search", { query: "", limit: "many" });
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? "", /`query`: .*\n`limit`: .*number/);
  await peer.close();
});

test("structured content is what the output's schema makes of the value, not more", async () => {
  const peer = await Peer.connect(mcpServerOf(new Shop()), "2026-07-28");
  const { structuredContent, content } = await peer.call("tally");
  assert.deepEqual(structuredContent, { count: 7 });
  assert.deepEqual(JSON.parse(content[0]?.text ?? ""), { count: 7 });
  await peer.close();
});

test("more can be registered beside what is decorated, and taken names are refused", () => {
  const server = mcpServerOf(new Shop());
  server.tool({ name: "more" }, () => "more");
  assert.throws(() => server.tool({ name: "search" }, () => "again"), TypeError);
});
