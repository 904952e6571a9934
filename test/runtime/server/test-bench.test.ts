/** The test bench of emitted tests: bytes as text, recorded requests, and cases that pass or fail. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  openTestBench,
  type OperationCase,
  type TestBench,
  type Operation,
} from "../../../runtime/index.js";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import { bodyText, bytesOf } from "../../../runtime/testing/body-text.js";
import { readRawRequest } from "../../../runtime/testing/raw-request.js";
import { expectedForm } from "../../../runtime/testing/received-request.js";

const texts: readonly (readonly [given: Buffer, want: unknown])[] = [
  [Buffer.from(""), undefined],
  [Buffer.from("größe"), "größe"],
  [Buffer.from("a\r\nb\n"), ["a\r\n", "b\n"]],
  [Buffer.from([0xff, 0x00]), { base64: "/wA=" }],
  [Buffer.from("a\n\xff\n\xfe\nb", "latin1"), ["a\n", { base64: "/wr+Cg==" }, "b"]],
  [Buffer.from("a\n\xff\r\n\r\n", "latin1"), ["a\n", { base64: "/w==" }, "\r\n", "\r\n"]],
  // Invalid UTF-8 must differ from the characters that a decoder substitutes.
  [Buffer.from("\ufffd"), "\ufffd"],
];

for (const [given, want] of texts) {
  test(`the bytes ${given.toString("hex") || "of nothing"} as text, and back`, () => {
    const text = bodyText(given);
    assert.deepEqual(text, want);
    assert.deepEqual(bytesOf(text === undefined ? {} : { body: text }), given);
  });
}

describe("requests as bytes", () => {
  const whole = Buffer.from(
    "LINK /a?b=%2f HTTP/1.1\r\nX-A:  1 \r\ncontent-length: 3\r\n\r\nabcGET",
    "latin1",
  );

  test("a message is read once it is complete, and the following bytes are left", () => {
    assert.equal(readRawRequest(whole.subarray(0, 20)), undefined);
    assert.equal(readRawRequest(whole.subarray(0, -4)), undefined);
    const request = readRawRequest(whole);
    assert.equal(request?.method, "LINK");
    assert.equal(request.target, "/a?b=%2f");
    assert.deepEqual(request.headers, [
      ["X-A", "1"],
      ["content-length", "3"],
    ]);
    assert.equal(Buffer.from(request.bytes).toString(), "abc");
    assert.equal(whole.subarray(request.length).toString(), "GET");
  });

  test("malformed messages and bodies without a length are refused", () => {
    assert.throws(() => readRawRequest(Buffer.from("hello\r\n\r\n")));
    assert.throws(() =>
      readRawRequest(Buffer.from("PUT / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n")),
    );
  });

  test("a boundary is the same each time, what the platform adds is left out unless it is stated", () => {
    const request = {
      method: "POST",
      url: "http://a.example/",
      headers: [
        ["content-type", 'multipart/mixed; boundary="x1"'],
        ["user-agent", "node"],
        ["x-more", "1"],
      ],
      bytes: Buffer.from("--x1--"),
    } as const;
    const form = {
      request: "POST http://a.example/",
      headers: { "Content-Type": 'multipart/mixed; boundary="BOUNDARY"', "x-more": "1" },
      body: "--BOUNDARY--",
    };
    const expected = { request: "", headers: { "Content-Type": "" } };
    assert.deepEqual(expectedForm(request, expected), form);
    const stated = { request: "", headers: { "Content-Type": "", "User-Agent": "" } };
    assert.equal(expectedForm(request, stated).headers?.["User-Agent"], "node");
  });
});

describe("cases", () => {
  const api = {
    name: "shop",
    title: "Shop",
    version: "1",
    servers: [{ url: "https://shop.example/v1" }],
    baseUrlEnv: "SHOP_BASE_URL",
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", env: "SHOP_KEY" } },
    security: [{ key: [] }],
  } as const;
  const find: Operation = {
    id: "find",
    request: { method: "FIND", path: "/items/{id}", params: [{ in: "path", name: "id" }] },
    input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    confirm: { message: "Really?" },
    expose: { as: "tool", name: "find" },
  };
  const sends = {
    request: "FIND https://shop.example/v1/items/a%20b",
    headers: { "X-Key": "none" },
  };
  const right: OperationCase = {
    tool: "find",
    arguments: { id: "a b" },
    asks: 'Really?\n\nFIND https://shop.example/v1/items/{id}\nid: "a b"',
    sends,
    answer: { status: 200, type: "application/json", json: { id: 1 } },
    result: "text",
  };
  let bench: TestBench;

  before(async () => {
    bench = await openTestBench(serverOfFacts(api, [find]), { env: { SHOP_KEY: "none" } });
  });

  after(() => bench.close());

  test("a case that passes", () => bench.check(right));

  const wrong: Readonly<Record<string, Partial<OperationCase>>> = {
    "another target": {
      sends: { ...sends, request: "FIND https://shop.example/v1/items/a" },
    },
    "another method": {
      sends: { ...sends, request: "GET https://shop.example/v1/items/a%20b" },
    },
    "another server": {
      sends: { ...sends, request: "FIND https://x.example/v1/items/a%20b" },
    },
    "a header too many": { sends: { request: "FIND https://shop.example/v1/items/a%20b" } },
    "a header too few": {
      sends: { ...sends, headers: { "X-Key": "none", "X-More": "1" } } as never,
    },
    "a body that is not sent": { sends: { ...sends, body: "x" } as never },
    "another question": { asks: "Sure?" },
    "structured content that is not there": { result: "structured" },
    "an answer that is an error": { answer: { status: 404 } },
    "one request more": { sends: [sends, sends] as never },
    "another tool": { tool: "lose" },
  };
  for (const [name, change] of Object.entries(wrong)) {
    test(`one that fails: ${name}`, () =>
      assert.rejects(bench.check({ ...right, ...change }), { code: "ERR_ASSERTION" }));
  }
});
