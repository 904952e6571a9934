/** `ctx.once`: work that is done in one round and remembered in the next. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { name, answers, Call } from "./rounds-fixtures.js";

test("a call does not end while something is done that must happen once", async () => {
  let done = 0;
  const call = new Call(async (ctx) => {
    const [user, value] = await Promise.all([
      ctx.elicit(name),
      ctx.once("slow", async () => {
        await sleep(20);
        return ++done;
      }),
    ]);
    return [user.action, value];
  });
  const { requestState } = await call.asked();
  assert.equal(done, 1);
  const inputResponses = { "elicit-1": answers.named };
  assert.deepEqual(await call.done({ requestState, inputResponses }), ["accept", 1]);
  assert.equal(done, 1);
});

test("work that failed is done again, and undefined is a value", async () => {
  let tries = 0;
  const call = new Call(async (ctx) => {
    assert.equal(await ctx.once("nothing", () => void tries++), undefined);
    const failed = ctx.once("bad", () => Promise.reject(new Error(`try ${++tries}`)));
    await assert.rejects(failed, /try/);
    await ctx.elicit(name);
    return tries;
  });
  const { requestState } = await call.asked();
  const inputResponses = { "elicit-1": answers.named };
  assert.equal(await call.done({ requestState, inputResponses }), 3);
});

test("work requested twice at once is done once", async () => {
  let done = 0;
  const call = new Call((ctx) => {
    const work = async (): Promise<number> => {
      await sleep(1);
      return ++done;
    };
    return Promise.all([ctx.once("work", work), ctx.once("work", work)]);
  });
  assert.deepEqual(await call.done(), [1, 1]);
});

test("a value that JSON can't carry is a mistake of the handler", async () => {
  await assert.rejects(new Call((ctx) => ctx.once("big", () => 1n)).run(), /once\("big"\)/);
});
