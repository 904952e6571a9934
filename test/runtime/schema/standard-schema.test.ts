import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import type { SchemaSource, StandardSchema } from "../../../runtime/index.js";
import { compileSchema } from "../../../runtime/schema/validator.js";
import { readSchema } from "../../../runtime/schema/standard-schema.js";

/** The same arguments in three libraries: a non-empty text, and an optional number. */
const libraries: readonly (readonly [string, StandardSchema])[] = [
  ["zod", z.object({ query: z.string().min(1), limit: z.number().default(3) })],
  [
    "valibot",
    toStandardJsonSchema(
      v.object({ query: v.pipe(v.string(), v.minLength(1)), limit: v.optional(v.number(), 3) }),
    ),
  ],
  ["arktype", type({ query: "string >= 1", limit: "number = 3" })],
];

async function checked(source: SchemaSource, value: unknown) {
  return readSchema(source, "input").validate?.(value);
}

async function issuesOf(source: SchemaSource, value: unknown): Promise<string> {
  const outcome = await checked(source, value);
  assert.ok(outcome && "issues" in outcome, "the value is refused");
  return outcome.issues;
}

for (const [name, source] of libraries) {
  test(`${name}: the listed schema is 2020-12 with an object at its root, without $schema`, async () => {
    const { schema } = readSchema(source, "input");
    assert.equal(schema["type"], "object");
    assert.deepEqual(schema["required"], ["query"]);
    assert.ok(!Object.hasOwn(schema, "$schema"));
    const { validate } = await compileSchema(schema);
    assert.equal(validate({ query: "x" }).length, 0);
    assert.notEqual(validate({ query: 1 }).length, 0);
  });

  test(`${name}: the handler gets the defaults`, async () => {
    assert.deepEqual(await checked(source, { query: "x" }), { value: { query: "x", limit: 3 } });
  });

  test(`${name}: errors name the argument`, async () => {
    const issues = await issuesOf(source, { query: "", limit: "many" });
    const [query, limit, ...more] = issues.split("\n");
    assert.match(query ?? "", /query/);
    assert.match(limit ?? "", /limit.*number/);
    assert.deepEqual(more, []);
  });

  test(`${name}: an array or null is no arguments`, async () => {
    for (const value of [null, [], "text"]) assert.notEqual(await issuesOf(source, value), "");
  });
}

test("JSON Schema comes back as the same object, unchecked by a library", () => {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" };
  const read = readSchema(schema, "input");
  assert.equal(read.schema, schema);
  assert.equal(read.validate, undefined);
});

test("an output may be JSON Schema of anything", () => {
  const schema = { type: "array" };
  assert.equal(readSchema(schema, "output").schema, schema);
});

test("a schema that is not an object's can't be an input, and the message names the owner", () => {
  for (const source of [z.string(), type("string"), { type: "array" }, {}]) {
    assert.throws(
      () => readSchema(source, "input", "search"),
      (error) => error instanceof TypeError && error.message.includes("the tool search"),
    );
  }
});

test("a union of objects is an object", async () => {
  const source = z.discriminatedUnion("by", [
    z.object({ by: z.literal("id"), id: z.string() }),
    z.object({ by: z.literal("name"), name: z.string() }),
  ]);
  const { schema } = readSchema(source, "input");
  assert.equal(schema["type"], "object");
  const { validate } = await compileSchema(schema);
  assert.equal(validate({ by: "id", id: "1" }).length, 0);
  assert.notEqual(validate({ by: "id", name: "1" }).length, 0);
});

test("each side of a transform is listed for its direction", () => {
  const source = z.object({ size: z.string().transform(Number).pipe(z.number()) });
  const sizeIn = (direction: "input" | "output") =>
    (readSchema(source, direction).schema["properties"] as { size: { type: string } }).size.type;
  assert.equal(sizeIn("input"), "string");
  assert.equal(sizeIn("output"), "number");
});

test("the handler gets what transforms make, synchronous or not", async () => {
  const sync = z.object({ day: z.iso.date().transform((day) => new Date(day).getUTCDay()) });
  assert.deepEqual(await checked(sync, { day: "2026-11-28" }), { value: { day: 6 } });
  const later = z.object({ key: z.string().transform(async (key) => Promise.resolve(`<${key}>`)) });
  assert.deepEqual(await checked(later, { key: "a" }), { value: { key: "<a>" } });
});

test("unknown members of a property reach the list: headers that repeat an argument", () => {
  const source = z.object({ region: z.string().meta({ "x-mcp-header": "Region" }) });
  const { schema } = readSchema(source, "input");
  const { region } = schema["properties"] as { region: object };
  assert.deepEqual(region, { type: "string", "x-mcp-header": "Region" });
});

test("places inside arrays are named as a person writes them", async () => {
  const source = z.object({ filter: z.array(z.object({ name: z.string() })) });
  const issues = await issuesOf(source, { filter: [{ name: "a" }, { name: 1 }] });
  assert.match(issues, /^`filter\[1\]\.name`: .*string.*\.$/);
  const ark = type({ filter: type({ name: "string" }).array() });
  assert.match(await issuesOf(ark, { filter: [{ name: 1 }] }), /^filter\[0\]\.name must be/);
});

test("many issues are cut, and long ones too", async () => {
  const source = z.object({ list: z.array(z.number()) });
  const list = Array.from({ length: 1000 }, () => "x");
  const issues = await issuesOf(source, { list });
  assert.equal(issues.split("\n").length, 11);
  assert.match(issues, /… and 990 more\.$/);
  const long = z.object({ text: z.string().refine(() => false, { error: "long ".repeat(1000) }) });
  assert.ok((await issuesOf(long, { text: "" })).length < 400);
  const name = "n".repeat(100_000);
  const strict = z.record(z.string(), z.number());
  assert.ok((await issuesOf(strict, { [name]: "x" })).length < 1000);
});

test("a value nested deeper than the stack is refused", async () => {
  const Tree = z.object({
    get child() {
      return z.optional(Tree);
    },
  });
  let value: object = {};
  for (let depth = 0; depth < 100_000; depth++) value = { child: value };
  assert.match(await issuesOf(Tree, value), /nested too deeply/);
});

test("an error of the library's own is no fault of the arguments", async () => {
  const broken = z.object({
    id: z.string().refine(() => {
      throw new Error("no database");
    }),
  });
  await assert.rejects(async () => checked(broken, { id: "1" }), /no database/);
});

test("a schema that its library can't write as JSON Schema is refused with a hint", () => {
  const rows: readonly (readonly [StandardSchema, RegExp])[] = [
    [v.object({ query: v.string() }), /toStandardJsonSchema` of @valibot\/to-json-schema/],
    [z.object({ when: z.date() }), /of the tool search can't be written.*Date/],
    [{ "~standard": { version: 1, vendor: "other", validate: () => ({ value: 1 }) } }, /other/],
  ];
  for (const [source, message] of rows) {
    assert.throws(
      () => readSchema(source, "input", "search"),
      (error) => error instanceof TypeError && message.test(error.message),
    );
  }
});

test("a library that always writes an older draft is refused", () => {
  const write = () => ({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" });
  const source: StandardSchema = {
    "~standard": {
      version: 1,
      vendor: "older",
      validate: (value) => ({ value }),
      jsonSchema: { input: write, output: write },
    },
  };
  assert.throws(() => readSchema(source, "input"), /older.*draft-07/);
});

test("JSON Schema with a member ~standard that is only data is still JSON Schema", () => {
  const schema = { type: "object", "~standard": { validate: "yes" } };
  assert.equal(readSchema(schema, "input").schema, schema);
});

test("a schema that JSON can't hold is refused by the name of its tool", () => {
  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic["properties"] = { self: cyclic };
  for (const schema of [cyclic, { type: "object", maxProperties: 3n }]) {
    assert.throws(
      () => readSchema(schema as SchemaSource, "input", "search"),
      /^TypeError: The input schema of the tool search is no JSON: [^\n]+\.$/,
    );
  }
});
