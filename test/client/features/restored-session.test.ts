import assert from "node:assert/strict";
import { test } from "node:test";
import { connectHttp, McpServer, serveHttp } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";

function zoo(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1" });
  server.resource({ uri: "zoo://lion", name: "lion" }, () => "roar");
  server.tool({ name: "talk" }, (_input, ctx) => {
    ctx.log("debug", "low");
    ctx.log("error", "high");
    return "talked";
  });
  return server;
}

test("a new session gets back the subscriptions and the log level of the lost one", async (t) => {
  const heard: string[] = [];
  const logged: unknown[] = [];
  const changed: string[] = [];
  const first = await serveHttp(zoo(), { port: 0 });
  const { port } = new URL(first.url);
  await using client = await connectHttp(first.url, {
    protocolVersion: "2025-11-25",
    onResourceUpdated: (uri) => heard.push(uri),
    onLog: ({ data }) => logged.push(data),
    onListChanged: (kind) => changed.push(kind),
    retries: { firstMs: 10, mostMs: 50 },
  });
  const end = await client.subscribe("zoo://lion");
  await client.setLogLevel("error");
  const { sessionId } = client;
  await first.close();
  const server = zoo();
  const second = await serveHttp(server, { port: Number(port) });
  t.after(() => second.close());
  await eventually(async () => {
    await client.callTool("talk");
  });
  assert.notEqual(client.sessionId, sessionId);
  assert.deepEqual(changed, ["tools", "resources"], "the server may offer something else now");
  await eventually(() => {
    server.resourceUpdated("zoo://lion");
    assert.ok(heard.includes("zoo://lion"));
  });
  logged.length = 0;
  await client.callTool("talk");
  await eventually(() => assert.deepEqual(logged, ["high"]));
  await end();
});
