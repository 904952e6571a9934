import assert from "node:assert/strict";
import { test } from "node:test";
import type { ElicitFormParams } from "../../../../runtime/protocol/client-requests.js";
import { checkAnswer } from "../../../../runtime/protocol/questions/check-answer.js";
import { questionProblem } from "../../../../runtime/protocol/questions/check-question.js";
import { withDefaults } from "../../../../runtime/protocol/questions/form-defaults.js";
import { withKnownForm } from "../../../../runtime/protocol/questions/known-form.js";

const form: ElicitFormParams = {
  message: "?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "idle"], default: "active" },
      verified: { type: "boolean", default: true },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["a"] },
      note: { type: "string" },
    },
    required: ["name"],
  },
};

test("an accepted form gets the defaults of what it leaves out", () => {
  assert.deepEqual(withDefaults(form, { action: "accept" }).content, {
    name: "John Doe",
    age: 30,
    score: 95.5,
    status: "active",
    verified: true,
    tags: ["a"],
  });
  const given = { name: "", verified: false, tags: [] };
  assert.deepEqual(withDefaults(form, { action: "accept", content: given }).content, {
    ...given,
    age: 30,
    score: 95.5,
    status: "active",
  });
  for (const action of ["decline", "cancel"] as const) {
    assert.deepEqual(withDefaults(form, { action }), { action });
  }
});

test("a default that does not fit its field is left out, and a field may have any name", () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string","default":"x"},"n":{"type":"integer","default":"many"}}',
  ) as ElicitFormParams["requestedSchema"]["properties"];
  const params: ElicitFormParams = {
    message: "?",
    requestedSchema: { type: "object", properties },
  };
  const { content } = withDefaults(params, { action: "accept" });
  assert.equal(JSON.stringify(content), '{"__proto__":"x"}');
  assert.equal(Object.getPrototypeOf(content), Object.prototype);
});

test("a client lets pass what forms don't have, if it can still show the form", () => {
  const requestedSchema = {
    type: "object",
    title: "Model",
    additionalProperties: false,
    properties: {
      mail: { type: "string", format: "idn-email", pattern: ".", default: 1 },
      n: { type: "integer", exclusiveMinimum: 0 },
    },
  };
  const params = { message: "?", requestedSchema };
  assert.match(String(questionProblem("elicitation/create", params)), /has `title`/);
  assert.equal(questionProblem("elicitation/create", withKnownForm(params)), undefined);
  const answer = { action: "accept", content: { mail: "x", n: 1 } };
  assert.deepEqual(checkAnswer("elicitation/create", withKnownForm(params), answer), answer);
  for (const field of [{ type: "object" }, { type: "array", default: [] }, 1, { enum: ["x"] }]) {
    const odd = { message: "?", requestedSchema: { type: "object", properties: { a: field } } };
    assert.match(String(questionProblem("elicitation/create", withKnownForm(odd))), /field a /);
  }
});
