/** Proofs of possession that several processes must not accept twice. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test, type TestContext } from "node:test";
import { type ReplayGuard, redisState } from "../../../runtime/index.js";
import { DpopCheck } from "../../../runtime/authorization/dpop/dpop-check.js";
import { dpopRules } from "../../../runtime/authorization/dpop/dpop-rules.js";
import { dpopClient } from "../../support/authorization/dpop-client.js";
import { eventually } from "../../support/eventually.js";
import { noRedis, redisClient, startRedis, redisOfFile } from "../../support/state/redis.js";

const skip = noRedis;
const redis = redisOfFile();

async function replaysOf(t: TestContext, prefix: string, url = redis.url) {
  const state = await redisState(redisClient(url), { prefix, timeoutMs: 20_000 });
  t.after(() => state.close());
  return state.replays;
}

const checkWith = (replays: ReplayGuard) => new DpopCheck(dpopRules({ mode: "required", replays }));

const newPrefix = () => `test:${randomUUID()}`;

test("of many who use a key at once one is the first", { skip }, async (t) => {
  const prefix = newPrefix();
  const [one, other] = [await replaysOf(t, prefix), await replaysOf(t, prefix)];
  const uses = Array.from({ length: 50 }, (_, i) => (i % 2 ? one : other).first("key", 60_000));
  const fresh = (await Promise.all(uses)).filter(Boolean);
  assert.equal(fresh.length, 1);
  assert.equal(await one.first("another key", 60_000), true);
  assert.equal(await (await replaysOf(t, newPrefix())).first("key", 60_000), true);
});

test("a key is fresh again when its time is over, and not before", { skip }, async (t) => {
  const replays = await replaysOf(t, newPrefix());
  assert.equal(await replays.first("short", 300), true);
  assert.equal(await replays.first("long", 60_000), true);
  await eventually(async () => replays.first("short", 60_000));
  assert.equal(await replays.first("long", 60_000), false);
});

test("a proof that one process took is refused by another", { skip }, async (t) => {
  const prefix = newPrefix();
  const client = await dpopClient();
  const url = "https://mcp.example.com/mcp";
  const proof = await client.proof({ url, method: "POST", token: "t" });
  const confirmation = { jkt: client.thumbprint };
  const context = { proof, token: "t", method: "POST", urls: [url], confirmation };
  const one = checkWith(await replaysOf(t, prefix));
  const other = checkWith(await replaysOf(t, prefix));
  assert.equal(await one.fault(context), undefined);
  assert.deepEqual(await other.fault(context), {
    error: "invalid_dpop_proof",
    description: "The proof was already used.",
  });
});

test("nothing is taken for fresh while Redis is away", { skip }, async (t) => {
  const own = await startRedis();
  t.after(() => own.stop());
  const state = await redisState(redisClient(own.url), { timeoutMs: 500 });
  t.after(() => state.close());
  await own.stop();
  await assert.rejects(Promise.resolve(state.replays.first("key", 1_000)), { name: "StateError" });
});
