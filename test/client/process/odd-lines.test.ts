/** Output of servers that is valid, but not as most write it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectStdio } from "../../../runtime/index.js";
import { textOf } from "../../support/text-of.js";

/** Answers with texts that need care; splits every write within a character. */
const program = String.raw`
const lines = require("node:readline").createInterface({ input: process.stdin });
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "odd", version: "1" } },
  "tools/list": { tools: [] },
};
let pending = Promise.resolve();
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
async function write(bytes) {
  for (const half of [bytes.subarray(0, bytes.indexOf(0xf0) + 2), bytes.subarray(bytes.indexOf(0xf0) + 2)]) {
    process.stdout.write(half);
    await pause();
  }
}
process.stdout.write("\ufeff");
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const texts = { large: "x".repeat(20 * 1024 * 1024), emoji: "\u{1f600} done", lone: params?.arguments?.text };
  const text = JSON.stringify(texts[params?.name] ?? "\u{1f600}");
  const result = results[method] ? JSON.stringify(results[method]) : '{"content":[{"type":"text","text":' + text + '}]}';
  const message = '{"jsonrpc":"2.0","id":' + id + ',"result":' + result + "}\r\n\r\n";
  pending = pending.then(() => write(Buffer.from(message)));
});
`;

test("a byte order mark, CRLF, empty lines, split characters and large lines are read", async () => {
  const server = { command: process.execPath, args: ["-e", program] };
  await using client = await connectStdio(server, {
    protocolVersion: "2025-11-25",
    log: ({ message }) => assert.fail(message),
  });
  assert.equal(textOf(await client.callTool("emoji")), "\u{1f600} done");
  assert.equal(textOf(await client.callTool("large")).length, 20 * 1024 * 1024);
  const lone = { text: "a\ud83d" };
  assert.equal(textOf(await client.callTool("lone", lone)), lone.text);
  assert.deepEqual(await client.listTools(), []);
});
