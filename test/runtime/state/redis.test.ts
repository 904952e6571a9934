import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test, type TestContext } from "node:test";
import { type RedisState, type RedisStateOptions, redisState } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { otherProcess } from "../../support/state/other-process.js";
import { noRedis, redisClient, redisOfFile } from "../../support/state/redis.js";
import { stateContract } from "../../support/state/state-contract.js";

const redis = redisOfFile();
const skip = noRedis;

async function make(options: RedisStateOptions = {}): Promise<RedisState> {
  const all = { prefix: randomPrefix(), timeoutMs: 20_000, ...options };
  return redisState(redisClient(redis.url), all);
}

/** Returns a state that the test may close, and that is closed with it otherwise. */
async function stateOf(t: TestContext, options: RedisStateOptions = {}): Promise<RedisState> {
  const state = await make(options);
  t.after(() => state.close());
  return state;
}

async function onlooker(t: TestContext) {
  const client = await redisClient(redis.url).connect();
  t.after(() => client.destroy());
  return client;
}

function randomPrefix(): string {
  return `test:${randomUUID()}`;
}

stateContract("in Redis", (events) => make(events ? { events } : {}), skip);

test("one process goes on with what another left", { skip }, async (t) => {
  const prefix = randomPrefix();
  const other = await otherProcess(t, redis.url, prefix);
  const { sessions, events, tasks } = await stateOf(t, { prefix });

  await sessions.save("s", "facts", 60_000);
  assert.equal(await other.tell({ do: "load", id: "s" }), "facts");

  const first = await events.append("s", "stream", "first");
  const second = await other.tell({ do: "append", session: "s", message: "second" });
  assert.deepEqual(await events.after("s", first), {
    stream: "stream",
    events: [{ id: second, message: "second" }],
    ended: false,
  });
  await events.end("s", "stream");
  assert.deepEqual(await other.tell({ do: "after", session: "s", id: first }), {
    stream: "stream",
    events: [{ id: second, message: "second" }],
    ended: true,
  });

  await tasks.save("t", "working");
  const order = { do: "replace", id: "t", expected: "working" } as const;
  assert.equal(await other.tell({ ...order, task: "done" }), true);
  assert.equal(await tasks.replace("t", "working", "cancelled"), false);
  assert.equal(await tasks.load("t"), "done");

  assert.equal(await other.close(), 0);
});

test("two processes that append at once get ids of their own", { skip }, async (t) => {
  const prefix = randomPrefix();
  const [one, two] = await Promise.all([
    otherProcess(t, redis.url, prefix),
    otherProcess(t, redis.url, prefix),
  ]);
  const { events } = await stateOf(t, { prefix });
  const start = await events.append("s", "stream", "");
  const order = { do: "append many", session: "s", count: 100 } as const;
  const ids = (await Promise.all([one.tell(order), two.tell(order)])).flat();
  assert.equal(new Set(ids).size, 200);
  const found = await events.after("s", start);
  assert.deepEqual(new Set(found?.events.map((event) => event.id)), new Set(ids));
  for (const process of [one, two]) assert.equal(await process.close(), 0);
});

test("a message reaches every process once", { skip }, async (t) => {
  const prefix = randomPrefix();
  const [one, two] = await Promise.all([
    otherProcess(t, redis.url, prefix),
    otherProcess(t, redis.url, prefix),
  ]);
  const { bus } = await stateOf(t, { prefix });
  const heard: string[] = [];
  bus.subscribe("a b\r\n", (message) => heard.push(message));
  await bus.settled();
  for (const process of [one, two]) await process.tell({ do: "listen", channel: "a b\r\n" });
  bus.publish("a b\r\n", "ours");
  assert.deepEqual(heard, ["ours"]);
  await one.tell({ do: "publish", channel: "a b\r\n", message: "theirs" });
  bus.publish("unheard", "x");
  bus.publish("a b\r\n", "last");
  await eventually(() => [heard, one.heard, two.heard].every((each) => each.length === 3));
  for (const each of [heard, one.heard, two.heard]) {
    assert.deepEqual(each.toSorted(), ["last", "ours", "theirs"]);
  }
  for (const process of [one, two]) assert.equal(await process.close(), 0);
});

test("listening ends and begins again, however quickly", { skip }, async (t) => {
  const prefix = randomPrefix();
  const [ours, theirs] = [await stateOf(t, { prefix }), await stateOf(t, { prefix })];
  const heard: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const stops = [1, 2].map(() => ours.bus.subscribe("a", () => heard.push(`old ${round}`)));
    if (round % 3 === 0) await ours.bus.settled();
    for (const stop of stops) stop();
    if (round % 4 === 0) await ours.bus.settled();
  }
  const stop = ours.bus.subscribe("a", (message) => heard.push(message));
  await ours.bus.settled();
  theirs.bus.publish("a", "new");
  await eventually(() => heard.length > 0);
  assert.deepEqual(heard, ["new"]);

  stop();
  await ours.bus.settled();
  const client = await onlooker(t);
  assert.deepEqual(await client.pubSubChannels(`${prefix}*`), []);
});

test("keys in Redis expire, and hold no id as a client spelled it", { skip }, async (t) => {
  const prefix = randomPrefix();
  const { sessions, events, tasks } = await stateOf(t, { prefix });
  const evil = "*\r\nevil";
  await sessions.save(evil, "facts", 60_000);
  await events.append(evil, evil, "message");
  await tasks.save(evil, "task", 60_000);
  await tasks.own(evil, evil);
  const client = await onlooker(t);
  const keys = await client.keys(`${prefix}:*`);
  assert.equal(keys.length, 5);
  for (const key of keys) {
    assert.doesNotMatch(key, /evil/);
    assert.ok((await client.pTTL(key)) > 0, key);
  }
});

test("events go on when Redis had to evict a half of them", { skip }, async (t) => {
  const prefix = randomPrefix();
  const { events } = await stateOf(t, {
    prefix,
    events: { perSession: 5, bytesPerSession: 1000 },
  });
  const client = await onlooker(t);
  for (const part of ["events", "sums"]) {
    for (let index = 0; index < 5; index += 1) await events.append("s", "a", "x".repeat(50));
    assert.equal(await client.del(`${prefix}:${part}:{s}`), 1);
    const first = await events.append("s", "a", "x");
    for (let index = 0; index < 4; index += 1) await events.append("s", "a", "x");
    assert.equal((await events.after("s", first))?.events.length, 4);
    assert.equal(await client.hGet(`${prefix}:sums:{s}`, "bytes"), String(5 * 101));
  }
});

test("the list of an owner doesn't grow with tasks that are gone", { skip }, async (t) => {
  const prefix = randomPrefix();
  const { tasks } = await stateOf(t, { prefix });
  for (let index = 0; index < 300; index += 1) {
    await tasks.save(`t${index}`, "task");
    await tasks.own("me", `t${index}`);
    if (index > 0) await tasks.delete(`t${index - 1}`);
  }
  assert.deepEqual(await tasks.list("me", undefined, 10), ["t299"]);
  const client = await onlooker(t);
  assert.ok((await client.zCard(`${prefix}:owner:me`)) < 100);
});

test("a state closes the client that it connected, and no other", { skip }, async (t) => {
  const given = await onlooker(t);
  await (await redisState(given, { prefix: randomPrefix() })).close();
  assert.equal(await given.ping(), "PONG");

  const own = redisClient(redis.url);
  t.after(() => own.isOpen && own.destroy());
  const state = await redisState(own, { prefix: randomPrefix() });
  assert.equal(own.isOpen, true);
  await state.close();
  await state.close();
  assert.equal(own.isOpen, false);
});

test("options that can't be are refused before anything is connected", async () => {
  const client = redisClient("redis://127.0.0.1:1");
  await assert.rejects(redisState(client, { prefix: "a{b}" }), TypeError);
  await assert.rejects(redisState(client, { events: { perSession: 0 } }), RangeError);
  assert.equal(client.isOpen, false);
});
