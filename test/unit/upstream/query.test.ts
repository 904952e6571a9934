import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParameterBinding } from "../../../runtime/contract/operation.js";
import { queryOf, target } from "./support.js";

const form = "application/x-www-form-urlencoded";
const blue = "blue";
const list = ["blue", "black", "brown"];
const map = { R: 100, G: 200, B: 150 };

type Row = [Partial<ParameterBinding>, value: unknown, want: string];

const table: Row[] = [
  [{ style: "form", explode: false }, blue, "?color=blue"],
  [{ style: "form", explode: false }, list, "?color=blue,black,brown"],
  [{ style: "form", explode: false }, map, "?color=R,100,G,200,B,150"],
  [{ style: "form", explode: true }, blue, "?color=blue"],
  [{ style: "form", explode: true }, list, "?color=blue&color=black&color=brown"],
  [{ style: "form", explode: true }, map, "?R=100&G=200&B=150"],
  [{}, list, "?color=blue&color=black&color=brown"],
  [{}, map, "?R=100&G=200&B=150"],
  [{ style: "spaceDelimited" }, list, "?color=blue%20black%20brown"],
  [{ style: "spaceDelimited" }, map, "?color=R%20100%20G%20200%20B%20150"],
  [{ style: "pipeDelimited" }, list, "?color=blue%7Cblack%7Cbrown"],
  [{ style: "pipeDelimited" }, map, "?color=R%7C100%7CG%7C200%7CB%7C150"],
  [{ style: "tabDelimited" }, list, "?color=blue%09black%09brown"],
  [
    { style: "deepObject", explode: true },
    map,
    "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
  ],
  [{ style: "deepObject" }, map, "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
];

const undefinedByOpenApi: Row[] = [
  [{ style: "spaceDelimited", explode: true }, list, "?color=blue&color=black&color=brown"],
  [{ style: "pipeDelimited", explode: true }, list, "?color=blue&color=black&color=brown"],
  [{ style: "pipeDelimited" }, blue, "?color=blue"],
  [{ style: "deepObject" }, blue, "?color=blue"],
  [{ style: "deepObject" }, ["a", "b"], "?color%5B0%5D=a&color%5B1%5D=b"],
  [
    { style: "deepObject" },
    { size: { gte: 1 }, tags: ["x", { y: 2 }] },
    "?color%5Bsize%5D%5Bgte%5D=1&color%5Btags%5D%5B0%5D=x&color%5Btags%5D%5B1%5D%5By%5D=2",
  ],
  [{}, [{ a: 1 }], "?color=%7B%22a%22%3A1%7D"],
  [{}, { a: [1, 2] }, "?a=%5B1%2C2%5D"],
];

const values: Row[] = [
  [{}, 0, "?color=0"],
  [{}, false, "?color=false"],
  [{}, "", "?color="],
  [{}, null, ""],
  [{}, undefined, ""],
  [{}, [], ""],
  [{}, {}, ""],
  [{}, [null], ""],
  [{ explode: false }, ["a", null, "", "b"], "?color=a,,b"],
  [{}, { a: null, b: 1 }, "?b=1"],
  [{ style: "deepObject" }, { a: null, b: [], c: {}, d: "" }, "?color%5Bd%5D="],
  [{ style: "form", explode: false }, ["red", "a,b"], "?color=red,a%2Cb"],
  [{ style: "deepObject" }, { "a&b": "x&y" }, "?color%5Ba%26b%5D=x%26y"],
  [{}, "a b+c&d=é", "?color=a%20b%2Bc%26d%3D%C3%A9"],
  [{}, "!'()*~", "?color=%21%27%28%29%2A~"],
  [{}, "😀", "?color=%F0%9F%98%80"],
  [{ name: "a[b]", arg: "color" }, 1, "?a%5Bb%5D=1"],
  [{ allowReserved: true }, "a/b?c:d@e!$&'()*+,;=~", "?color=a/b?c:d@e!$%26'()*%2B,%3B%3D~"],
  [{ allowReserved: true, allowDelimiters: true }, "a&b=c+d;e#f", "?color=a&b=c+d;e%23f"],
  [{ allowReserved: true }, "#[x]", "?color=%23%5Bx%5D"],
  [{ allowReserved: true }, "%41 50% é^%4", "?color=%41%2050%25%20%C3%A9%5E%254"],
  [{ allowReserved: true, explode: false }, ["a/b", "c"], "?color=a/b,c"],
  [{ content: "application/json" }, { a: "ü" }, "?color=%7B%22a%22%3A%22%C3%BC%22%7D"],
  [{ content: "application/json" }, "s", "?color=%22s%22"],
  [{ content: "text/plain" }, "s t", "?color=s%20t"],
  [{ content: "application/json" }, undefined, ""],
  [{ allowEmptyValue: true }, [], "?color="],
  [{ allowEmptyValue: true }, null, "?color="],
  [{ allowEmptyValue: true }, undefined, ""],
  [{ in: "querystring", content: form }, { a: "b c", d: [1, 2] }, "?a=b+c&d=1&d=2"],
  [{ in: "querystring", content: "application/json" }, { a: 1 }, "?%7B%22a%22%3A1%7D"],
  [{ in: "querystring", content: "application/json" }, "a", "?%22a%22"],
  // The example of OpenAPI 3.2, Parameter Object Examples.
  [{ in: "querystring", content: "application/jsonpath" }, "$.a.b[1:1]", "?%24.a.b%5B1%3A1%5D"],
  [{ in: "querystring", content: "text/plain" }, "100%25 a=b", "?100%2525%20a%3Db"],
  [{ in: "querystring", content: form }, "a=b&c=d e", "?a=b&c=d%20e"],
  [{ in: "querystring", content: form }, {}, ""],
  [
    {
      in: "querystring",
      content: form,
      encoding: {
        b: { style: "form", explode: false },
        d: { style: "deepObject" },
        e: { explode: true },
        j: { contentType: "application/json" },
        p: { style: "pipeDelimited", explode: false },
        r: { allowReserved: true },
        s: { style: "spaceDelimited", explode: false },
      },
    },
    {
      a: "x y",
      b: [1, 2],
      d: { x: "1" },
      e: { k: "v" },
      j: ["q"],
      p: ["1", "2"],
      r: "a/b",
      s: ["1", "2"],
      n: null,
    },
    "?a=x+y&b=1,2&d%5Bx%5D=1&k=v&j=%22q%22&p=1%7C2&r=a/b&s=1%202",
  ],
  [{ content: form }, { a: "x y", b: [1, 2] }, "?color=a%3Dx%2By%26b%3D1%26b%3D2"],
  [
    { content: form, encoding: { b: { explode: false, style: "form" } } },
    { b: [1, 2] },
    "?color=b%3D1%2C2",
  ],
  [{ content: "application/x-ndjson" }, [{ a: 1 }, 2], "?color=%7B%22a%22%3A1%7D%0A2%0A"],
  [{ content: "application/yaml" }, { a: 1 }, "?color=%7B%22a%22%3A1%7D"],
  [{ content: "text/csv" }, "a,b\n1,2", "?color=a%2Cb%0A1%2C2"],
];

for (const [group, rows] of [
  ["as the table of the specification", table],
  ["where the specification is silent", undefinedByOpenApi],
  ["values and characters", values],
] as const) {
  for (const [binding, value, want] of rows) {
    const name = `query, ${group}: ${JSON.stringify(binding)} ${JSON.stringify(value)}`;
    test(name, () => assert.equal(queryOf(binding, value), want));
  }
}

test("parameters keep the order of the document", () => {
  const params = [
    { in: "query", name: "b" },
    { in: "query", name: "a" },
  ] as const;
  assert.equal(target({ params }, { a: 1, b: 2 }), "/x?b=2&a=1");
});

test("a missing argument is not read from the prototype", () => {
  const params = [{ in: "query", name: "constructor" }] as const;
  assert.equal(target({ params }, {}), "/x");
});

test("half a surrogate pair is refused", () => {
  assert.throws(() => queryOf({}, "\uD800"), { name: "ToolError" });
  assert.throws(() => queryOf({ allowReserved: true }, "\uD800"), { name: "ToolError" });
});

test("a value that is nested too deeply is refused", () => {
  let value: unknown = 1;
  for (let i = 0; i < 100; i += 1) value = { a: value };
  assert.throws(() => queryOf({ style: "deepObject" }, value), { name: "ToolError" });
  for (let i = 0; i < 100_000; i += 1) value = [value];
  assert.throws(() => queryOf({}, [value]), { name: "ToolError" });
});
