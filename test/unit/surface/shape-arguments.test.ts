import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
import type { Decision } from "../../../src/routes/decision.js";
import type { ArgumentSettings, Located } from "../../../src/routes/route-map.js";
import { body, build, buildOne, modelOf, operation, parameter } from "./fixtures.js";

function settings(args: Readonly<Record<string, ArgumentSettings>>): Partial<Decision> {
  return { args: new Map(Object.entries(args).map(([key, value]) => [key, placed(value, key)])) };
}

function placed<T>(value: T, key: string): Located<T> {
  return {
    value,
    place: { file: "file:///routes.yaml", pointer: `/0/args/${key}` },
    severity: "error",
  };
}

const find = operation("GET /finds", {
  parameters: [
    parameter("query", "q", { required: true }),
    parameter("query", "id"),
    parameter("header", "id"),
  ],
});
const optionalBody: Schema = {
  type: "object",
  required: ["a", "b"],
  properties: {
    a: { type: "string" },
    b: { type: "string" },
    c: { $ref: "#/$defs/C" },
    list: { type: "array", items: { $ref: "#/$defs/C" } },
  },
};
const C: Schema = {
  type: "object",
  properties: { n: { type: "integer" }, next: { $ref: "#/$defs/C" } },
};
const post = operation("POST /posts", { body: body(optionalBody, { required: false }) });

test("without settings nothing changes", () => {
  assert.deepEqual(buildOne(find).facts, buildOne(find, {}, settings({})).facts);
});

test("of several arguments of one name, each is found by where it is sent", () => {
  const { facts, diagnostics } = buildOne(
    find,
    {},
    settings({ "header:id": { rename: "trace" }, "query:id": { fix: "5" } }),
  );
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(Object.keys(facts.input["properties"] as object), ["q", "trace"]);
  assert.deepEqual(facts.preset, { id: "5" });
  assert.deepEqual(
    facts.request.params?.map(({ arg, name }) => arg ?? name),
    ["q", "id", "trace"],
  );
});

test("two arguments may change their names for each other's", () => {
  const { facts, diagnostics } = buildOne(
    find,
    {},
    settings({ q: { rename: "id" }, "query:id": { rename: "q" } }),
  );
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(facts.request.params?.map(({ arg, name }) => [arg, name]).slice(0, 2), [
    ["id", "q"],
    ["q", "id"],
  ]);
});

test("the types follow", () => {
  const { inputMembers } = buildOne(
    find,
    {},
    settings({ q: { default: "x" }, "query:id": { required: true }, "header:id": { hide: true } }),
  );
  assert.deepEqual(
    inputMembers.map(({ name, required }) => [name, required]),
    [
      ["q", false],
      ["id", true],
    ],
  );
});

test("a body of which a part is fixed is always sent, so it must be whole", () => {
  const { facts } = buildOne(post, { C }, settings({ "body:a": { fix: "x" } }));
  assert.deepEqual(facts.input["required"], ["b"]);
  assert.equal(facts.input["dependentRequired"], undefined);
  const untouched = buildOne(post, { C }, settings({ c: { hide: true } }));
  assert.deepEqual(untouched.facts.input["dependentRequired"], {
    a: ["b"],
    b: ["a"],
    list: ["a"],
  });
  assert.equal(untouched.facts.input["required"], undefined);
});

for (const [word, setting] of Object.entries({ fix: { fix: "x" }, default: { default: "x" } })) {
  test(`the only property that a body requires asks nothing of others once it has a ${word}`, () => {
    const only = operation("POST /a", {
      body: body({
        type: "object",
        required: ["a"],
        properties: { a: { type: "string" }, b: { type: "string" } },
      }),
    });
    const { facts } = buildOne(only, {}, settings({ a: setting }));
    assert.equal(facts.input["dependentRequired"], undefined);
    assert.equal(facts.input["required"], undefined);
  });
}

test("a setting of a weaker source gives way, however it names the argument", () => {
  const weaker = {
    ...placed<ArgumentSettings>({ default: "x" }, "q"),
    place: { file: "file:///api.yaml", pointer: "/paths/~1finds/get/x-mcp/args/q" },
    severity: "warning",
  } as const;
  const { args } = settings({ "query:q": { description: "The rule's." } });
  const { facts, diagnostics } = buildOne(find, {}, { args: new Map([["q", weaker], ...args!]) });
  assert.deepEqual(diagnostics, []);
  const { q } = facts.input["properties"] as Record<string, Schema>;
  assert.deepEqual(q, { type: "string", description: "The rule's." });
});

test("what no argument refers to any more is not listed", () => {
  const with_ = buildOne(post, { C });
  const without = buildOne(post, { C }, settings({ list: { hide: true }, c: { hide: true } }));
  assert.deepEqual(Object.keys(with_.whole.api.inputSchemas ?? {}), ["C"]);
  assert.deepEqual(Object.keys(without.whole.api.inputSchemas ?? {}), []);
});

const refused: readonly (readonly [
  what: string,
  args: Readonly<Record<string, ArgumentSettings>>,
  message: RegExp,
])[] = [
  ["a value of another type", { c: { fix: 1 } }, /does not accept that value: it must be object/],
  ["a value wrong within", { c: { fix: { n: "x" } } }, /`n` must be integer/],
  ["a value wrong in what it refers to", { list: { fix: [{ n: "x" }] } }, /`0\/n` must be integer/],
  ["a wrong default", { a: { default: null } }, /it must be string/],
  ["hiding what the body needs", { b: { hide: true } }, /needs `b`, so it can't be hidden/],
  ["a name that is taken", { a: { rename: "b" } }, /Two arguments would be called `b`/],
  ["a name that means something", { a: { rename: "__proto__" } }, /is not a valid argument name/],
  [
    "two words for one argument",
    { a: { required: true }, "body:a": { rename: "x" } },
    /another entry already shapes/,
  ],
  ["an argument that is none", { aa: { hide: true } }, /`aa` is not an argument of POST \/posts/],
];

for (const [what, args, message] of refused) {
  test(`refused: ${what}`, () => {
    const { diagnostics, facts } = buildOne(post, { C }, settings(args));
    assert.equal(diagnostics.length, 1, JSON.stringify(diagnostics));
    assert.match(diagnostics[0]?.message ?? "", message);
    assert.equal(diagnostics[0]?.severity, "error");
    assert.match(diagnostics[0]?.place?.pointer ?? "", /^\/0\/args\//);
    assert.equal(facts.preset, undefined);
  });
}

test("one of several operations having the argument is enough", () => {
  const said = settings({ q: { fix: "x" }, nobody: { hide: true } });
  const other = operation("GET /others");
  const { surface, diagnostics } = build(
    modelOf([find, other]),
    {},
    {
      [find.key]: said,
      [other.key]: said,
    },
  );
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ["`nobody` is not an argument of any of the 2 operations that it applies to."],
  );
  assert.deepEqual(
    surface.operations.map(({ facts }) => facts.preset),
    [{ q: "x" }, undefined],
  );
});

test("calls and results are shaped by facts; pages are asked for by the argument's final name", () => {
  const { facts } = buildOne(
    find,
    {},
    {
      ...settings({ q: { rename: "cursor" } }),
      timeoutMs: 5000,
      retries: 0,
      cacheMs: 30_000,
      limit: 5,
      confirm: { message: "Sure?" },
      select: "a",
      paginate: placed({ by: "cursor", next: "/next", arg: "query:q" }, "paginate"),
    },
  );
  const { timeoutMs, retries, cacheMs, limit, confirm, select, paginate } = facts;
  assert.deepEqual(
    { timeoutMs, retries, cacheMs, limit, confirm, select, paginate },
    {
      timeoutMs: 5000,
      retries: 0,
      cacheMs: 30_000,
      limit: 5,
      confirm: { message: "Sure?" },
      select: "a",
      paginate: { by: "cursor", next: "/next", arg: "cursor" },
    },
  );
  assert.equal(buildOne(find, {}, { confirm: false }).facts.confirm, undefined);
});

test("unknown arguments of an open body are sent, except names that an argument could mean", () => {
  const open = operation("POST /notes", {
    parameters: [parameter("header", "X-Key"), parameter("query", "text")],
    body: body({
      type: "object",
      properties: { text: { type: "string" }, size: {}, id: { type: "string", readOnly: true } },
    }),
  });
  const decision = settings({
    "X-Key": { fix: "k" },
    "body:text": { rename: "note" },
    size: { hide: true },
  });
  const { facts } = buildOne(open, {}, { ...decision, unknownArguments: "send" });
  assert.deepEqual(facts.request.body?.restExcept, ["X-Key", "text", "id"]);
  assert.deepEqual(facts.input["propertyNames"], { not: { enum: ["X-Key", "id", "size"] } });
  assert.equal(facts.input["additionalProperties"], true);
});

test("unknown arguments stay refused without a body that allows them", () => {
  const closed = body({ type: "object", properties: { a: {} }, additionalProperties: false });
  for (const one of [
    operation("GET /notes", { parameters: [parameter("query", "q")] }),
    operation("POST /notes", { body: closed }),
    operation("POST /notes", { body: body({ type: "array" }) }),
  ]) {
    const { facts } = buildOne(one, {}, { unknownArguments: "send" });
    assert.equal(facts.input["additionalProperties"], false, one.key);
    assert.equal(facts.request.body?.restExcept, undefined, one.key);
  }
});

test("what a route map says about unknown arguments takes precedence over the option", () => {
  const open = operation("POST /notes", { body: body({ type: "object", properties: { a: {} } }) });
  const inputOf = (decision: Partial<Decision>) =>
    build(modelOf([open]), { unknownArguments: "send" }, { [open.key]: decision }).surface
      .operations[0]?.facts.input["additionalProperties"];
  assert.equal(inputOf({}), true);
  assert.equal(inputOf({ unknownArguments: "refuse" }), false);
});
