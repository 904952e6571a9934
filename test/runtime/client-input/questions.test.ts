import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClientCapabilities,
  ProtocolError,
  type Revision,
  ClientCapabilityError,
} from "../../../runtime/index.js";
import type { ClientMethod } from "../../../runtime/protocol/client-requests.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  capabilitiesFor,
  lackingCapabilities,
} from "../../../runtime/protocol/questions/capabilities.js";
import { checkRequired } from "../../../runtime/server/client-input/client-capabilities.js";
import { checkAnswer } from "../../../runtime/protocol/questions/check-answer.js";
import { checkQuestion } from "../../../runtime/protocol/questions/check-question.js";

const text = (words: string): JsonObject => ({ type: "text", text: words });
const user = (content: unknown): JsonObject => ({ role: "user", content });
const assistant = (content: unknown): JsonObject => ({ role: "assistant", content });
const use = (id: string): JsonObject => ({ type: "tool_use", id, name: "t", input: {} });
const used = (id: string): JsonObject => ({ type: "tool_result", toolUseId: id, content: [] });

function form(properties: unknown, more: JsonObject = {}): JsonObject {
  return { message: "?", requestedSchema: { type: "object", properties, ...more } };
}

function conversation(...messages: unknown[]): JsonObject {
  return { messages, maxTokens: 10 };
}

const goodQuestions: readonly [string, ClientMethod, JsonObject][] = [
  ["an empty form", "elicitation/create", form({})],
  ["a text with a format", "elicitation/create", form({ a: { type: "string", format: "email" } })],
  [
    "a choice",
    "elicitation/create",
    form({ a: { type: "string", enum: ["x"], enumNames: ["X"] } }),
  ],
  [
    "a titled choice",
    "elicitation/create",
    form({ a: { type: "string", oneOf: [{ const: "x", title: "X" }], default: "x" } }),
  ],
  [
    "several choices",
    "elicitation/create",
    form({ a: { type: "array", items: { type: "string", enum: ["x"] }, default: ["x"] } }),
  ],
  ["a visit", "elicitation/create", { mode: "url", message: "?", url: "https://example.com/x" }],
  ["a message", "sampling/createMessage", conversation(user(text("hi")))],
  [
    "tool uses and their results",
    "sampling/createMessage",
    conversation(user(text("hi")), assistant([use("1"), use("2")]), user([used("2"), used("1")])),
  ],
  ["folders", "roots/list", {}],
];

for (const [what, method, params] of goodQuestions) {
  test(`${what} can be asked`, () => checkQuestion(method, params));
}

const badQuestions: readonly [string, ClientMethod, JsonObject, RegExp][] = [
  ["a nested object", "elicitation/create", form({ a: { type: "object" } }), /type "object"/],
  ["a field of no type", "elicitation/create", form({ a: {} }), /forms don't support/],
  ["a field that is no object", "elicitation/create", form({ a: true }), /must be an object/],
  ["a pattern", "elicitation/create", form({ a: { type: "string", pattern: "x" } }), /pattern/],
  ["an unknown format", "elicitation/create", form({ a: { type: "string", format: "x" } }), /"x"/],
  ["a list of numbers", "elicitation/create", form({ a: { type: "array", items: {} } }), /values/],
  ["an empty choice", "elicitation/create", form({ a: { type: "string", enum: [] } }), /values/],
  [
    "a default that does not fit",
    "elicitation/create",
    form({ a: { type: "integer", default: 1.5 } }),
    /default that must be an integer/,
  ],
  ["an unknown required field", "elicitation/create", form({}, { required: ["a"] }), /required/],
  [
    "an inherited required field",
    "elicitation/create",
    form({}, { required: ["toString"] }),
    /req/,
  ],
  ["no schema", "elicitation/create", { message: "?" }, /requestedSchema/],
  ["no message", "elicitation/create", { requestedSchema: {} }, /message/],
  ["an unknown mode", "elicitation/create", { mode: "x", message: "?" }, /mode/],
  [
    "a URL of no page",
    "elicitation/create",
    { mode: "url", message: "?", url: "file:///x" },
    /url/,
  ],
  ["a relative URL", "elicitation/create", { mode: "url", message: "?", url: "/x" }, /url/],
  ["no messages", "sampling/createMessage", conversation(), /empty/],
  ["no maxTokens", "sampling/createMessage", { messages: [user(text("hi"))] }, /maxTokens/],
  ["an unknown role", "sampling/createMessage", conversation({ role: "system" }), /role/],
  [
    "content of no known type",
    "sampling/createMessage",
    conversation(user({ type: "x" })),
    /types/,
  ],
  [
    "a tool use without a result",
    "sampling/createMessage",
    conversation(assistant([use("1"), use("2")]), user(used("1"))),
    /message 2: the result of the tool use 2 is missing/,
  ],
  [
    "a tool use at the end",
    "sampling/createMessage",
    conversation(assistant(use("1"))),
    /no result/,
  ],
  [
    "a result for nothing",
    "sampling/createMessage",
    conversation(user(text("hi")), user(used("1"))),
    /no tool use 1/,
  ],
  [
    "a result mixed with text",
    "sampling/createMessage",
    conversation(assistant(use("1")), user([used("1"), text("hi")])),
    /mixed/,
  ],
  [
    "two results for one use",
    "sampling/createMessage",
    conversation(assistant(use("1")), user([used("1"), used("1")])),
    /two results/,
  ],
  ["a tool used by the user", "sampling/createMessage", conversation(user(use("1"))), /assistant/],
];

for (const [what, method, params, message] of badQuestions) {
  test(`${what} is a mistake of the handler`, () => {
    assert.throws(
      () => checkQuestion(method, params),
      (error) => error instanceof TypeError && message.test(error.message),
    );
  });
}

const everyField = form(
  {
    name: { type: "string", minLength: 2, maxLength: 3 },
    mail: { type: "string", format: "email" },
    link: { type: "string", format: "uri" },
    day: { type: "string", format: "date" },
    time: { type: "string", format: "date-time" },
    age: { type: "integer", minimum: 18, maximum: 99, default: 20 },
    size: { type: "number" },
    sure: { type: "boolean" },
    one: { type: "string", enum: ["x", "y"] },
    titled: { type: "string", oneOf: [{ const: "x", title: "X" }] },
    some: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { anyOf: [{ const: "x", title: "X" }] },
    },
  },
  { required: ["name"] },
);
const accept = (content: unknown): JsonObject => ({ action: "accept", content });

test("a mail address may have a quoted local part", () => {
  const question = form({ mail: { type: "string", format: "email" } });
  const check = (mail: string) => () =>
    checkAnswer("elicitation/create", question, accept({ mail }));
  for (const mail of [
    '"joe bloggs"@example.com',
    String.raw`"a@b\"c"@example.com`,
    "jö@example.com",
  ]) {
    assert.doesNotThrow(check(mail), mail);
  }
  for (const mail of [
    "joe bloggs@example.com",
    '"joe@example.com',
    '"a"b"@example.com',
    '"a\n"@b',
  ]) {
    assert.throws(check(mail), mail);
  }
});

test("an answer keeps the fields that were asked for", () => {
  const content = {
    name: "💥💥💥",
    mail: "a@b.c",
    link: "https://example.com/x?y=1",
    day: "2024-02-29",
    time: "2024-02-29T23:59:59.5+01:00",
    age: 18,
    size: 1.5,
    sure: false,
    one: "y",
    titled: "x",
    some: ["x"],
  };
  const answer = accept({ ...content, more: "not asked for" });
  assert.deepEqual(checkAnswer("elicitation/create", everyField, answer), accept(content));
});

test("a field that the user left empty stays empty, default or not", () => {
  const answer = accept({ name: "abc" });
  assert.deepEqual(checkAnswer("elicitation/create", everyField, answer), answer);
});

test("content counts only where the user accepts a form", () => {
  const page = { mode: "url", message: "?", url: "https://example.com" };
  const content = { name: 1 };
  const check = (params: JsonObject, answer: unknown): unknown =>
    checkAnswer("elicitation/create", params, answer);
  assert.deepEqual(check(everyField, { action: "decline", content }), { action: "decline" });
  assert.deepEqual(check(everyField, { action: "cancel", content }), { action: "cancel" });
  assert.deepEqual(check(page, { action: "accept" }), { action: "accept" });
});

const wrongContents: readonly [string, unknown][] = [
  ["a missing field", {}],
  ["no content", undefined],
  ["an inherited field", Object.create({ name: "abc" })],
  ["content that is no object", "abc"],
  ["a number for a text", { name: 12 }],
  ["a text that is too short", { name: "💥" }],
  ["a text that is too long", { name: "abcd" }],
  ["a malformed address", { name: "abc", mail: "a b@c" }],
  ["a relative URI", { name: "abc", link: "/x" }],
  ["a day that is not in the calendar", { name: "abc", day: "2023-02-29" }],
  ["a time without an offset", { name: "abc", time: "2024-02-29T23:59:59" }],
  ["an hour that is not on the clock", { name: "abc", time: "2024-02-29T24:00:00Z" }],
  ["a fraction for an integer", { name: "abc", age: 18.5 }],
  ["a number below its minimum", { name: "abc", age: 17 }],
  ["a number above its maximum", { name: "abc", age: 100 }],
  ["null", { name: "abc", size: null }],
  ["a text for yes or no", { name: "abc", sure: "true" }],
  ["a value that is no choice", { name: "abc", one: "z" }],
  ["a title for its value", { name: "abc", titled: "X" }],
  ["one value for several", { name: "abc", some: "x" }],
  ["too few values", { name: "abc", some: [] }],
  ["too many values", { name: "abc", some: ["x", "x", "x"] }],
];

for (const [what, content] of wrongContents) {
  test(`a form is not filled in by ${what}`, () => refused("elicitation/create", accept(content)));
}

test("answers of another shape are refused", () => {
  refused("elicitation/create", { action: "ok" });
  refused("elicitation/create", 12345);
  refused("elicitation/create", null);
  refused("sampling/createMessage", { role: "assistant", content: text("hi") });
  refused("sampling/createMessage", { role: "assistant", content: { type: "x" }, model: "m" });
  refused("roots/list", { roots: [{ uri: "https://example.com" }] });
  refused("roots/list", {});
});

function refused(method: ClientMethod, answer: unknown): void {
  assert.throws(() => checkAnswer(method, everyField, answer), ProtocolError);
}

test("a checked answer can be checked again", () => {
  const answers: [ClientMethod, unknown][] = [
    ["elicitation/create", accept({ name: "abc" })],
    ["sampling/createMessage", { role: "assistant", content: text("hi"), model: "m" }],
    ["roots/list", { roots: [{ uri: "file:///x", name: "X", more: 1 }] }],
  ];
  for (const [method, answer] of answers) {
    const checked = checkAnswer(method, everyField, answer);
    assert.deepEqual(checkAnswer(method, everyField, checked), checked);
  }
});

const tools = { tools: [{ name: "t", inputSchema: {} }] };
const lackingCases: readonly [string, Revision, unknown, ClientMethod, JsonObject, unknown][] = [
  ["{} means forms", "2026-07-28", { elicitation: {} }, "elicitation/create", {}, undefined],
  [
    "{} means no pages",
    "2026-07-28",
    { elicitation: {} },
    "elicitation/create",
    { mode: "url" },
    { elicitation: { url: {} } },
  ],
  [
    "pages alone mean no forms",
    "2025-11-25",
    { elicitation: { url: {} } },
    "elicitation/create",
    {},
    { elicitation: { form: {} } },
  ],
  [
    "pages",
    "2025-11-25",
    { elicitation: { url: {} } },
    "elicitation/create",
    { mode: "url" },
    undefined,
  ],
  [
    "no pages at 2025-06-18",
    "2025-06-18",
    { elicitation: { url: {} } },
    "elicitation/create",
    { mode: "url" },
    { elicitation: { url: {} } },
  ],
  [
    "no forms at 2025-03-26",
    "2025-03-26",
    { elicitation: {} },
    "elicitation/create",
    {},
    { elicitation: { form: {} } },
  ],
  ["nothing declared", "2026-07-28", {}, "sampling/createMessage", {}, { sampling: {} }],
  ["a model", "2024-11-05", { sampling: {} }, "sampling/createMessage", {}, undefined],
  [
    "a model without tools",
    "2026-07-28",
    { sampling: {} },
    "sampling/createMessage",
    tools,
    { sampling: { tools: {} } },
  ],
  [
    "a model with tools",
    "2026-07-28",
    { sampling: { tools: {} } },
    "sampling/createMessage",
    tools,
    undefined,
  ],
  [
    "a model without context",
    "2025-11-25",
    { sampling: {} },
    "sampling/createMessage",
    { includeContext: "allServers" },
    { sampling: { context: {} } },
  ],
  [
    "context that nobody had to declare",
    "2025-06-18",
    { sampling: {} },
    "sampling/createMessage",
    { includeContext: "allServers" },
    undefined,
  ],
  ["folders", "2025-06-18", { roots: {} }, "roots/list", {}, undefined],
  [
    "inherited folders",
    "2025-06-18",
    Object.create({ roots: {} }),
    "roots/list",
    {},
    { roots: {} },
  ],
  ["malformed folders", "2026-07-28", { roots: true }, "roots/list", {}, { roots: {} }],
];

for (const [what, protocolVersion, declared, method, params, want] of lackingCases) {
  test(`what a question lacks: ${what}`, () => {
    const client = { protocolVersion, clientCapabilities: declared as ClientCapabilities };
    assert.deepEqual(lackingCapabilities(capabilitiesFor(method, params), client), want);
  });
}

test("what a tool requires and the client lacks is an error of its own, by era", () => {
  const requires = { sampling: { tools: {} }, extensions: { "com.example/x": {} }, roots: {} };
  const clientCapabilities = { sampling: {}, roots: {}, extensions: { "com.example/y": {} } };
  const lacking = { sampling: { tools: {} }, extensions: { "com.example/x": {} } };
  assert.throws(
    () => checkRequired(requires, { protocolVersion: "2026-07-28", clientCapabilities }),
    (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.equal(error.code, -32021);
      assert.deepEqual(error.data, { requiredCapabilities: lacking });
      return true;
    },
  );
  assert.throws(
    () => checkRequired(requires, { protocolVersion: "2025-11-25", clientCapabilities }),
    (error) => error instanceof ClientCapabilityError && /sampling\.tools/.test(error.message),
  );
  checkRequired({ roots: {} }, { protocolVersion: "2026-07-28", clientCapabilities });
});
