/** Results that take too much work to check are passed on, and say so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";

test("arguments that take too much work to check are refused, results passed on with a note", async () => {
  const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `${id}` }));
  const unique = { type: "object", properties: { rows: { type: "array", uniqueItems: true } } };
  const server = new McpServer({ name: "s", version: "1" });
  server.tool({ name: "read", output: unique }, () => ({ rows }));
  server.tool({ name: "write", input: unique }, () => "written");
  const peer = await Peer.connect(server, "2025-11-25");
  const read = await peer.call("read");
  assert.equal((read.structuredContent as { rows: unknown[] }).rows.length, rows.length);
  const note = read.content?.at(-1) as { readonly text: string };
  assert.match(note.text, /too much work to check against its output schema, so it is passed on/);
  const written = await peer.call("write", { rows });
  assert.equal(written.isError, true);
  const why = written.content?.[0] as { readonly text: string };
  assert.match(why.text, /can't be checked, because .+ Send/);
  await peer.close();
});
