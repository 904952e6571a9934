/** A document of a thousand operations: what is listed, and whether all can be reached. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { syntheticDocument } from "../bench/synthetic.js";
import { serveSurface, surfaceOf } from "./served-surface.js";

const thousand = { text: syntheticDocument(1000) };

interface Found {
  readonly operations: readonly { readonly name: string }[];
}

test("auto lists a thousand operations in fewer than 3,000 tokens, and every one is reached", async () => {
  const surface = await surfaceOf(thousand, {});
  assert.equal(surface.listing?.mode, "search");
  const { peer, asked } = await serveSurface(surface);
  const list = await peer.request("tools/list");
  const tokens = countTokens(JSON.stringify(list.result));
  assert.ok(tokens < 3000, String(tokens));

  for (const { facts } of surface.operations) {
    const { name, title } = { title: "", ...facts.expose };
    const described = await peer.call("describe_operation", { name });
    assert.deepEqual((described.structuredContent as { name: string }).name, name);
    const found = await peer.call("search_operations", { query: title, limit: 5 });
    const names = (found.structuredContent as Found).operations.map((each) => each.name);
    assert.ok(names.includes(name), `${title}: ${names.join(", ")}`);
    const args = { thingId: "a", name: "b" };
    const called = await peer.call("call_operation", { name, arguments: args });
    assert.notEqual(called.isError, true, JSON.stringify(called));
    assert.equal(asked.pop(), `PUT ${facts.request.path.replace("{thingId}", "a")}`);
  }
  await peer.close();
});

test("--mode tools lists them all the same, a budget keeps as many as it has room for", async () => {
  const all = await surfaceOf(thousand, { mode: "tools" });
  assert.ok(all.operations.every(({ facts }) => facts.expose.as === "tool"));
  assert.equal(all.listing, undefined);
  for (const budget of [1000, 5000, 20_000]) {
    const surface = await surfaceOf(thousand, { budget: String(budget) });
    const { peer } = await serveSurface(surface);
    const list = await peer.request("tools/list");
    const { tools } = list.result as unknown as { tools: { name: string }[] };
    const tokens = countTokens(JSON.stringify({ tools }));
    assert.ok(tokens <= budget, `${tokens} of ${budget}`);
    // The planned size must be that of the real list or slightly more.
    const planned = surface.listing?.tokens ?? 0;
    assert.ok(planned >= tokens && planned <= tokens * 1.1 + 50, `${planned}, ${tokens}`);
    if (budget >= 5000) assert.ok(tokens > budget * 0.8, `${tokens} of ${budget} used`);
    await peer.close();
  }
});

test("a plan is the same every time", async () => {
  const plan = async () => JSON.stringify(await surfaceOf(thousand, { budget: "7k" }));
  assert.equal(await plan(), await plan());
});
