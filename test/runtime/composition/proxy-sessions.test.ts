/** Sessions of a proxy with its remote server: as many as its clients need, and no more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  McpServer,
  memoryState,
  proxyServer,
  serveHttp,
  type HttpClientOptions,
  type McpClient,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { wireHttp, WireHttp } from "../../support/wire/http.js";

const protocolVersion = "2025-11-25";
const mostSessions = 100;

test("sessions with a remote server are bounded, and one that rested begins anew", async () => {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const remote = new McpServer({ name: "remote", version: "1" });
  remote.tool({ name: "quick" }, () => "quick");
  remote.tool({ name: "held" }, async () => {
    await held;
    return "held";
  });
  let open = 0;
  const target = async (options: HttpClientOptions): Promise<McpClient> => {
    const client = await connectMemory(remote, { ...options, protocolVersion });
    open++;
    client.on("close", () => open--);
    return client;
  };
  const server = proxyServer(target, { name: "remote", logger: () => undefined });
  const clients: McpClient[] = [];
  const add = async (): Promise<McpClient> => {
    const client = await connectMemory(server, { protocolVersion });
    clients.push(client);
    return client;
  };
  const first = await add();
  // The call stays open, so its session does.
  const waiting = first.callTool("held");
  const second = await add();
  for (let n = 0; n <= mostSessions; n++) {
    const client = n === 0 ? second : await add();
    assert.equal(textOf(await client.callTool("quick")), "quick");
  }
  // With the one that lists what the remote server has.
  await eventually(() => open === mostSessions + 1);
  assert.equal(textOf(await second.callTool("quick")), "quick");
  await eventually(() => open === mostSessions + 1);
  end();
  assert.equal(textOf(await waiting), "held");
  await Promise.all(clients.map((client) => client.close()));
  await eventually(() => open === 1);
  await server.close();
  await eventually(() => open === 0);
});

for (const isKnown of [false, true]) {
  const how = isKnown ? "that subscribes there again" : "that goes on there";
  test(`a session ${how} hears of a resource when the process that listened is gone`, async (t) => {
    const remote = new McpServer({ name: "remote", version: "1" });
    remote.resource({ name: "plan", uri: "remote://plan" }, () => "the plan");
    const state = memoryState();
    const begin = async () => {
      const server = proxyServer(
        (options) => connectMemory(remote, { ...options, protocolVersion }),
        { name: "remote", state, logger: () => undefined },
      );
      const http = await serveHttp(server, { port: 0, closeGraceMs: 50 });
      const end = async (): Promise<void> => {
        await http.close();
        await server.close();
      };
      t.after(end);
      return { url: http.url, end };
    };
    const [there, here] = [await begin(), await begin()];
    const first = await wireHttp(there.url, { revision: protocolVersion });
    const client = new WireHttp(here.url, { revision: protocolVersion });
    client.sessionId = first.sessionId;
    const uri = "remote://plan";
    // This process knows the session then, so that it only learns of the subscription.
    if (isKnown) assert.ok((await client.request("ping")).result);
    await first.request("resources/subscribe", { uri });
    await there.end();
    const leave = new AbortController();
    const heard = client.messages(await client.get({}, leave.signal));
    if (isKnown) assert.ok((await client.request("resources/subscribe", { uri })).result);
    const update = heard.next();
    let isHeard = false;
    void update.then(
      () => (isHeard = true),
      () => undefined,
    );
    await eventually(() => {
      remote.resourceUpdated(uri);
      return isHeard;
    }, 5_000);
    const { value } = await update;
    assert.deepEqual(value?.params, { uri });
    leave.abort();
    await heard.next().catch(() => {});
  });
}
