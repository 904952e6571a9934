/** `inputRequired`: handlers that go through the rounds themselves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ProtocolError,
  elicit,
  inputRequired,
  isInputRequired,
  readInput,
  roots,
  sample,
} from "../../../runtime/index.js";
import { name, greeting, answers, Call } from "./rounds-fixtures.js";

test("a handler may go through the rounds itself", async () => {
  const call = new Call((ctx) => {
    const request = elicit(name);
    const answer = readInput(request, ctx.inputResponses?.["who"]);
    if (answer) return [answer.content, ctx.requestState];
    return inputRequired({
      inputRequests: { who: request, text: sample(greeting), where: roots() },
      state: { began: true },
    });
  });
  call.capabilities = { elicitation: {}, roots: {} };
  const { inputRequests, requestState } = await call.asked();
  assert.deepEqual(Object.keys(inputRequests), ["who", "where"], "the model can't be asked");
  await call.asked({ requestState, inputResponses: { who: 12345 } });
  const value = await call.done({ requestState, inputResponses: { who: answers.named } });
  assert.deepEqual(value, [{ name: "Ann" }, { began: true }]);
  call.capabilities = {};
  await assert.rejects(call.run(), (error) => (error as ProtocolError).code === -32021);
});

test("a result that asks carries no state where there is nothing to remember", async () => {
  const call = new Call((ctx) =>
    ctx.inputResponses ? "done" : inputRequired({ inputRequests: { where: roots() } }),
  );
  assert.equal("requestState" in (await call.asked()), false);
  assert.equal(await call.done({ inputResponses: {} }), "done");
});

test("a result may ask for nothing but another try", async () => {
  const call = new Call((ctx) => ctx.requestState ?? inputRequired({ state: 1 }));
  const asked = await call.asked();
  assert.deepEqual(Object.keys(asked), ["requestState"]);
  assert.equal(await call.done({ requestState: asked.requestState }), 1);
});

test("what happened once is remembered by results that ask, too", async () => {
  let done = 0;
  const call = new Call(async (ctx) => {
    const value = await ctx.once("work", () => ++done);
    return ctx.inputResponses ? value : inputRequired({ inputRequests: { where: roots() } });
  });
  const { requestState } = await call.asked();
  assert.equal(await call.done({ requestState, inputResponses: {} }), 1);
});

test("a result that asks is checked where it is made", () => {
  assert.throws(() => inputRequired({}), TypeError);
  assert.throws(() => inputRequired({ inputRequests: {} }), TypeError);
  const page = elicit({ mode: "url", message: "?", url: "javascript:alert(1)" });
  assert.throws(() => inputRequired({ inputRequests: { page } }), TypeError);
  assert.equal(isInputRequired(inputRequired({ state: 0 })), true);
  assert.equal(isInputRequired({ inputRequests: { where: roots() } }), false);
});
