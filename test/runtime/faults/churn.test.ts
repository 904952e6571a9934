/** Thousands of clients that come and go leave nothing behind. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { initializeCall, legacyCall, modernCall } from "../../fault/requests.js";
import { RawClient } from "../../fault/raw.js";
import { full } from "../../fault/settings.js";
import { storm, stormOn } from "../../fault/storm.js";
import { Victim } from "../../fault/victim.js";
import { eventually } from "../../support/eventually.js";

/** Memory that a process may gain from thousands of clients: compiled code, pools of Node. */
const toleranceBytes = 6 * 1024 * 1024;
const many = full ? 10_000 : 500;
const manySessions = full ? 10_000 : 2_000;
/** Counting objects stops the server for a while. */
const betweenCounts = 300;

let victim: Victim;
before(async () => {
  victim = await Victim.start({ sessions: { idleMs: 1_500 } });
});
after(() => victim.stop());

async function initialize(client: RawClient): Promise<string> {
  const { body, headers } = initializeCall();
  await client.post(body, headers);
  const answer = await client.answer();
  assert.equal(answer?.status, 200, answer?.body);
  return answer.headers["mcp-session-id"] ?? "";
}

/** Fails unless all objects and the memory of the clients are released. */
async function assertNothingLeft(before: number): Promise<void> {
  await eventually(async () => {
    await pause(betweenCounts);
    const more = (await victim.ask("memory")).heapUsed - before;
    assert.ok(more < toleranceBytes, `${more} bytes more than before`);
  }, 30_000);
  await eventually(async () => {
    await pause(betweenCounts);
    const alive = Object.entries(await victim.ask("alive"));
    assert.deepEqual(
      alive.filter(([, count]) => count > 0),
      [],
    );
  }, 30_000);
}

/** Returns the memory in use after a warm-up. */
async function heapAfter(warmUp: Promise<void>): Promise<number> {
  await warmUp;
  return (await victim.ask("memory")).heapUsed;
}

test(`${manySessions} sessions, half of them ended and half abandoned, are forgotten`, async () => {
  const sessions = (count: number) =>
    stormOn(victim.urls.http, count, 8, async (client, index) => {
      const id = await initialize(client);
      if (index % 2 === 0) return;
      const { "MCP-Protocol-Version": version } = legacyCall("").headers;
      const headers = { "Mcp-Session-Id": id, "MCP-Protocol-Version": version ?? "" };
      await client.write(client.head("DELETE", headers));
      assert.equal((await client.answer())?.status, 204);
    });
  const heap = await heapAfter(sessions(100));
  await sessions(manySessions);
  await assertNothingLeft(heap);
});

test("thousands of refused handshakes leave no session", async () => {
  const refused = (count: number) =>
    stormOn(victim.urls.http, count, 8, async (client) => {
      const { body, headers } = initializeCall({ protocolVersion: 1 });
      await client.post(body, headers);
      const answer = await client.answer();
      assert.equal(answer?.status, 400);
      assert.equal(answer.headers["mcp-session-id"], undefined);
    });
  const heap = await heapAfter(refused(100));
  await refused(many);
  await assertNothingLeft(heap);
});

test("thousands of subscriptions whose clients leave without a word end", async () => {
  const listen = modernCall("subscriptions/listen", {
    notifications: { toolsListChanged: true, resourceSubscriptions: ["test://a"] },
  });
  const left = (count: number) =>
    storm(count, 8, async (index) => {
      const client = await RawClient.connect(victim.urls.http);
      client.read();
      await client.post(listen.body, listen.headers);
      if (index % 2 === 0) await client.answered("acknowledged");
      client.reset();
    });
  const heap = await heapAfter(left(100));
  await left(many);
  await assertNothingLeft(heap);
});

test("streams that a session opens over and over, each before the last is closed, do not pile up", async () => {
  const client = await RawClient.connect(victim.urls.http);
  client.read();
  const id = await initialize(client);
  const { headers } = legacyCall("", {}, id);
  let previous: RawClient | undefined;
  for (let i = 0; i < 200; i++) {
    const stream = await RawClient.connect(victim.urls.http);
    stream.read();
    await stream.write(stream.head("GET", { ...headers, Accept: "text/event-stream" }));
    await stream.answered("text/event-stream");
    previous?.reset();
    previous = stream;
  }
  await eventually(async () => {
    await pause(betweenCounts);
    const alive = await victim.ask("alive", { only: ["SessionStream"] });
    assert.ok((alive["SessionStream"] ?? 0) <= 3, `${alive["SessionStream"]} streams`);
  });
  previous?.reset();
  client.socket.destroy();
});

test("thousands of WebSockets that are dropped leave nothing", async () => {
  const dropped = (count: number) =>
    storm(count, 8, async (index) => {
      const key = Buffer.from(String(index).padStart(16, "0")).toString("base64");
      (await RawClient.upgrade(victim.urls.webSocket, key)).reset();
    });
  const heap = await heapAfter(dropped(100));
  await dropped(many);
  await assertNothingLeft(heap);
});

test("thousands of clients of HTTP+SSE that are dropped leave nothing", async () => {
  const dropped = (count: number) =>
    storm(count, 8, async () => {
      const client = await RawClient.connect(victim.urls.sse);
      client.read();
      await client.write(client.head("GET", { Accept: "text/event-stream" }));
      await client.answered("event: endpoint");
      client.reset();
    });
  const heap = await heapAfter(dropped(100));
  await dropped(many);
  await assertNothingLeft(heap);
});

test("the server never complained", () => victim.checkAlive());
