/** Results of reading resources, in each revision. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpServer,
  ResourceNotFound,
  serveTransport,
  ToolError,
  revisions,
} from "../../../runtime/index.js";
import { wireMemory } from "../../support/wire/channels.js";

function notes(): McpServer {
  const server = new McpServer({ name: "notes", version: "1" });
  server.template({ uriTemplate: "notes://{title}", name: "note" }, ({ title }) => {
    if (title === "locked") throw new ToolError("The note is locked.");
    if (title !== "here") throw new ResourceNotFound();
    return "text";
  });
  return server;
}

for (const revision of revisions) {
  test(`${revision}: missing resources and unreadable ones have different errors`, async () => {
    const server = notes();
    const client = await wireMemory((transport) => serveTransport(server, transport), { revision });
    const read = (uri: string) => client.request("resources/read", { uri });
    assert.equal((await read("notes://here")).error, undefined);
    const notFound = revision === "2026-07-28" ? -32602 : -32002;
    for (const uri of ["notes://gone", "other://here"]) {
      const { error } = await read(uri);
      assert.equal(error?.code, notFound, uri);
      assert.deepEqual(error?.data, { uri });
    }
    const { error } = await read("notes://locked");
    assert.equal(error?.code, -32603);
    assert.equal(error?.message, "The note is locked.");
    await client.close();
  });
}

test("the URIs that a session subscribes to are bounded together", async () => {
  const server = notes();
  const client = await wireMemory((transport) => serveTransport(server, transport), {
    revision: "2025-11-25",
  });
  const uriOf = (index: number) => `notes://${"x".repeat(8_000)}${index}`;
  const subscribe = (index: number) => client.request("resources/subscribe", { uri: uriOf(index) });
  for (let index = 0; index < 32; index++) assert.ok((await subscribe(index)).result);
  assert.equal((await subscribe(32)).error?.code, -32602);
  assert.ok((await subscribe(7)).result);
  await client.request("resources/unsubscribe", { uri: uriOf(7) });
  assert.ok((await subscribe(32)).result);
  await client.close();
});
