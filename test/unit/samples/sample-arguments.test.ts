import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  BodyBinding,
  JsonSchema,
  ParameterBinding,
} from "../../../runtime/contract/operation.js";
import { checkEncoded } from "../../../runtime/upstream/request/content-encoding.js";
import { ArgumentSampler, sampleArguments } from "../../../src/samples/sample-arguments.js";

const facts = (
  properties: Record<string, JsonSchema>,
  more: object = {},
  params: readonly ParameterBinding[] = [],
) => ({
  input: { type: "object" as const, properties, additionalProperties: false, ...more },
  request: { method: "GET", path: "/", params },
});

const levels = ["none", "some", "all"] as const;

/** Schemas that every sample must satisfy; the sampler itself validates its samples. */
const satisfiable: Readonly<Record<string, JsonSchema>> = {
  "a number within bounds": { type: "integer", minimum: 5, exclusiveMaximum: 7 },
  "a multiple": { type: "number", multipleOf: 0.25, minimum: 3 },
  "a negative number": { type: "number", maximum: -3.5 },
  "a fraction between two integers": { type: "number", minimum: 0.2, maximum: 0.4 },
  "a text of a length": { type: "string", minLength: 40, maxLength: 41 },
  "a short text": { type: "string", maxLength: 1 },
  "a pattern": { type: "string", pattern: "^[A-Z]{2}-\\d+(\\.[a-z]+)?$" },
  "a pattern that looks ahead": { type: "string", pattern: "^(?!-)[a-z-]{3,9}$" },
  "a pattern and a length": { type: "string", pattern: "^x+$", minLength: 12, maxLength: 12 },
  "a format": { type: "string", format: "date-time" },
  "an enum that a type narrows": { type: "string", enum: [1, null, "a"] },
  "a constant": { const: { a: 1 } },
  "null only": { type: "null" },
  "distinct items": { type: "array", uniqueItems: true, minItems: 3, items: { enum: [1, 2, 3] } },
  "a tuple": { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2 },
  "a map": { type: "object", minProperties: 2, additionalProperties: { type: "integer" } },
  "a map of named keys": {
    type: "object",
    minProperties: 1,
    propertyNames: { pattern: "^k[0-9]$" },
    additionalProperties: true,
  },
  "members by pattern": {
    type: "object",
    minProperties: 1,
    patternProperties: { "^x-[a-z]$": { type: "boolean" } },
    additionalProperties: false,
  },
  "dependent members": {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    dependentRequired: { a: ["b"], b: ["a"] },
  },
  "what several schemas ask together": {
    allOf: [
      { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
      { properties: { a: { type: "integer", minimum: 3 } } },
    ],
  },
  "one of several forms": {
    oneOf: [
      { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
      { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] },
    ],
  },
  "a schema that contains itself": { $ref: "#/$defs/Node" },
  "a member called __proto__": {
    type: "object",
    properties: JSON.parse('{"__proto__":{"type":"string"}}') as JsonSchema,
    required: ["__proto__"],
  },
};

const inputSchemas = {
  Node: {
    type: "object",
    properties: {
      name: { type: "string" },
      next: { $ref: "#/$defs/Node" },
      all: { type: "array", items: { $ref: "#/$defs/Node" } },
    },
    required: ["name"],
  },
};

for (const [what, schema] of Object.entries(satisfiable)) {
  test(`samples ${what}`, () => {
    const sampler = new ArgumentSampler(facts({ it: schema }, { required: ["it"] }), {
      inputSchemas,
    });
    for (const optional of levels) {
      for (let round = 0; round < 10; round++) {
        const sampled = sampler.sample({ seed: `${what} ${round}`, optional, words: "awkward" });
        assert.ok(sampled.args && Object.hasOwn(sampled.args, "it"), JSON.stringify(sampled));
      }
    }
  });
}

test("the same seed gives the same arguments, another seed others", () => {
  const operation = facts({ a: { type: "string" }, b: { type: "integer" } });
  const of = (seed: string) =>
    JSON.stringify(sampleArguments(operation, {}, { seed, optional: "all", words: "awkward" }));
  assert.equal(of("GET /a"), of("GET /a"));
  const different = new Set(Array.from({ length: 20 }, (_, index) => of(`GET /${index}`)));
  assert.ok(different.size > 15);
});

test("none gives what is required, all gives everything", () => {
  const operation = facts({ a: { type: "string" }, b: { type: "integer" } }, { required: ["a"] });
  const keys = (optional: (typeof levels)[number]) =>
    Object.keys(sampleArguments(operation, {}, { seed: "s", optional }).args ?? {}).sort();
  assert.deepEqual(keys("none"), ["a"]);
  assert.deepEqual(keys("all"), ["a", "b"]);
});

test("a path argument is never empty and never a dot segment", () => {
  const operation = facts({ id: { type: "string", pattern: "^\\.{0,2}[a-c]?$" } }, {}, [
    { in: "path", name: "id" },
  ]);
  for (let round = 0; round < 50; round++) {
    const { args } = sampleArguments(operation, {}, { seed: String(round), optional: "all" });
    assert.ok(args && !["", ".", ".."].includes(String(args["id"] ?? "left out")));
  }
});

test("returns the reason why nothing can be sampled", () => {
  const impossible: Readonly<Record<string, JsonSchema>> = {
    nothing: { not: {} },
    "no number": { type: "integer", minimum: 2, maximum: 1 },
    "two types": { allOf: [{ type: "string" }, { type: "integer" }] },
    "itself without end": { $ref: "#/$defs/Endless" },
    "a very long text": { type: "string", minLength: 1e9 },
  };
  const endless = {
    Endless: { type: "object", properties: { it: { $ref: "#/$defs/Endless" } }, required: ["it"] },
  };
  for (const [what, schema] of Object.entries(impossible)) {
    const operation = facts({ it: schema }, { required: ["it"] });
    const sampled = sampleArguments(operation, { inputSchemas: endless }, { seed: what });
    assert.ok(!sampled.args && sampled.reason !== "", what);
  }
});

test("a pattern of gigabytes is not enforced, so a sample is found at once", () => {
  const it = { type: "string", pattern: "^((a{1000}){1000}){1000}$" };
  const operation = facts({ it }, { required: ["it"] });
  assert.ok(sampleArguments(operation, { inputSchemas: {} }, { seed: "gigabytes" }).args);
});

test("a body of several media types suits the one that is chosen", () => {
  const types = ["multipart/form-data", "application/javascript", "application/json"];
  const [type = "", ...others] = types;
  const operation = {
    input: {
      type: "object" as const,
      properties: {
        body: { anyOf: [{ type: "object" as const }, { type: "string" as const }] },
        contentType: { enum: types, default: type },
      },
      required: ["body"],
    },
    request: {
      method: "POST",
      path: "/",
      body: {
        type,
        arg: "body",
        choice: { arg: "contentType", others: others.map((one) => ({ type: one, arg: "body" })) },
      },
    },
  };
  const seen = new Set<unknown>();
  for (let index = 0; index < 40; index++) {
    const { args } = sampleArguments(operation, {}, { seed: String(index), optional: "all" });
    assert.ok(args);
    seen.add(args["contentType"]);
    if (args["contentType"] === "application/javascript")
      assert.equal(typeof args["body"], "string");
    if (args["contentType"] === type) assert.equal(typeof args["body"], "object");
  }
  assert.deepEqual(seen, new Set(types));
});

test("a sampled text is in the encoding of its schema", () => {
  const encodings = ["base64", "base64url", "base32", "base32hex", "base16", "quoted-printable"];
  for (const contentEncoding of [...encodings, "7bit"]) {
    for (const limits of [
      {},
      { minLength: 90 },
      { maxLength: 8 },
      { minLength: 8, maxLength: 8 },
    ]) {
      const schema = { type: "string", contentEncoding, ...limits };
      const { args } = sampleArguments(
        facts({ a: schema }, { required: ["a"] }),
        {},
        { seed: "x", words: "awkward" },
      );
      const text = args?.["a"];
      assert.ok(typeof text === "string", `${contentEncoding} has no sample`);
      assert.doesNotThrow(() => checkEncoded(text, contentEncoding, "It"), JSON.stringify(schema));
    }
  }
});

test("a sampled file has a type where the API accepts only ranges", () => {
  const reference = { $ref: "#/$defs/file" };
  const sample = (properties: Record<string, JsonSchema>, body: BodyBinding) => {
    const written = facts(properties, { required: Object.keys(properties) });
    const request = { ...written.request, body };
    const inputSchemas = { file: { type: "object" } };
    return sampleArguments({ ...written, request }, { inputSchemas }, { seed: "x" }).args ?? {};
  };
  const whole = (type: string, otherTypes: readonly string[] = []) =>
    (
      sample({ body: reference }, { type, arg: "body", file: true, otherTypes })["body"] as {
        mimeType?: string;
      }
    ).mimeType;
  assert.equal(whole("image/*"), "image/example");
  assert.equal(whole("application/*+xml"), "application/example+xml");
  assert.equal(whole("image/*", ["image/png"]), undefined);
  assert.equal(whole("application/*"), undefined);
  const encoding = { photo: { contentType: "image/*, audio/*", file: true } } as const;
  const form = { type: "multipart/form-data", fields: [["p", "photo"]], encoding } as const;
  const { p } = sample({ p: reference }, form) as { p: { mimeType?: string } };
  assert.equal(p.mimeType, "image/example");
});
