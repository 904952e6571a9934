/** What `connect` takes for a target, and what it refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, McpServer, memoryPair, serveTransport } from "../../../runtime/index.js";
import { scripted, textOf } from "../../support/client/scripted.js";
import { watchLeaks } from "../../support/client/leaks.js";

const server = new McpServer({ name: "here", version: "1.0.0" });
server.tool({ name: "echo", input: { type: "object" } }, ({ value }) => String(value));

test("a command is an array or an object, and runs as a child process", async () => {
  const nothingLeft = watchLeaks();
  const { command, args = [] } = scripted().server;
  for (const target of [[command, ...args], { command, args }]) {
    await using client = await connect(target);
    assert.equal(client.transport, "stdio");
    assert.equal(client.name, "node scripted-server.mjs");
    assert.equal(await textOf(client, "echo", { value: "here" }), "here");
  }
  await nothingLeft();
});

test("a server of this process, or a transport that leads to one, is connected in memory", async () => {
  const [ours, theirs] = memoryPair();
  void serveTransport(server, theirs);
  for (const target of [server, ours]) {
    await using client = await connect(target);
    assert.equal(client.transport, "memory");
    assert.equal(await textOf(client, "echo", { value: "here" }), "here");
  }
});

const refused: readonly [unknown, RegExp][] = [
  ["npx -y some-server --token=secret", /"npx" does not begin like a URL.*one text per argument/],
  ["server.js", /does not begin like a URL/],
  ["localhost:3000/mcp", /does not begin like a URL/],
  ["ftp://example.com", /does not begin like a URL/],
  ["C:\\server.exe", /does not begin like a URL/],
  ["", /does not begin like a URL/],
  [[], /at least its program/],
  [[""], /command must be/],
  [["node", 1], /args\[0\] must be a text/],
  [{ url: "http://localhost" }, /A target is/],
  [undefined, /A target is/],
  [null, /A target is/],
  [7, /A target is/],
  ["https://user:secret@example.com/mcp", /credentials/],
];
test("any other target is a TypeError that says how to write it, without what may be secret", async () => {
  for (const [target, message] of refused) {
    await assert.rejects(connect(target as string), (error) => {
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
});

test("options that the transport can't use are refused", async () => {
  const options = { headers: { "x-key": "value" } };
  await assert.rejects(connect(["node"], options), /can't use the option headers/);
  await assert.rejects(connect("ws://localhost", { fetch }), /can't use the option fetch/);
});
