/** examples/redis: two processes, one Redis, and a proxy that alternates between the processes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { roundRobin } from "../../../examples/redis/proxy.js";
import { eventually } from "../../support/eventually.js";
import { noRedis, someRedis } from "../../support/state/redis.js";
import { startExample, type ExampleProcess } from "./example-process.js";

interface Board {
  readonly proxy: URL;
  readonly processes: readonly [ExampleProcess, ExampleProcess];
}

async function startBoard(t: TestContext): Promise<Board> {
  const redis = await someRedis();
  t.after(() => redis.stop());
  const env = { REDIS_URL: redis.url, REQUEST_STATE_KEY: "0123456789abcdef0123456789abcdef" };
  const processes = await Promise.all([
    startExample(t, "redis/server.ts", env),
    startExample(t, "redis/server.ts", env),
  ]);
  const proxy = roundRobin(processes.map(({ url }) => url)).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port } = proxy.address() as AddressInfo;
  return { proxy: new URL(`http://127.0.0.1:${port}/mcp`), processes };
}

async function connect(t: TestContext, url: URL, mode: "legacy" | "auto"): Promise<Client> {
  const client = new Client(
    { name: "board", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  t.after(() => client.close());
  return client;
}

async function pidOf(client: Client): Promise<unknown> {
  const { content } = await client.callTool({ name: "which_process", arguments: {} });
  return content[0]?.type === "text" && content[0].text;
}

test(
  "two processes serve one session, and tell each other's clients",
  { skip: noRedis },
  async (t) => {
    const { proxy, processes } = await startBoard(t);
    const heard = { legacy: 0, modern: 0 };

    // One process opens the session; both answer its requests.
    const legacy = await connect(t, proxy, "legacy");
    const pids = new Set<unknown>();
    for (let call = 0; call < 4; call += 1) pids.add(await pidOf(legacy));
    assert.equal(pids.size, 2);
    legacy.setNotificationHandler("notifications/resources/updated", () => void heard.legacy++);
    await legacy.subscribeResource({ uri: "board://text" });

    // One client listens at one process, another writes at the other.
    const listener = await connect(t, processes[0].url, "auto");
    listener.setNotificationHandler("notifications/resources/updated", () => void heard.modern++);
    await listener.listen({ resourceSubscriptions: ["board://text"] });
    const writer = await connect(t, processes[1].url, "auto");
    let writes = 0;
    await eventually(async () => {
      await writer.callTool({ name: "write", arguments: { text: `Line ${++writes}` } });
      return heard.legacy > 0 && heard.modern > 0;
    });
    const { contents } = await listener.readResource({ uri: "board://text" });
    assert.equal((contents[0] as { text: string }).text, `Line ${writes}`);

    // A client answers a request of one process to the other process.
    for (const client of [legacy, await connect(t, proxy, "auto")]) {
      await writer.callTool({ name: "write", arguments: { text: "Wipe me." } });
      let asked = 0;
      client.setRequestHandler("elicitation/create", async () => {
        asked += 1;
        return { action: "accept", content: {} };
      });
      const { content } = await client.callTool({ name: "wipe", arguments: {} });
      assert.deepEqual(content, [{ type: "text", text: "Wiped." }]);
      assert.equal(asked, 1);
      const wiped = await client.readResource({ uri: "board://text" });
      assert.equal((wiped.contents[0] as { text: string }).text, "");
    }

    await Promise.all([legacy.close(), listener.close(), writer.close()]);
    for (const each of processes) assert.equal(await each.stop(), 0, each.output());
  },
);
