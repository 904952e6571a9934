import assert from "node:assert/strict";
import { test } from "node:test";
import { readAuth } from "../../../src/options/auth-option.js";
import { readRouteMap } from "../../../src/routes/read-route-map.js";

const rows: readonly (readonly [text: string, want: unknown])[] = [
  ["bearer", { type: "http", scheme: "bearer" }],
  [" basic ", { type: "http", scheme: "basic" }],
  ["apiKey:header:X-Key", { type: "apiKey", in: "header", name: "X-Key" }],
  ["apiKey:query:api:key", { type: "apiKey", in: "query", name: "api:key" }],
  ["apiKey:cookie:sid", { type: "apiKey", in: "cookie", name: "sid" }],
];
for (const [text, want] of rows) {
  test(`${text} is read`, () => assert.deepEqual(readAuth(text), want));
}

for (const text of [
  "",
  "Bearer",
  "digest",
  "apiKey",
  "apiKey:header",
  "apiKey:header:",
  "apiKey:body:a",
  "apiKey:header:a b",
  "apiKey:header:a\r\nb",
  "apiKey:cookie:a=b",
  "apiKey:query:a\u0000",
]) {
  test(`${JSON.stringify(text)} is refused, in the option and in a route map`, () => {
    assert.throws(() => readAuth(text), RangeError);
    const url = "file:///routes.json";
    const value = { auth: text };
    const read = readRouteMap({ url, text: JSON.stringify(value), format: "json", value });
    assert.equal(read.routeMap, undefined);
    assert.deepEqual(
      read.diagnostics.map(({ code }) => code),
      ["routes-invalid"],
    );
  });
}
