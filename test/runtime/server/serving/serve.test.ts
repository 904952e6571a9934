import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { connectHttp, connectSse } from "../../../../runtime/compose/connect-http.js";
import { connectWebSocket } from "../../../../runtime/compose/connect-websocket.js";
import { mcpServer } from "../../../../runtime/server/decorators/decorated-class.js";
import { mcpServerOf } from "../../../../runtime/server/decorated-server.js";
import { mcpTool } from "../../../../runtime/server/decorators/decorators.js";
import { McpServer } from "../../../../runtime/server/mcp-server.js";
import { serve } from "../../../../runtime/server/serve/serve-any.js";
import { serveHttp } from "../../../../runtime/server/serve/serve.js";

/** A server that notes how its lifespan goes. */
function clock(notes: string[] = []): McpServer {
  const server = new McpServer(
    { name: "clock", version: "1" },
    {
      async *lifespan() {
        notes.push("opened");
        yield undefined;
        notes.push("closed");
      },
    },
  );
  server.tool({ name: "now" }, () => "noon");
  return server;
}

test("one call serves stdio and all transports of HTTP on one port, with paths below one", async () => {
  const notes: string[] = [];
  const stdio = { input: new PassThrough(), output: new PassThrough() };
  const serving = await serve(clock(notes), {
    transports: ["stdio", "http", "sse", "websocket"],
    path: "/tools",
    port: 0,
    stdio,
    signals: false,
  });
  const { http = "", sse = "", websocket = "" } = serving.urls;
  const { host } = new URL(http);
  assert.deepEqual(
    [http, sse, websocket],
    [`http://${host}/tools`, `http://${host}/tools/sse`, `ws://${host}/tools/ws`],
  );
  for (const client of [
    await connectHttp(http),
    await connectSse(sse),
    await connectWebSocket(websocket),
  ]) {
    const { content } = await client.callTool("now");
    assert.deepEqual(content, [{ type: "text", text: "noon" }]);
    await client.close();
  }
  stdio.input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const [answer] = (await once(stdio.output, "data")) as [Buffer];
  assert.deepEqual(JSON.parse(String(answer)), { jsonrpc: "2.0", id: 1, result: {} });
  await serving.close();
  await serving.ended;
  assert.deepEqual(notes, ["opened", "closed"]);
});

test("a transport that is not named is not served", async () => {
  const serving = await serve(clock(), { transports: ["websocket"], port: 0, signals: false });
  const url = (serving.urls.websocket ?? "").replace("ws:", "http:").replace("/ws", "");
  assert.deepEqual(Object.keys(serving.urls), ["websocket"]);
  assert.equal((await fetch(url, { method: "POST", body: "{}" })).status, 404);
  assert.equal((await fetch(`${url}/sse`)).status, 404);
  await serving.close();
});

test("a list of transports that is empty or unknown is refused before anything starts", async () => {
  for (const transports of [[], ["tcp"]]) {
    await assert.rejects(serve(clock(), { transports: transports as never }), TypeError);
  }
});

test("a server on stdio ends when its client leaves", async () => {
  const notes: string[] = [];
  const stdio = { input: new PassThrough(), output: new PassThrough() };
  const serving = await serve(clock(notes), { stdio, signals: false });
  stdio.input.end();
  await serving.ended;
  assert.deepEqual(notes, ["opened", "closed"]);
});

test("a signal closes the server after its open requests", async () => {
  const notes: string[] = [];
  const serving = await serve(clock(notes), { transports: ["http"], port: 0 });
  process.emit("SIGTERM");
  await serving.ended;
  assert.deepEqual(notes, ["opened", "closed"]);
  assert.equal(process.listenerCount("SIGTERM"), 0);
});

test("the path and the transports of @mcpServer are those that serve uses", async () => {
  @mcpServer("/tools", { transports: ["http", "websocket"], title: "Tools" })
  class Tools {
    @mcpTool()
    now(): string {
      return "noon";
    }
  }
  const serving = await serve(mcpServerOf(new Tools()), { port: 0, signals: false });
  assert.match(serving.urls.http ?? "", /\/tools$/);
  assert.match(serving.urls.websocket ?? "", /\/tools\/ws$/);
  await serving.close();

  const http = await serveHttp(mcpServerOf(new Tools()), { port: 0 });
  assert.match(http.url, /\/tools$/);
  await http.close();
  const elsewhere = await serveHttp(mcpServerOf(new Tools()), { port: 0, path: "/other" });
  assert.match(elsewhere.url, /\/other$/);
  await elsewhere.close();
});
