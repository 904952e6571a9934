/** examples/gateway and examples/office: several documents behind one endpoint, with official clients of both eras. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { cliPath, root, runCommand } from "../../support/cli.js";

const modes = ["legacy", "auto"] as const;

async function connect(
  mode: (typeof modes)[number],
  args: readonly string[],
  cwd = root,
): Promise<Client> {
  const client = new Client(
    { name: "examples", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], cwd, stderr: "ignore" }),
  );
  return client;
}

for (const mode of modes) {
  test(`gateway: one command serves two documents and two programs, offline (${mode})`, async () => {
    const client = await connect(mode, [
      cliPath,
      "serve",
      "examples/gateway/gateway.yaml",
      "--mock",
    ]);
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), [
        "memory_delete_user_fact",
        "memory_get_user_facts",
        "memory_save_user_fact",
        "notes_add_note",
        "notes_pin_note",
        "notes_proofread_notes",
        "notes_search_notes",
        "shop_listOrders",
        "shop_placeOrder",
        "stock_readArticle",
      ]);
      const order = { article: "pears", pieces: 3 };
      const placed = await client.callTool({ name: "shop_placeOrder", arguments: order });
      assert.deepEqual(placed.structuredContent, { id: 2, ...order });
      const found = await client.callTool({
        name: "notes_search_notes",
        arguments: { word: "apples" },
      });
      assert.notEqual(found.isError, true);
    } finally {
      await client.close();
    }
  });
}

test("gateway: two documents with tools of one name are an error at the second", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "gateway-"));
  const [shop, stock] = ["shop", "stock"].map((name) =>
    path.join(root, "examples/office", `${name}.yaml`),
  );
  writeFileSync(
    path.join(folder, "gateway.yaml"),
    `servers: { shop: { input: "${shop}" }, stock: { input: "${stock}" } }\n`,
  );
  const { code, stderr } = await runCommand(["serve", "gateway.yaml", "--mock"], { cwd: folder });
  rmSync(folder, { recursive: true, force: true });
  assert.equal(code, 1);
  assert.match(stderr, /stock\.yaml:22:5: error\[name-taken\]: The tool `listOrders` of `stock`/);
  assert.doesNotMatch(stderr, /^\s+at /m);
});

test("office: the generated project serves its two documents", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "office-"));
  for (const name of ["mcp-codegen.config.yaml", "shop.yaml", "stock.yaml"]) {
    cpSync(path.join(root, "examples/office", name), path.join(folder, name));
  }
  const { code, stderr } = await runCommand([], { cwd: folder });
  assert.equal(code, 0, stderr);
  const client = await connect("auto", [path.join(folder, "office-mcp/dist/main.js"), "--mock"]);
  try {
    assert.equal(client.getInstructions(), "Look at the stock before you order something.");
    const { tools } = await client.listTools();
    assert.equal(tools.length, 4);
    const read = await client.callTool({
      name: "stock_readArticle",
      arguments: { article: "apples" },
    });
    assert.deepEqual(read.structuredContent, { article: "apples", pieces: 120 });
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
