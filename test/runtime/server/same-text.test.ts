import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  BodyBinding,
  JsonSchema,
  ParameterBinding,
  PropertyEncoding,
} from "../../../runtime/contract/operation.js";
import { keepDigits } from "../../../runtime/protocol/exact-integers.js";
import { compileChecker } from "../../../runtime/schema/check/compile.js";
import { withSameText } from "../../../runtime/server/operations/same-text.js";
import { build } from "../../unit/upstream/support.js";

const integer: JsonSchema = { type: "integer" };
const text: JsonSchema = { type: "string" };
const flag: JsonSchema = { type: "boolean" };
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const object = (properties: JsonSchema): JsonSchema => ({ type: "object", properties });

/** Returns what the arguments become; undefined if they are refused. */
function mend(
  schema: JsonSchema,
  value: unknown,
  request: { readonly params?: readonly ParameterBinding[]; readonly body?: BodyBinding },
): unknown {
  const { validate } = compileChecker({ type: "object", properties: { v: schema } });
  const args = { v: value };
  assert.notEqual(validate(args).length, 0, "the value is valid as it is");
  const mended = withSameText({ method: "GET", path: "/{v}", ...request }, args, validate);
  assert.deepEqual(args, { v: value }, "the arguments of the caller were changed");
  return mended?.["v"];
}

type Row = readonly [
  ParameterBinding["style"] | undefined,
  JsonSchema,
  given: unknown,
  want: unknown,
];

const params: Row[] = [
  [undefined, integer, "7", 7],
  [undefined, integer, "-7", -7],
  [undefined, { type: "number" }, "1.5", 1.5],
  [undefined, flag, "true", true],
  [undefined, text, 7, "7"],
  [undefined, text, false, "false"],
  [undefined, { type: ["string", "null"] }, 1.5, "1.5"],
  [undefined, { enum: [1, 2] }, "2", 2],
  [undefined, { const: true }, "true", true],
  [undefined, list(text), "a", ["a"]],
  [undefined, list(integer), "7", [7]],
  [undefined, list(integer), [1, "7"], [1, 7]],
  [undefined, list(text), 7, ["7"]],
  [undefined, { anyOf: [flag, list(integer)] }, "7", [7]],
  [undefined, object({ a: integer }), { a: "7" }, { a: 7 }],
  ["deepObject", object({ a: object({ b: integer }) }), { a: { b: "7" } }, { a: { b: 7 } }],
  ["pipeDelimited", list(text), "a|b", ["a", "b"]],
  // The text would change.
  [undefined, integer, "07", undefined],
  [undefined, integer, "7.0", undefined],
  [undefined, integer, " 7", undefined],
  [undefined, integer, "", undefined],
  [undefined, { type: "number" }, "1e3", undefined],
  [undefined, { type: "number" }, "Infinity", undefined],
  [undefined, flag, "True", undefined],
  [undefined, flag, 1, undefined],
  [undefined, { type: "null" }, "null", undefined],
  [undefined, list(text), "", undefined],
  [undefined, list(list(integer)), ["7"], undefined],
  ["deepObject", list(text), "a", undefined],
  // It is converted and still not allowed.
  [undefined, { type: "integer", maximum: 5 }, "7", undefined],
  [undefined, list({ enum: ["a"] }), "b", undefined],
];

for (const [style, schema, given, want] of params) {
  const asked = JSON.stringify(schema);
  test(`${JSON.stringify(given)} as a query parameter of ${asked} with ${style ?? "form"}`, () => {
    const binding: ParameterBinding = { in: "query", name: "v", ...(style && { style }) };
    const mended = mend(schema, given, { params: [binding] });
    assert.deepEqual(mended, want);
    if (want === undefined) return;
    const url = (value: unknown): string =>
      decodeURIComponent(build({ path: "/", params: [binding] }, { v: value }).url);
    assert.equal(url(mended), url(given), "the request is another one");
  });
}

const places: (readonly [Partial<ParameterBinding>, given: string, want: unknown])[] = [
  [{ in: "query", explode: false }, "a,b", ["a", "b"]],
  [{ in: "query" }, "a,b", ["a,b"]],
  [{ in: "header" }, "a,b", ["a", "b"]],
  [{ in: "path" }, "a,b", ["a", "b"]],
  [{ in: "path", style: "label" }, "a,b", ["a", "b"]],
  [{ in: "path", style: "matrix", explode: true }, "a,b", ["a,b"]],
  [{ in: "cookie" }, "a,b", ["a,b"]],
  [{ in: "cookie", style: "cookie", explode: false }, "a,b", ["a", "b"]],
  [{ in: "query", content: "application/json" }, "a,b", undefined],
];

for (const [binding, given, want] of places) {
  test(`"${given}" for a list as ${JSON.stringify(binding)}`, () => {
    const param = { name: "p", arg: "v", ...binding } as ParameterBinding;
    assert.deepEqual(mend(list(text), given, { params: [param] }), want);
  });
}

const form = "application/x-www-form-urlencoded";
const bodies: (readonly [string, PropertyEncoding | undefined, JsonSchema, unknown, unknown])[] = [
  [form, undefined, integer, "7", 7],
  [form, undefined, list(text), "a,b", ["a,b"]],
  [form, { style: "form", explode: false }, list(text), "a,b", ["a", "b"]],
  [form, { contentType: "application/json" }, integer, "7", undefined],
  [form, undefined, object({ a: integer }), { a: "7" }, undefined],
  ["multipart/form-data", undefined, flag, "true", true],
  ["multipart/form-data", { file: true }, integer, "7", undefined],
  ["application/json", undefined, integer, "7", undefined],
  ["application/xml", undefined, integer, "7", undefined],
];

for (const [type, rules, schema, given, want] of bodies) {
  test(`${JSON.stringify(given)} in ${type} with ${JSON.stringify(rules)}`, () => {
    const encoding = rules && { encoding: { p: rules } };
    assert.deepEqual(
      mend(schema, given, { body: { type, fields: [["v", "p"]], ...encoding } }),
      want,
    );
    const whole = object({ p: schema });
    const mended = mend(whole, { p: given }, { body: { type, arg: "v", ...encoding } });
    // A member of an object that is no form is JSON.
    assert.deepEqual(mended, want === undefined ? undefined : { p: want });
  });
}

test("an integer beyond 2^53 keeps its digits, its own and those of others", () => {
  const { validate } = compileChecker({ properties: { id: integer, other: integer } });
  const args = { id: "9007199254740993", other: 9007199254740992 };
  keepDigits(args, "other", "9007199254740993");
  const bindings = (["id", "other"] as const).map((name) => ({ in: "query" as const, name }));
  const request = { method: "GET", path: "/", params: bindings };
  const mended = withSameText(request, args, validate);
  const { url } = build(request, mended!);
  assert.match(url, /id=9007199254740993&other=9007199254740993$/);
});

test("many wrong items take linear time", () => {
  const validate = compileChecker({ properties: { v: list(integer) } }).thorough({ left: 500_000 });
  const args = { v: Array.from({ length: 50_000 }, () => "7") };
  const request = { method: "GET", path: "/", params: [{ in: "query", name: "v" } as const] };
  const start = performance.now();
  const mended = withSameText(request, args, validate);
  assert.equal((mended?.["v"] as unknown[] | undefined)?.length, 50_000);
  const took = performance.now() - start;
  assert.ok(took < 5000, `it took ${took} ms`);
});
