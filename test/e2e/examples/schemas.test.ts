/** examples/schemas: a class whose schemas `mcp-codegen schemas` writes from its types. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, runCommand } from "../../support/cli.js";
import { exampleCommand } from "./example-process.js";

test("schemas: the file is what the types say, and calls are checked by it", async () => {
  const cwd = path.join(root, "examples/schemas");
  const check = await runCommand(["schemas", "shop.ts", "--check"], { cwd });
  assert.equal(check.code, 0, check.stderr);
  const client = new Client({ name: "examples", version: "1.0.0" });
  await client.connect(new StdioClientTransport(exampleCommand("schemas/shop.ts")));
  try {
    const { tools } = await client.listTools();
    assert.equal(tools[0]?.description, "Finds articles by a word.");
    const found = await client.callTool({ name: "search", arguments: { word: "pea" } });
    assert.deepEqual(found.structuredContent, {
      articles: [{ name: "pear", price: 55, colour: "green" }],
    });
    const refused = await client.callTool({ name: "search", arguments: { word: 1 } });
    assert.equal(refused.isError, true);
  } finally {
    await client.close();
  }
});
