import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { createClient, createCluster } from "redis";
import { type RedisStateOptions, redisState, StateError } from "../../../runtime/index.js";
import { byText } from "../../support/by-text.js";
import { eventually } from "../../support/eventually.js";
import { freePort, noRedis, redisClient, startRedis } from "../../support/state/redis.js";

/** These tests start and stop their own Redis, because the one of REDIS_URL is shared. */
const skip = noRedis;

/** Collects the lines of `console.error` until the test ends. */
function reports(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, "error", (...values: unknown[]) => {
    lines.push(values.map(String).join(" "));
  });
  return lines;
}

async function ownRedis(t: TestContext, ...args: Parameters<typeof startRedis>) {
  const redis = await startRedis(...args);
  t.after(() => redis.stop());
  return redis;
}

async function ownState(t: TestContext, url: string, options: RedisStateOptions) {
  const state = await redisState(redisClient(url), options);
  t.after(() => state.close());
  return state;
}

function stateError(code: string, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StateError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  };
}

test("no Redis at the start: the error says so, and nothing stays open", async () => {
  const client = redisClient(`redis://user:secret@127.0.0.1:${await freePort()}`);
  await assert.rejects(
    redisState(client, { timeoutMs: 300 }),
    stateError("unreachable", /Cannot reach Redis: .*Check that Redis is running/),
  );
  assert.equal(client.isOpen, false);
});

test("no Redis at the start, and no listener for the client's errors", async () => {
  const client = createClient({ url: `redis://127.0.0.1:${await freePort()}` });
  await assert.rejects(
    redisState(client, { timeoutMs: 3000 }),
    stateError("unreachable", /Cannot reach Redis: .*Check that Redis is running/),
  );
  assert.equal(client.isOpen, false);
});

test("a wrong password at the start", { skip }, async (t) => {
  const redis = await ownRedis(t, undefined, ["--requirepass", "right"]);
  await assert.rejects(
    redisState(redisClient(redis.url.replace("//", "//:secret@")), { timeoutMs: 3000 }),
    stateError("refused", /Redis refused a command: WRONGPASS.*Check the user and password/),
  );
  await assert.rejects(
    redisState(redisClient(redis.url), { timeoutMs: 3000 }),
    stateError("refused", /Redis refused a command: NOAUTH/),
  );
});

test(
  "Redis goes away and comes back: requests fail in time, then all goes on",
  { skip },
  async (t) => {
    const redis = await ownRedis(t);
    const options = { prefix: "test", timeoutMs: 3000 };
    const one = await ownState(t, redis.url, options);
    const two = await ownState(t, redis.url, options);
    const heard: string[] = [];
    one.bus.subscribe("a", (message) => heard.push(message));
    await one.bus.settled();
    await one.events.append("s", "stream", "before");
    two.bus.publish("a", "before");
    await eventually(() => assert.equal(heard.length, 1));

    const lines = reports(t);
    await redis.stop();
    await assert.rejects(one.sessions.load("s"), stateError("unreachable", /Cannot reach Redis/));
    await assert.rejects(one.events.append("s", "a", "x"), StateError);
    for (let index = 0; index < 10; index += 1) one.bus.publish("a", "meanwhile");
    assert.equal(heard.length, 11, "listeners of the same process need no Redis");
    one.bus.subscribe("late", (message) => heard.push(message));
    await one.bus.settled();
    await eventually(() => lines.length >= 2);
    assert.equal(lines.length, 2, "one line for each state, however often it failed");
    for (const line of lines) assert.match(line, /other processes fail until Redis is back/);

    await ownRedis(t, redis.port);
    // The new Redis is empty and knows no scripts.
    await eventually(async () =>
      assert.equal(await one.sessions.load("s").catch(() => ""), undefined),
    );
    const id = await one.events.append("s", "stream", "after");
    assert.deepEqual((await two.events.after("s", id))?.events, []);
    heard.length = 0;
    for (const channel of ["a", "late"]) {
      await eventually(() => {
        two.bus.publish(channel, channel);
        return heard.includes(channel);
      });
    }
    assert.ok(!heard.includes("before"));
  },
);

test("commands don't pile up without end while Redis is away", { skip }, async (t) => {
  const redis = await ownRedis(t);
  const state = await ownState(t, redis.url, { timeoutMs: 3000 });
  reports(t);
  await redis.stop();
  const codes = new Set<unknown>();
  const loads = Array.from({ length: 25_000 }, () =>
    state.sessions.load("s").catch((error: unknown) => {
      codes.add(error instanceof StateError ? error.code : error);
    }),
  );
  await Promise.all(loads);
  assert.deepEqual([...codes].sort(byText), ["overloaded", "unreachable"]);
});

test(
  "a command that Redis refuses: the reason is shown, but not the values",
  { skip },
  async (t) => {
    const args = ["EVAL", "EVALSHA"].flatMap((command) => ["--rename-command", command, ""]);
    const redis = await ownRedis(t, undefined, args);
    const state = await ownState(t, redis.url, {});
    await assert.rejects(
      state.events.append("s", "a", "a secret"),
      stateError("refused", /unknown command.*Check the user/),
    );
  },
);

test("in a cluster, what one script uses is in one place", { skip }, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const redis = await ownRedis(t, undefined, ["--cluster-enabled", "yes", "--dir", folder]);
  const node = await redisClient(redis.url).connect();
  await node.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
  await eventually(async () => (await node.clusterInfo()).includes("cluster_state:ok"));
  node.destroy();

  const cluster = createCluster({ rootNodes: [{ url: redis.url }] });
  cluster.on("error", () => {});
  const state = await redisState(cluster);
  t.after(() => state.close());
  const { sessions, events, tasks, bus } = state;
  await sessions.save("s", "facts", 60_000);
  assert.equal(await sessions.load("s"), "facts");
  const id = await events.append("s", "a", "x");
  await events.end("s", "a");
  assert.equal((await events.after("s", id))?.ended, true);
  await events.delete("s");
  for (const task of ["a", "b", "c"]) {
    await tasks.save(task, "1", 60_000);
    await tasks.own("me", task);
  }
  await tasks.delete("b");
  assert.equal(await tasks.replace("a", "1", "2"), true);
  assert.deepEqual(await tasks.list("me", undefined, 10), ["a", "c"]);
  bus.subscribe("a", () => {});
  await bus.settled();
});
