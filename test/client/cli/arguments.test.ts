/** How words of a command line become a command, and texts become arguments. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convertArgument } from "../../../src/cli/call/convert-argument.js";
import { toolArguments } from "../../../src/cli/call/tool-arguments.js";
import { commandWords } from "../../../src/cli/target/command-words.js";
import { readTarget } from "../../../src/cli/target/read-target.js";
import { targetHeaders } from "../../../src/cli/target/target-headers.js";
import { UsageError } from "../../../src/cli/usage-error.js";

describe("a text is converted to the JSON that its schema asks for", () => {
  const rows: readonly (readonly [text: string, schema: unknown, json: string])[] = [
    ["5", { type: "string" }, '"5"'],
    ["5", { type: "number" }, "5"],
    ["-1.5e3", { type: "number" }, "-1.5e3"],
    ["9007199254740993", { type: "integer" }, "9007199254740993"],
    ["true", { type: "boolean" }, "true"],
    ["true", { type: "string" }, '"true"'],
    ["null", { type: ["string", "null"] }, "null"],
    ["null", { type: "string" }, '"null"'],
    ["5", { anyOf: [{ type: "string" }, { type: "number" }] }, "5"],
    ["x", { anyOf: [{ type: "string" }, { type: "number" }] }, '"x"'],
    ["5", { enum: ["5", "6"] }, '"5"'],
    ["5", { enum: [5, 6] }, "5"],
    ["a", { const: "a" }, '"a"'],
    ["[1]", { type: "array", items: { type: "integer" } }, "[1]"],
    ["1", { type: "array", items: { type: "integer" } }, "[1]"],
    ["a", { type: "array" }, '["a"]'],
    ['{"a":1}', { type: "object" }, '{"a":1}'],
    ["{not json", { type: ["object", "string"] }, '"{not json"'],
    ["5", {}, "5"],
    ["a b", {}, '"a b"'],
    ["5", { $ref: "#/$defs/Count" }, "5"],
    ["5", { allOf: [{ $ref: "#/$defs/Count" }] }, "5"],
    ["5", { $ref: "#/$defs/Loop" }, "5"],
    ['"; x', { type: "string" }, '"\\"; x"'],
  ];
  const root = {
    $defs: { Count: { type: "integer" }, Loop: { $ref: "#/$defs/Loop" } },
  };
  for (const [text, schema, json] of rows) {
    test(`${text} for ${JSON.stringify(schema)}`, () => {
      assert.equal(convertArgument(text, schema, root), json);
    });
  }
});

describe("a text that does not fit says what must be given", () => {
  const rows: readonly (readonly [text: string, schema: unknown, says: string])[] = [
    ["x", { type: "number" }, "must be a number"],
    ["1e", { type: "integer" }, "must be a whole number"],
    ["yes", { type: "boolean" }, "must be true or false"],
    ["huge", { enum: ["small", "large"] }, 'must be "small" or "large"'],
    ["{", { type: "object" }, "must be an object in JSON"],
    ["[", { type: "array", items: { type: "integer" } }, "must be a list in JSON"],
    ["x", { type: ["number", "null"] }, "must be a number or null"],
  ];
  for (const [text, schema, says] of rows) {
    test(`${text} for ${JSON.stringify(schema)}`, () => {
      assert.throws(() => convertArgument(text, schema, {}), { name: "RangeError", message: says });
    });
  }
});

test("arguments that a schema names in parts are known, and an open schema takes any", () => {
  const parts = {
    allOf: [{ properties: { a: { type: "number" } } }, { $ref: "#/$defs/B" }],
    $defs: { B: { properties: { b: { type: "boolean" } }, required: ["b"] } },
  };
  assert.deepEqual(toolArguments(parts, "{}", ["a=1", "b=true"]), { a: 1, b: true });
  assert.throws(() => toolArguments(parts, "{}", ["a=1"]), /argument b is missing/);
  assert.throws(() => toolArguments(parts, "{}", ["b=true", "c=1"]), /no argument c/);
  assert.deepEqual(toolArguments({ type: "object" }, "{}", ["any=1"]), { any: 1 });
});

test("names that every object inherits are arguments like others", () => {
  const schema = { properties: { __proto__: {}, constructor: {} }, additionalProperties: {} };
  const args = toolArguments(schema, "{}", ["__proto__=1", "constructor=2"]);
  assert.deepEqual(Object.entries(args), [
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  assert.throws(() => toolArguments({ properties: { a: {} } }, "{}", ["toString=1"]), UsageError);
});

test("--arg takes precedence over --json", () => {
  const schema = { properties: { a: { type: "number" }, b: {} } };
  assert.deepEqual(toolArguments(schema, '{ "a": 1, "b": {} }', ["a=2"]), { a: 2, b: {} });
});

describe("a command in one word is split at spaces outside of quotes", () => {
  const rows: readonly (readonly [text: string, words: readonly string[]])[] = [
    ["npx -y server", ["npx", "-y", "server"]],
    ["  node   main.js ", ["node", "main.js"]],
    [`node "my server.js" 'a "b"'`, ["node", "my server.js", 'a "b"']],
    [`node --dir="my files"`, ["node", "--dir=my files"]],
    [String.raw`C:\node.exe C:\a.js`, [String.raw`C:\node.exe`, String.raw`C:\a.js`]],
    [`node ""`, ["node", ""]],
  ];
  for (const [text, words] of rows) {
    test(text, () => assert.deepEqual(commandWords(text), words));
  }
  for (const text of ["a | b", "a; b", "a && b", "a > b", "a $HOME", "a `b`", "a\nb", `a "b`]) {
    test(`${JSON.stringify(text)} is refused`, () => {
      assert.throws(() => commandWords(text), UsageError);
    });
  }
});

test("a target is a document, a server at a URL, or a command", () => {
  assert.equal(readTarget("openapi.yaml", []).kind, "document");
  assert.equal(readTarget("-", []).kind, "document");
  assert.equal(readTarget("https://example.com/openapi.json", []).kind, "document");
  assert.equal(readTarget("https://example.com/mcp", []).kind, "url");
  assert.equal(readTarget("ws://localhost:1/mcp", []).kind, "url");
  assert.deepEqual(readTarget("npx server", []), {
    kind: "command",
    command: "npx",
    args: ["server"],
  });
  assert.deepEqual(readTarget(undefined, ["a b", "--c"]), {
    kind: "command",
    command: "a b",
    args: ["--c"],
  });
  assert.throws(() => readTarget("openapi.yaml", ["npx"]), UsageError);
  assert.throws(() => readTarget(undefined, []), UsageError);
});

test("a header's variables are filled in, and an error quotes no value", () => {
  const env = { TOKEN: "t", TRICK: "${env:OTHER}" };
  assert.deepEqual(
    targetHeaders(["Authorization: Bearer ${env:TOKEN}", "X-A: ${env:TRICK}"], env),
    {
      authorization: "Bearer t",
      "x-a": "${env:OTHER}",
    },
  );
  assert.throws(() => targetHeaders(["A: ${env:__proto__}"], env), /__proto__ is not set/);
});
