import assert from "node:assert/strict";
import { test } from "node:test";
import type { NamedSchema, Schema } from "../../../src/operations/model.js";
import { sampleAnswer } from "../../../src/samples/sample-answer.js";

const named = (name: string, schema: Schema): readonly [string, NamedSchema] => [
  name,
  { name, ref: "", place: { file: "a.yaml", pointer: "" }, schema, uses: [] },
];

test("an answer has readOnly but no writeOnly properties", () => {
  const schemas = new Map([
    named("Pet", {
      type: "object",
      properties: {
        id: { type: "integer", readOnly: true },
        secret: { type: "string", writeOnly: true },
        owner: { $ref: "#/$defs/Pet" },
      },
    }),
  ]);
  const answer = sampleAnswer({ $ref: "#/$defs/Pet" }, schemas, { seed: "s" });
  assert.deepEqual(Object.keys(answer as object), ["id", "owner"]);
  assert.equal(JSON.stringify(answer).includes("secret"), false);
});

test("no answer is made for an unsatisfiable schema", () => {
  assert.equal(sampleAnswer(false, new Map(), { seed: "s" }), undefined);
});
