import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParameterBinding } from "../../../runtime/contract/operation.js";
import { build } from "./support.js";

function headersOf(binding: Partial<ParameterBinding>, value: unknown): Record<string, string> {
  const params = [{ in: "header", name: "X-C", arg: "c", ...binding } as ParameterBinding];
  return build({ params }, { c: value }).headers;
}

function cookieOf(binding: Partial<ParameterBinding>, value: unknown): string | undefined {
  return headersOf({ in: "cookie", name: "color", ...binding }, value)["Cookie"];
}

const list = ["blue", "black", "brown"];
const map = { R: 100, G: 200, B: 150 };

const headers: [Partial<ParameterBinding>, value: unknown, want: string | undefined][] = [
  [{}, "blue", "blue"],
  [{}, list, "blue,black,brown"],
  [{}, map, "R,100,G,200,B,150"],
  [{ explode: true }, list, "blue,black,brown"],
  [{ explode: true }, map, "R=100,G=200,B=150"],
  [{}, 'W/"a, b" %41', 'W/"a, b" %41'],
  [{}, 0, "0"],
  [{}, "", ""],
  [{}, null, undefined],
  [{}, undefined, undefined],
  [{}, [], undefined],
  [{ content: "application/json" }, { a: "ü" }, '{"a":"\\u00fc"}'],
];

for (const [binding, value, want] of headers) {
  test(`header ${JSON.stringify(binding)} ${JSON.stringify(value)}`, () => {
    assert.equal(headersOf(binding, value)["X-C"], want);
  });
}

for (const value of [
  "a\r\nX-Admin: 1",
  "a\nb",
  "a\0b",
  "a\u007fb",
  "日本",
  ["a", "b\r\n"],
  { "k\n": 1 },
]) {
  test(`header refuses ${JSON.stringify(value)}`, () => {
    assert.throws(() => headersOf({}, value), { name: "ToolError" });
  });
}

for (const name of [
  "Host",
  "content-length",
  "Transfer-Encoding",
  "CONNECTION",
  "Accept",
  "Content-Type",
  "Authorization",
  "bad name",
  "x\r\ny",
  "",
]) {
  test(`header ${JSON.stringify(name)} is never sent`, () => {
    assert.deepEqual(headersOf({ name }, "v"), {});
  });
}

test("a header named like an inherited property is sent", () => {
  assert.deepEqual(Object.entries(headersOf({ name: "__proto__" }, "v")), [["__proto__", "v"]]);
});

const cookies: [Partial<ParameterBinding>, value: unknown, want: string | undefined][] = [
  [{}, "blue", "color=blue"],
  [{}, list, "color=blue; color=black; color=brown"],
  [{}, map, "R=100; G=200; B=150"],
  [{ explode: false }, list, "color=blue,black,brown"],
  [{ explode: false }, map, "color=R,100,G,200,B,150"],
  [{ style: "cookie" }, "blue", "color=blue"],
  [{ style: "cookie" }, list, "color=blue; color=black; color=brown"],
  [{ style: "cookie" }, map, "R=100; G=200; B=150"],
  [{ style: "cookie", explode: false }, list, "color=blue,black,brown"],
  [{ style: "cookie", explode: false }, map, "color=R,100,G,200,B,150"],
  [{}, "Hello, world!", "color=Hello%2C%20world%21"],
  [{ style: "cookie" }, "Hello%2C world!", "color=Hello%2C world!"],
  [{}, "a; admin=1\r\nX: y", "color=a%3B%20admin%3D1%0D%0AX%3A%20y"],
  [{ allowReserved: true }, "a/b=c;d,e", "color=a/b%3Dc%3Bd%2Ce"],
  [{ allowReserved: true, allowDelimiters: true }, "a/b=c;d,e", "color=a/b=c%3Bd%2Ce"],
  [{ name: "__Host-sid" }, "v", "__Host-sid=v"],
  [{ name: "a b" }, "v", "a%20b=v"],
  [{ content: "application/json" }, { a: 1 }, "color=%7B%22a%22%3A1%7D"],
  [{}, undefined, undefined],
  [{}, [], undefined],
];

for (const [binding, value, want] of cookies) {
  test(`cookie ${JSON.stringify(binding)} ${JSON.stringify(value)}`, () => {
    assert.equal(cookieOf(binding, value), want);
  });
}

for (const value of ["a; b=c", "a\r\nb", "é"]) {
  test(`style cookie refuses ${JSON.stringify(value)}`, () => {
    assert.throws(() => cookieOf({ style: "cookie" }, value), { name: "ToolError" });
  });
}

test("cookies come in one header, those of credentials first and unrepeatable", () => {
  const params: ParameterBinding[] = [
    { in: "header", name: "Cookie" },
    { in: "cookie", name: "theme" },
    { in: "cookie", name: "sid" },
  ];
  const credentials = {
    headers: [],
    query: [],
    cookies: [["sid", "secret"]],
    secrets: [],
  } as const;
  const args = { Cookie: "a=b; sid=forged", theme: "dark", sid: "forged" };
  const { headers } = build({ params }, args, credentials);
  assert.equal(headers["Cookie"], "sid=secret; a=b; theme=dark");
});

test("a credential replaces a parameter of the same name", () => {
  const params: ParameterBinding[] = [
    { in: "header", name: "x-key" },
    { in: "query", name: "key" },
    { in: "query", name: "raw", allowReserved: true },
  ];
  const credentials = {
    headers: [["X-Key", "h"]],
    query: [["key", "q"]],
    cookies: [],
    secrets: [],
  } as const;
  const args = { "x-key": "forged", key: ["forged", "too"], raw: "1&key=forged" };
  const { headers, url } = build({ params }, args, credentials);
  assert.deepEqual(headers, { "X-Key": "h" });
  assert.equal(url, "http://h/x?raw=1%26key%3Dforged&key=q");
});
