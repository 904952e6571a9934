/** Connections that stall, break or are not read do not affect other clients. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { RawClient, postHeaders } from "../../fault/raw.js";
import { initializeCall, legacyCall, modernCall, type Call } from "../../fault/requests.js";
import { full } from "../../fault/settings.js";
import { Victim } from "../../fault/victim.js";
import { eventually } from "../../support/eventually.js";

const mebibyte = 1024 * 1024;
/** Memory that may be held for a client which does not read: 16 MiB, and the overhead of short messages. */
const toleranceBytes = 64 * mebibyte;

let victim: Victim;
before(async () => {
  victim = await Victim.start();
});
after(() => victim.stop());

async function aliveNow(name: string): Promise<number | undefined> {
  return (await victim.ask("alive", { only: [name] }))[name];
}

async function assertNoneAlive(...names: readonly string[]): Promise<void> {
  await eventually(async () => {
    await pause(200);
    const alive = await victim.ask("alive", { only: names });
    for (const name of names) assert.equal(alive[name], 0, `${alive[name]} of ${name}`);
  }, 60_000);
}

test("connections that send nothing, half a head or half a body are closed in time", async () => {
  const hasty = await Victim.start({ requestTimeoutMs: 1_500 });
  after(() => hasty.stop());
  const unfinished = [
    (): string => "",
    (): string => "POST /mcp HTTP/1.1\r\nHost: 127",
    (client: RawClient): string =>
      `${client.head("POST", { ...postHeaders, "Content-Length": 100 })}{"jsonrpc":`,
    (client: RawClient): string =>
      `${client.head("POST", { ...postHeaders, "Transfer-Encoding": "chunked" })}5\r\n{"a"`,
  ];
  await Promise.all(
    unfinished.map(async (text) => {
      const client = await hasty.connect();
      await client.write(text(client));
      await Promise.race([
        client.closed(),
        pause(20_000, undefined, { ref: false }).then(() => assert.fail("it is still open")),
      ]);
    }),
  );
  hasty.checkAlive();
});

test("a client that only stops sending may be answered, and does no harm", async () => {
  const client = await victim.connect();
  const { body, headers } = modernCall("tools/call", { name: "ask" });
  await client.post(body, headers);
  client.socket.end();
  await client.closed();
  await victim.checkServes();
});

test("a call of 2026-07-28 is aborted when its client leaves, however it leaves", async () => {
  const { aborted } = await victim.ask("calls");
  const { body, headers } = modernCall("tools/call", { name: "wait" });
  for (const leave of ["destroy", "reset", "end"] as const) {
    const client = await victim.connect();
    const { begun } = await victim.ask("calls");
    await client.post(body, headers);
    await eventually(async () => assert.equal((await victim.ask("calls")).begun, begun + 1));
    if (leave === "destroy") client.socket.destroy();
    else if (leave === "reset") client.reset();
    else client.socket.end();
  }
  await eventually(async () => assert.equal((await victim.ask("calls")).aborted, aborted + 3));
  await assertNoneAlive("IncomingRequest");
  victim.checkAlive();
});

test("a call in a session goes on when its client leaves", async () => {
  const session = await victim.openSession();
  const { aborted, finished } = await victim.ask("calls");
  const call = legacyCall("tools/call", { name: "pause", arguments: { ms: 200 } }, session);
  const client = await victim.connect();
  await client.post(call.body, call.headers);
  await pause(50);
  client.reset();
  await eventually(async () => assert.equal((await victim.ask("calls")).finished, finished + 1));
  assert.equal((await victim.ask("calls")).aborted, aborted);
});

test("connections that break in the middle of an answer do no harm", async () => {
  const session = await victim.openSession();
  const params = { name: "shout", arguments: { megabytes: 2 } };
  const meta = { "io.modelcontextprotocol/logLevel": "debug" };
  const calls: Call[] = [
    modernCall("tools/call", { ...params, _meta: meta }),
    legacyCall("tools/call", params, session, 1),
  ];
  for (let i = 0; i < (full ? 100 : 10); i++) {
    for (const [index, call] of calls.entries()) {
      const client = await victim.connect();
      const body = index === 1 ? call.body.replace('"id":1', `"id":${i}`) : call.body;
      await client.post(body, call.headers);
      await client.answered("xxxx");
      client.reset();
    }
  }
  await assertNoneAlive("IncomingRequest", "EventWriter");
  await victim.checkServes();
});

/** Lets the server write to a client that does not read, and measures the held memory while others are served. */
async function assertBounded(work: () => Promise<void>): Promise<void> {
  const measure = async (): Promise<number> => {
    const { heapUsed, external } = await victim.ask("memory");
    return heapUsed + external;
  };
  const before = await measure();
  await work();
  await victim.checkServes();
  const more = (await measure()) - before;
  assert.ok(more < toleranceBytes, `it grew by ${more} bytes`);
}

test("a subscriber that does not read is cut off before it fills the memory", async () => {
  const listen = modernCall("subscriptions/listen", {
    notifications: { resourceSubscriptions: ["test://a"] },
  });
  const client = await RawClient.connect(victim.urls.http);
  await client.post(listen.body, listen.headers);
  await eventually(async () => assert.equal(await aliveNow("IncomingRequest"), 1));
  await assertBounded(async () => {
    await victim.ask("flood", { megabytes: 100 });
  });
  client.read();
  // Data written before can still be read, then the end.
  await client.complete();
  assert.ok(client.text.length < 64 * mebibyte, `${client.text.length} bytes`);
  client.socket.destroy();
  await assertNoneAlive("IncomingRequest", "EventWriter");
});

test("a tool that sends 100 MB to a client that does not read still ends", async () => {
  const { finished } = await victim.ask("calls");
  const meta = { "io.modelcontextprotocol/logLevel": "debug" };
  const call = modernCall("tools/call", {
    name: "shout",
    arguments: { megabytes: 100 },
    _meta: meta,
  });
  const client = await RawClient.connect(victim.urls.http);
  await client.post(call.body, call.headers);
  await assertBounded(() =>
    eventually(async () => assert.equal((await victim.ask("calls")).finished, finished + 1)),
  );
  client.reset();
  await assertNoneAlive("IncomingRequest");
});

test("in a session it is cut off as well, and can read on from the last event it has seen", async () => {
  const session = await victim.openSession();
  const { finished } = await victim.ask("calls");
  const call = legacyCall(
    "tools/call",
    { name: "shout", arguments: { megabytes: 100 } },
    session,
    "long",
  );
  const client = await RawClient.connect(victim.urls.http);
  await client.post(call.body, call.headers);
  await assertBounded(() =>
    eventually(async () => assert.equal((await victim.ask("calls")).finished, finished + 1)),
  );
  // Of 100 MB the store has kept the newest, which include the answer.
  client.read();
  await client.complete();
  client.socket.destroy();
  assert.ok(client.text.length < 64 * mebibyte);
  const ids = [...client.text.matchAll(/^id: (\S+)/gm)].map(([, id]) => id);
  assert.ok(ids.length > 1, "events have ids");
  const again = await victim.connect();
  const resume = { ...legacyCall("", {}, session).headers, Accept: "text/event-stream" };
  await again.write(again.head("GET", { ...resume, "Last-Event-ID": ids.at(-1) ?? "" }));
  const answer = await again.answer();
  assert.ok(answer?.status === 200 || answer?.status === 400, String(answer?.status));
  again.socket.destroy();
  await victim.checkServes();
});

test("the stream of a session is cut off as well, and the session goes on", async () => {
  const session = await victim.openSession();
  const subscribe = legacyCall("resources/subscribe", { uri: "test://a" }, session);
  const client = await victim.connect();
  await client.post(subscribe.body, subscribe.headers);
  assert.equal((await client.answer())?.status, 200);
  const stream = await RawClient.connect(victim.urls.http);
  const headers = { ...legacyCall("", {}, session).headers, Accept: "text/event-stream" };
  await stream.write(stream.head("GET", headers));
  await eventually(async () => assert.equal(await aliveNow("EventWriter"), 1));
  await assertBounded(async () => {
    await victim.ask("flood", { megabytes: 100 });
  });
  const list = legacyCall("tools/list", {}, session, 2);
  const next = await victim.connect();
  await next.post(list.body, list.headers);
  assert.equal((await next.answer())?.status, 200);
  stream.reset();
  await assertNoneAlive("EventWriter");
});

test("a client that is gone before its token is checked leaves nothing behind", async () => {
  const slow = await Victim.start({ slowly: true, sessions: { idleMs: 60_000 } });
  try {
    const opener = await RawClient.connect(slow.urls.http);
    opener.read();
    const { body, headers } = initializeCall();
    await opener.post(body, headers);
    const session = (await opener.answer())?.headers["mcp-session-id"] ?? "";
    assert.notEqual(session, "");
    const listen = modernCall("subscriptions/listen", { notifications: {} });
    for (let i = 0; i < 50; i++) {
      const reader = await RawClient.connect(slow.urls.http);
      const get = { ...legacyCall("", {}, session).headers, Accept: "text/event-stream" };
      if (i % 2 === 0) await reader.write(reader.head("GET", get));
      else await reader.post(listen.body, listen.headers);
      await pause(5);
      reader.reset();
    }
    await eventually(async () => {
      await pause(200);
      const alive = await slow.ask("alive", { only: ["EventWriter", "IncomingRequest"] });
      assert.equal(alive["EventWriter"], 0, `${alive["EventWriter"]} writers`);
      assert.equal(alive["IncomingRequest"], 0, `${alive["IncomingRequest"]} requests`);
    });
    opener.socket.destroy();
    slow.checkAlive();
  } finally {
    await slow.stop();
  }
});
