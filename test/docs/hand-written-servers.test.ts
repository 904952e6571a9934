/** The shortest program of the chapter on hand-written servers behaves as described. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root } from "../support/cli.js";
import { blocksOf } from "./blocks.js";

test("the shortest server tells the time", async () => {
  const [block] = blocksOf(["docs/hand-written-servers.md"]);
  const code = block?.code ?? "";
  assert.match(code, /serveStdio/);
  const client = new Client({ name: "docs", version: "1.0.0" });
  // In the package's folder, where its own name resolves to it.
  const args = ["--input-type=module", "-e", code];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
  const { content } = await client.callTool({ name: "now", arguments: {} });
  await client.close();
  const [first] = content;
  assert.ok(first?.type === "text");
  assert.ok(Date.parse(first.text) > 0);
});
