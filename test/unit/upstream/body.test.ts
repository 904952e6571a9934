import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyBinding } from "../../../runtime/contract/operation.js";
import { planMultipart } from "../../../runtime/upstream/request/multipart.js";
import { build } from "./support.js";

const form = "application/x-www-form-urlencoded";
const json = "application/json";

function bodyOf(body: BodyBinding, args: Record<string, unknown>): unknown {
  const request = build({ method: "POST", body }, args);
  if (request.body === undefined) {
    assert.equal(request.headers["Content-Type"], undefined);
    return undefined;
  }
  return [request.headers["Content-Type"], request.body];
}

const rows: [string, BodyBinding, Record<string, unknown>, want: unknown][] = [
  ["fields that were given", { type: json, fields: ["a", "b"] }, { a: 1, c: 2 }, [json, '{"a":1}']],
  [
    "falsy values and null",
    { type: json, fields: ["a", "b", "c"] },
    { a: 0, b: "", c: null },
    [json, '{"a":0,"b":"","c":null}'],
  ],
  [
    "a renamed field",
    { type: json, fields: [["body_id", "id"]] },
    { id: 1, body_id: 2 },
    [json, '{"id":2}'],
  ],
  ["nothing given", { type: json, fields: ["a"] }, {}, undefined],
  ["nothing given but required", { type: json, fields: ["a"], required: true }, {}, [json, "{}"]],
  [
    "names every object inherits",
    { type: json, fields: ["constructor", "toString"] },
    {},
    undefined,
  ],
  [
    "a property named __proto__",
    { type: json, fields: [["p", "__proto__"]] },
    { p: { a: 1 } },
    [json, '{"__proto__":{"a":1}}'],
  ],
  [
    "the media type as written",
    { type: "application/json; note='q'", arg: "b" },
    { b: [] },
    ["application/json; note='q'", "[]"],
  ],
  [
    "any +json",
    { type: "application/merge-patch+json", fields: ["a"] },
    { a: null },
    ["application/merge-patch+json", '{"a":null}'],
  ],
  ["an array as the whole body", { type: json, arg: "items" }, { items: [1, 2] }, [json, "[1,2]"]],
  ["null as the whole body", { type: json, arg: "b" }, { b: null }, [json, "null"]],
  ["a string as the whole body", { type: json, arg: "b" }, { b: "s" }, [json, '"s"']],
  ["no whole body", { type: json, arg: "b", required: true }, {}, undefined],
  [
    "text",
    { type: "text/plain; charset=utf-8", arg: "b" },
    { b: "a\nü" },
    ["text/plain; charset=utf-8", "a\nü"],
  ],
  ["a number as text", { type: "text/plain", arg: "b" }, { b: 5 }, ["text/plain", "5"]],
  [
    "text of any other type",
    { type: "application/xml", arg: "b" },
    { b: "<a/>" },
    ["application/xml", "<a/>"],
  ],
  ["a range", { type: "*/*", arg: "b" }, { b: { a: 1 } }, [json, '{"a":1}']],
  ["a range of text", { type: "text/*", arg: "b" }, { b: "x" }, ["text/plain", "x"]],
  [
    "a form",
    { type: form, fields: ["a", "b", "c", "d"] },
    { a: "x y&z", b: 0, c: null, d: "" },
    [form, "a=x+y%26z&b=0&d="],
  ],
  [
    "form characters",
    { type: form, fields: ["a"] },
    { a: "~!'()*-._+é" },
    [form, "a=%7E%21%27%28%29*-._%2B%C3%A9"],
  ],
  [
    "form arrays and objects",
    { type: form, fields: ["a", "o"] },
    { a: [1, { b: 2 }], o: { c: "d" } },
    [form, "a=1&a=%7B%22b%22%3A2%7D&o=%7B%22c%22%3A%22d%22%7D"],
  ],
  ["form with nothing, required", { type: form, fields: ["a"], required: true }, {}, [form, ""]],
  [
    "form with deepObject",
    { type: form, fields: ["o"], encoding: { o: { style: "deepObject", explode: true } } },
    { o: { a: { b: 1 }, c: ["x y"] } },
    [form, "o%5Ba%5D%5Bb%5D=1&o%5Bc%5D%5B0%5D=x%20y"],
  ],
  [
    "form with commas",
    { type: form, fields: ["a"], encoding: { a: { explode: false } } },
    { a: [1, "2,3"] },
    [form, "a=1,2%2C3"],
  ],
  [
    "form with pipes",
    { type: form, fields: ["a"], encoding: { a: { style: "pipeDelimited" } } },
    { a: [1, 2] },
    [form, "a=1%7C2"],
  ],
  [
    "form with JSON values",
    {
      type: form,
      fields: ["a", "s"],
      encoding: { a: { contentType: json }, s: { contentType: json } },
    },
    { a: { b: 1 }, s: "t" },
    [form, "a=%7B%22b%22%3A1%7D&s=%22t%22"],
  ],
  ["a form as one argument", { type: form, arg: "b" }, { b: { a: 1 } }, [form, "a=1"]],
  ["a finished form", { type: form, arg: "b" }, { b: "a=1&b=2" }, [form, "a=1&b=2"]],
];

for (const [name, body, args, want] of rows) {
  test(`body: ${name}`, () => assert.deepEqual(bodyOf(body, args), want));
}

test("an object is not sent as [object Object]", () => {
  const body = { type: "application/xml", arg: "b" };
  assert.throws(() => bodyOf(body, { b: {} }), /can't be sent as application\/xml/);
});

test("a media type with a line break is not sent", () => {
  const body = { type: "application/json\r\nX: y", arg: "b" };
  assert.throws(() => bodyOf(body, { b: {} }), { name: "ToolError" });
});

test("a body that is nested too deeply is refused", () => {
  let value: unknown = 1;
  for (let i = 0; i < 100_000; i += 1) value = [value];
  assert.throws(() => bodyOf({ type: json, arg: "b" }, { b: value }), { name: "ToolError" });
});

test("headers of a part are written as their explode and their media type say", async () => {
  const json = "application/json";
  const headers = [
    { name: "X-Plain", arg: "map" },
    { name: "X-Exploded", arg: "map", explode: true },
    { name: "X-Json", arg: "map", content: json },
    { name: "X-Text", arg: "text", content: json },
    { name: "X-Absent", arg: "absent", content: json },
    { name: "X-Constant", value: "a,b" },
  ] as const;
  const write = planMultipart({ type: "multipart/form-data", encoding: { file: { headers } } });
  const { content } = await write({ file: "x" }, { map: { k: 1, l: ["ü"] }, text: "1" }, {});
  assert.deepEqual(String(content).split("\r\n").slice(1, -2), [
    'Content-Disposition: form-data; name="file"',
    'X-Plain: k,1,l,["ü"]',
    'X-Exploded: k=1,l=["ü"]',
    'X-Json: {"k":1,"l":["\\u00fc"]}',
    'X-Text: "1"',
    "X-Constant: a,b",
    "",
    "x",
  ]);
});
