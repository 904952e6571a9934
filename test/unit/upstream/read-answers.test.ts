/** How the body of an answer is read, and its size limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import zlib from "node:zlib";
import { messageOf, operation, record, reply, upstream } from "./support.js";

const png = Buffer.from("89504e470d0a1a0a00ff", "hex");

const endless = "[".repeat(2_000) + "]".repeat(2_000);

const answers: [string, type: string | undefined, body: string | Uint8Array, want: object][] = [
  ["JSON", "application/json", "[1,2,3]", { kind: "json", value: [1, 2, 3] }],
  ["JSON null", "application/json", "null", { kind: "json", value: null }],
  ["any +json", "application/hal+json;v=1", '{"a":1}', { kind: "json", value: { a: 1 } }],
  ["JSON with a byte order mark", "application/json", "\uFEFF{}", { kind: "json", value: {} }],
  [
    "JSON in UTF-16",
    "application/json; charset=utf-16le",
    Buffer.from('{"a":"é"}', "utf16le"),
    { kind: "json", value: { a: "é" } },
  ],
  [
    "what claims to be JSON",
    "application/json",
    "not json",
    { kind: "text", text: "not json", mimeType: "text/plain" },
  ],
  [
    "JSON that is nested without end",
    "application/json",
    endless,
    { kind: "text", text: endless, mimeType: "text/plain" },
  ],
  ["an empty JSON body", "application/json", "", { kind: "empty" }],
  ["text", "text/csv; charset=utf-8", "a,é", { kind: "text", text: "a,é", mimeType: "text/csv" }],
  [
    "text in Latin-1",
    'text/plain; charset="ISO-8859-1"',
    Buffer.from("é", "latin1"),
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "text of unknown charset",
    "text/plain; charset=klingon",
    "é",
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "text that is not the UTF-8 it should be",
    "text/plain",
    Buffer.from("é", "latin1"),
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "XML",
    "application/atom+xml",
    "<a/>",
    { kind: "text", text: "<a/>", mimeType: "application/atom+xml" },
  ],
  [
    "YAML",
    "application/yaml",
    "a: 1",
    { kind: "text", text: "a: 1", mimeType: "application/yaml" },
  ],
  [
    "an image",
    "image/png",
    png,
    { kind: "media", media: { mimeType: "image/png", data: new Uint8Array(png) } },
  ],
  [
    "an image that is XML",
    "image/svg+xml",
    "<svg/>",
    {
      kind: "media",
      media: { mimeType: "image/svg+xml", data: new Uint8Array(Buffer.from("<svg/>")) },
    },
  ],
  ["JSON without a type", undefined, ' {"a":1}', { kind: "json", value: { a: 1 } }],
  [
    "text without a type",
    undefined,
    "{oops",
    { kind: "text", text: "{oops", mimeType: "text/plain" },
  ],
  [
    "a number without a type",
    undefined,
    "42",
    { kind: "text", text: "42", mimeType: "text/plain" },
  ],
  [
    "bytes without a type",
    undefined,
    png,
    { kind: "media", media: { mimeType: "application/octet-stream", data: new Uint8Array(png) } },
  ],
  ["an invalid media type", "json", '{"a":1}', { kind: "json", value: { a: 1 } }],
];

for (const [name, type, body, want] of answers) {
  test(`answer: ${name}`, async (t) => {
    const { url } = await record(t, reply(200, type, body));
    const answer = await upstream(url).call(operation({}), {});
    const plain: unknown =
      answer.kind === "media"
        ? { ...answer, media: { ...answer.media, data: new Uint8Array(answer.media.data) } }
        : answer;
    assert.deepEqual(plain, { status: 200, ...want });
  });
}

test("an answer with integers beyond 2^53 keeps their digits", async (t) => {
  const body = '{ "id": 9007199254740993 }';
  const { url } = await record(t, reply(200, "application/json", body));
  const answer = await upstream(url).call(operation({}), {});
  assert.equal(answer.kind === "json" && answer.source, body);
});

for (const status of [204, 205, 304]) {
  test(`answer: ${status} is empty`, async (t) => {
    const { url } = await record(t, reply(status, "application/json", ""));
    assert.deepEqual(await upstream(url).call(operation({}), {}), { kind: "empty", status });
  });
}

test("a compressed answer is read", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(zlib.gzipSync('{"a":1}'));
  });
  const answer = await upstream(url).call(operation({}), {});
  assert.deepEqual(answer, { kind: "json", status: 200, value: { a: 1 } });
});

test("an answer beyond the limit is refused with both sizes", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "5000" });
    response.end("x".repeat(5000));
  });
  const call = () =>
    upstream(url, { maxResponseBytes: 1000, maxKeptBytes: 0 }).call(operation({}), {});
  assert.match(await messageOf(call), /limit of 1000 bytes: it has 5000 bytes/);
});

test("the limit counts decompressed bytes", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
    response.end(zlib.gzipSync(Buffer.alloc(5_000_000, "x")));
  });
  const call = () =>
    upstream(url, { maxResponseBytes: 100_000, maxKeptBytes: 0 }).call(operation({}), {});
  assert.match(await messageOf(call), /larger than the limit of 100000 bytes/);
});

test("an answer as large as the limit arrives", async (t) => {
  const { url } = await record(t, reply(200, "text/plain", "x".repeat(1000)));
  const answer = await upstream(url, { maxResponseBytes: 1000 }).call(operation({}), {});
  assert.equal(answer.kind === "text" && answer.text.length, 1000);
});
