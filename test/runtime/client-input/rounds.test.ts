/** Client input since 2026-07-28: a call that needs input ends, and runs again with the answers. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { elicit, inputRequired, ProtocolError, type CallContext } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { InputRequiredSignal } from "../../../runtime/server/client-input/input-required.js";
import { RequestContext } from "../../../runtime/server/client-input/request-context.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { everything, name, greeting, answers, type Handler, Call } from "./rounds-fixtures.js";

test("a handler that does not ask ends as it would alone", async () => {
  assert.equal(await new Call(() => 1).done(), 1);
  assert.equal(await new Call(async () => 2).done(), 2);
  await assert.rejects(
    new Call(() => {
      throw new RangeError("no");
    }).run(),
    RangeError,
  );
  await assert.rejects(
    new Call(async () => {
      throw new RangeError("no");
    }).run(),
    RangeError,
  );
});

test("requests one after the other take a round each, and `once` runs once", async () => {
  let runs = 0;
  let charged = 0;
  const call = new Call(async (ctx) => {
    runs++;
    const { content } = await ctx.elicit(name);
    const receipt = await ctx.once("charge", () => ({ no: ++charged, at: new Date(0) }));
    const { model } = await ctx.sample(greeting);
    const again = await ctx.once("charge", () => assert.fail("it is done"));
    assert.deepEqual(again, receipt);
    return { content, receipt, model };
  });
  const first = await call.asked({});
  assert.deepEqual(first.inputRequests, {
    "elicit-1": { method: "elicitation/create", params: { mode: "form", ...name } },
  });
  const second = await call.asked({
    requestState: first.requestState,
    inputResponses: { "elicit-1": answers.named },
  });
  assert.deepEqual(second.inputRequests, {
    "sample-1": { method: "sampling/createMessage", params: greeting },
  });
  assert.notEqual(second.requestState, first.requestState);
  const value = await call.done({
    requestState: second.requestState,
    inputResponses: { "sample-1": answers.greeted },
  });
  assert.deepEqual(value, {
    content: { name: "Ann" },
    receipt: { no: 1, at: "1970-01-01T00:00:00.000Z" },
    model: "m",
  });
  assert.deepEqual([runs, charged], [3, 1]);
});

test("questions asked at once go out at once, under names of the handler's own", async () => {
  const call = new Call((ctx) =>
    Promise.all([
      ctx.elicit(name, { key: "user_name" }),
      Promise.resolve().then(() => ctx.sample(greeting, { key: "greeting" })),
      ctx.listRoots(),
    ]),
  );
  const { inputRequests, requestState } = await call.asked();
  assert.deepEqual(Object.keys(inputRequests).sort(), ["greeting", "roots-1", "user_name"]);
  const inputResponses = { user_name: answers.named, greeting: answers.greeted };
  const rest = await call.asked({ requestState, inputResponses });
  assert.deepEqual(rest.inputRequests, { "roots-1": { method: "roots/list", params: {} } });
  const value = (await call.done({
    requestState: rest.requestState,
    inputResponses: { "roots-1": answers.folders },
  })) as unknown[];
  assert.deepEqual(value[0], answers.named);
  assert.deepEqual(value[2], answers.folders.roots);
});

const useless: readonly [string, unknown][] = [
  ["none", undefined],
  ["null", null],
  ["a list", []],
  ["one under another name", { other: answers.named }],
  ["a number", { "elicit-1": 12345 }],
  ["a form without its field", { "elicit-1": { action: "accept", content: {} } }],
  ["the answer to another kind of question", { "elicit-1": answers.greeted }],
];

for (const [what, inputResponses] of useless) {
  test(`a useless answer is requested again: ${what}`, async () => {
    const call = new Call((ctx) => ctx.elicit(name));
    const { requestState } = await call.asked();
    const { inputRequests } = await call.asked({ requestState, inputResponses });
    assert.deepEqual(Object.keys(inputRequests), ["elicit-1"]);
  });
}

test("members that the client adds to its answers are dropped", async () => {
  const call = new Call((ctx) => ctx.elicit(name));
  const { requestState } = await call.asked();
  const content = { name: "Ann", admin: true };
  const inputResponses = { "elicit-1": { action: "accept", content }, more: answers.named };
  assert.deepEqual(await call.done({ requestState, inputResponses }), answers.named);
});

test("without its state a call begins anew, with the answers it brings", async () => {
  const call = new Call(async (ctx) => [await ctx.elicit(name), await ctx.sample(greeting)]);
  await call.asked({ inputResponses: { "elicit-1": answers.named } });
  const { inputRequests } = await call.asked({ inputResponses: { "sample-1": answers.greeted } });
  assert.deepEqual(Object.keys(inputRequests), ["elicit-1"]);
});

test("an answer that was given can't be changed later", async () => {
  const call = new Call(async (ctx) => [
    (await ctx.elicit(name)).content,
    (await ctx.sample(greeting)).model,
  ]);
  const first = await call.asked();
  const { requestState } = await call.asked({
    requestState: first.requestState,
    inputResponses: { "elicit-1": answers.named },
  });
  const bob = { action: "accept", content: { name: "Bob" } };
  const inputResponses = { "elicit-1": bob, "sample-1": answers.greeted };
  assert.deepEqual(await call.done({ requestState, inputResponses }), [{ name: "Ann" }, "m"]);
});

test("a state is valid for its user, its arguments and a limited time", async () => {
  let runs = 0;
  const call = new Call((ctx) => {
    runs++;
    return ctx.elicit(name);
  });
  const { requestState } = await call.asked();
  const again = (): Promise<unknown> =>
    call.run({ requestState, inputResponses: { "elicit-1": answers.named } });
  const refused = (error: unknown): boolean =>
    error instanceof ProtocolError && error.code === -32602;
  call.subject = "bob";
  await assert.rejects(again(), refused);
  call.subject = "ann";
  call.args = { what: "gold" };
  await assert.rejects(again(), refused);
  await assert.rejects(call.run({ requestState: `${requestState}-TAMPERED` }), refused);
  await assert.rejects(call.run({ requestState: null }), refused);
  assert.equal(runs, 1);
});

test("a state is checked even where the handler never asks", async () => {
  await assert.rejects(new Call(() => 1).run({ requestState: "made up" }), ProtocolError);
});

test("a call does not ask for ever", async () => {
  const call = new Call((ctx) => ctx.elicit(name));
  call.maxRounds = 2;
  const first = await call.asked();
  const second = await call.asked({ requestState: first.requestState });
  await assert.rejects(call.run({ requestState: second.requestState }), /2 times/);
});

test("a request to the client ends the call, whatever the handler does with it", async () => {
  const cleanedUp: string[] = [];
  const handlers: Handler[] = [
    async (ctx) => {
      await ctx.elicit(name).catch(() => "swallowed");
      return "done";
    },
    async (ctx) => {
      try {
        await ctx.elicit(name);
      } catch (error) {
        cleanedUp.push((error as Error).name);
        throw new Error("something else", { cause: error });
      } finally {
        cleanedUp.push("finally");
      }
      return "done";
    },
    async (ctx) => {
      void ctx.elicit(name);
      await new Promise(() => {});
    },
    async (ctx) => {
      await ctx.elicit(name).catch(() => {});
      // The run has ended, so neither may have an effect.
      await ctx.once("late", () => cleanedUp.push("late")).catch(() => {});
      await ctx.sample(greeting);
    },
  ];
  for (const handler of handlers) {
    const { inputRequests } = await new Call(handler).asked();
    assert.deepEqual(Object.keys(inputRequests), ["elicit-1"]);
  }
  await sleep(5);
  assert.deepEqual(cleanedUp, [new InputRequiredSignal().name, "finally"]);
});

test("requests awaited one after the other leave no unhandled rejection", async () => {
  const askFor = async (ctx: CallContext, key: string) => (await ctx.elicit(name, { key })).action;
  const call = new Call(async (ctx) => {
    const first = askFor(ctx, "first");
    const second = askFor(ctx, "second");
    return [await first, await second];
  });
  const { inputRequests } = await call.asked();
  // An unhandled rejection would fail this test, and end a server.
  await sleep(5);
  assert.deepEqual(Object.keys(inputRequests), ["first", "second"]);
});

test("two questions of the same name are a mistake of the handler", async () => {
  const call = new Call(async (ctx) => {
    await Promise.all([ctx.elicit(name, { key: "a" }), ctx.sample(greeting, { key: "a" })]);
  });
  await assert.rejects(call.run(), TypeError);
});

test("names that objects inherit are names like others", async () => {
  const call = new Call(async (ctx) => [
    (await ctx.elicit(name, { key: "__proto__" })).action,
    (await ctx.elicit(name, { key: "constructor" })).action,
    await ctx.once("__proto__", () => "once"),
  ]);
  const { inputRequests, requestState } = await call.asked();
  assert.deepEqual(Object.keys(inputRequests), ["__proto__"]);
  const inputResponses = JSON.parse(`{"__proto__":${JSON.stringify(answers.named)}}`) as JsonObject;
  const second = await call.asked({ requestState, inputResponses });
  assert.deepEqual(Object.keys(second.inputRequests), ["constructor"]);
  const last = { constructor: answers.named };
  assert.deepEqual(await call.done({ requestState: second.requestState, inputResponses: last }), [
    "accept",
    "accept",
    "once",
  ]);
});

test("a request that the client does not support is not made, and the handler may continue", async () => {
  const call = new Call((ctx) => ctx.sample(greeting));
  call.capabilities = { elicitation: {} };
  await assert.rejects(call.run(), (error) => {
    assert.ok(error instanceof ProtocolError);
    assert.equal(error.code, -32021);
    assert.deepEqual(error.data, { requiredCapabilities: { sampling: {} } });
    return true;
  });
  const undemanding = new Call((ctx) => ctx.sample(greeting).catch((error: Error) => error.name));
  undemanding.capabilities = {};
  assert.equal(await undemanding.done(), "ClientCapabilityError");
});

test("the error names all that a client lacks for several questions", async () => {
  const page = { mode: "url", message: "Please pay", url: "https://example.com/pay" } as const;
  const call = new Call(() =>
    inputRequired({ inputRequests: { a: elicit(name), b: elicit(page) } }),
  );
  call.capabilities = {};
  await assert.rejects(call.run(), {
    code: -32021,
    data: { requiredCapabilities: { elicitation: { form: {}, url: {} } } },
  });
});

test("a page to visit has no id since 2026-07-28", async () => {
  const page = { mode: "url", message: "Please pay", url: "https://example.com/pay" } as const;
  const call = new Call((ctx) => ctx.elicit({ ...page, elicitationId: "x" }));
  const { inputRequests, requestState } = await call.asked();
  assert.deepEqual(inputRequests["elicit-1"]?.params, page);
  const inputResponses = { "elicit-1": { action: "accept", content: { card: "1" } } };
  assert.deepEqual(await call.done({ requestState, inputResponses }), { action: "accept" });
});

test("a method that can't require input can't make requests, but `once` works", async () => {
  const request = new IncomingRequest({
    id: 1,
    method: "completion/complete",
    params: {},
    protocolVersion: "2026-07-28",
    envelope: { protocolVersion: "2026-07-28", clientCapabilities: everything },
  });
  const ctx = new RequestContext(request);
  await assert.rejects(ctx.elicit(name), /completion\/complete/);
  assert.equal(await ctx.once("x", () => 1), 1);
});
