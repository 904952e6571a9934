import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { HttpClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import { connectHttp, McpServer, serveHttp, type Servable } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { taskServer } from "../../support/servers/task-server.js";
import { textOf } from "../../support/text-of.js";

async function connected(
  t: TestContext,
  server: Servable,
  options: HttpClientOptions,
): Promise<McpClient> {
  const served = await serveHttp(server, { port: 0 });
  t.after(() => served.close());
  return connectHttp(served.url, options);
}

const elicitation = () => ({ action: "accept", content: { name: "Otto" } }) as const;

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`tasks are followed over HTTP, with their questions: ${protocolVersion}`, async (t) => {
    const { server, gate } = taskServer();
    await using client = await connected(t, server, { protocolVersion, elicitation });
    const asking = await client.startTool("ask");
    assert.equal(textOf(await asking.result()), "accept Otto");
    const waiting = await client.startTool("wait");
    const result = waiting.result();
    gate.open();
    assert.equal(textOf(await result), "waited");
    const cancelled = await client.startTool("limited");
    await cancelled.cancel().catch(() => undefined);
  });

  test(`changes are heard over HTTP, and after the server was away: ${protocolVersion}`, async (t) => {
    const zoo = (): McpServer => {
      const server = new McpServer({ name: "zoo", version: "1" });
      server.tool({ name: "feed" }, () => "fed");
      server.resource({ uri: "zoo://lion", name: "lion" }, () => "roar");
      return server;
    };
    const first = zoo();
    const served = await serveHttp(first, { port: 0 });
    const lists: string[] = [];
    const updates: string[] = [];
    await using client = await connectHttp(served.url, {
      protocolVersion,
      onListChanged: (kind) => lists.push(kind),
      onResourceUpdated: (uri) => updates.push(uri),
      retries: { firstMs: 10, mostMs: 50 },
      log: () => {},
    });
    const listening = await client.listen({ tools: true, resourceUris: ["zoo://lion"] });
    assert.deepEqual(listening.filter, { tools: true, resourceUris: ["zoo://lion"] });
    first.tool({ name: "more" }, () => "more");
    first.resourceUpdated("zoo://lion");
    await eventually(() => assert.deepEqual([lists, updates], [["tools"], ["zoo://lion"]]));
    await served.close();
    const second = zoo();
    const again = await serveHttp(second, { port: Number(new URL(served.url).port) });
    t.after(() => again.close());
    if (protocolVersion === "2025-11-25") {
      // A session is begun again by the next request.
      await eventually(() => client.ping());
    }
    lists.length = 0;
    await eventually(() => {
      second.tool({ name: `tool-${Math.random()}` }, () => "x");
      second.resourceUpdated("zoo://lion");
      assert.ok(lists.includes("tools"));
      assert.ok(updates.length > 1);
    });
    await listening.close();
  });
}
