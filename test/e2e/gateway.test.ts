/** Gateways as a user starts them. Whole ones with clients are below test/gateway. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { cliPath, root } from "../support/cli.js";
import { cleanUp } from "../support/clean-up.js";
import { runProcess } from "../support/run-process.js";

/** Runs a gateway whose client is gone at once. */
async function stderrOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "gateway-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const args = [cliPath, "serve", path.join(folder, "gateway.yaml")];
  const { code, stderr } = await runProcess(process.execPath, args, {
    cwd: root,
    timeoutMs: 60_000,
  });
  assert.equal(code, 0, stderr);
  return stderr;
}

const stock = `openapi: 3.1.0
info: { title: Stock, version: "1" }
paths:
  /items:
    get: { operationId: listItems, responses: { "200": { description: The items. } } }
`;

test("a gateway tells at start what its documents lack", async () => {
  const stderr = await stderrOf({
    "gateway.yaml": "servers: { stock: { input: stock.yaml } }",
    "stock.yaml": stock,
  });
  assert.match(
    stderr,
    /^Stock: calls to the API will fail\. [^\n]* MCP_CODEGEN_STOCK_BASE_URL [^\n]*\n$/,
  );
});

test("a gateway of remote servers only tells nothing about an API, and ends without an error when one is down", async () => {
  const stderr = await stderrOf({
    "gateway.yaml": "servers: { gone: { command: no-such-program-of-ours } }",
  });
  assert.doesNotMatch(stderr, /API|\n\s+at /);
});
