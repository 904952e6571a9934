/** A tool may check its arguments itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "../../../runtime/index.js";
import { revisions } from "../../../runtime/protocol/revisions.js";
import { Peer } from "../../support/peer.js";

const input = {
  type: "object",
  properties: { count: { type: "integer", default: 1 } },
  required: ["count"],
  additionalProperties: false,
};

for (const revision of revisions) {
  test(`${revision}: a tool that checks its arguments itself gets them as they are`, async () => {
    const server = new McpServer({ name: "s", version: "1" });
    const received: unknown[] = [];
    const take = (args: unknown): string => String(received.push(args));
    server.tool({ name: "checked", input }, take);
    server.tool({ name: "unchecked", input, validateInput: false }, take);
    const peer = await Peer.connect(server, revision);
    const wrong = { count: "many", more: true };
    assert.equal((await peer.call("checked", wrong)).isError, true);
    assert.deepEqual(received, []);
    assert.ok(!(await peer.call("unchecked", wrong)).isError);
    assert.deepEqual(received, [wrong]);
    await peer.close();
  });
}
