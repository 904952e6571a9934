import assert from "node:assert/strict";
import { test } from "node:test";
import zlib from "node:zlib";
import { cacheHints } from "../../../runtime/upstream/response/cache-control.js";
import { parametersOf, parseMediaType } from "../../../runtime/contract/media-type.js";
import { AnswerTooLarge } from "../../../runtime/upstream/response/answer-too-large.js";
import { messageOf, operation, record, type Responder, upstream } from "./support.js";

function reply(
  headers: Record<string, string>,
  body: string | Uint8Array = "",
  status = 200,
): Responder {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

const get = operation({});
/** A request that the platform's fetch refuses. */
const getWithBody = operation({ body: { type: "application/json", arg: "body" } });

test("every content coding is decoded, with either fetch", async (t) => {
  const text = '{"a":"é"}';
  const codings: [string, Uint8Array][] = [
    ["gzip", zlib.gzipSync(text)],
    ["x-gzip", zlib.gzipSync(text)],
    ["br", zlib.brotliCompressSync(text)],
    ["deflate", zlib.deflateSync(text)],
    ["identity", Buffer.from(text)],
  ];
  for (const [coding, body] of codings) {
    for (const facts of [get, getWithBody]) {
      const { url } = await record(
        t,
        reply({ "content-type": "application/json", "content-encoding": coding }, body),
      );
      const answer = await upstream(url).call(facts, { body: {} });
      assert.deepEqual(answer.kind === "json" && answer.value, { a: "é" }, coding);
    }
  }
});

test("an unsupported content coding is named", async (t) => {
  const { url } = await record(t, reply({ "content-encoding": "zstd" }, "x"));
  assert.match(await messageOf(() => upstream(url).call(get, {})), /content coding zstd/);
});

test("a small body that unpacks to a large one is counted as large", async (t) => {
  const bomb = zlib.gzipSync(Buffer.alloc(20_000_000));
  for (const facts of [get, getWithBody]) {
    const { url } = await record(t, reply({ "content-encoding": "gzip" }, bomb));
    const options = { maxResponseBytes: 1000, maxKeptBytes: 100_000 };
    const error = await upstream(url, options)
      .call(facts, { body: {} })
      .catch((each: unknown) => each);
    assert.ok(error instanceof AnswerTooLarge);
    assert.match(error.message, /larger than the limit of 100000 bytes/);
    assert.equal(error.answer, undefined);
  }
});

test("a body shorter than its Content-Length is a failure", async (t) => {
  for (const facts of [get, getWithBody]) {
    const { url } = await record(t, (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"a":1}', () => response.socket?.destroy());
    });
    const message = await messageOf(() => upstream(url).call(facts, { body: {} }));
    assert.match(message, /failed/);
  }
});

test("texts are decoded by byte order mark, charset or XML declaration", async (t) => {
  const rows: [type: string, bytes: Uint8Array, text: string][] = [
    ["text/plain; charset=Shift_JIS", Buffer.from("8365", "hex"), "テ"],
    ['text/plain; charset="ISO-8859-1"', Buffer.from([0xe9]), "é"],
    ["text/plain; charset=unknown-1", Buffer.from("é"), "é"],
    ["text/plain", Buffer.from([0xff, 0xfe, 0x41, 0]), "A"],
    [
      "application/xml",
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
        Buffer.from([0xe9]),
        Buffer.from("</a>"),
      ]),
      '<?xml version="1.0" encoding="windows-1251"?><a>й</a>',
    ],
  ];
  for (const [type, bytes, text] of rows) {
    const { url } = await record(t, reply({ "content-type": type }, bytes));
    const answer = await upstream(url).call(get, {});
    assert.equal(answer.kind === "text" && answer.text, text, type);
  }
});

test("an error's body is decoded by its charset too", async (t) => {
  const type = "application/problem+json; charset=iso-8859-1";
  const body = Buffer.from('{"title":"Verweigert: \xfc"}', "latin1");
  const { url } = await record(t, reply({ "content-type": type }, body, 403));
  assert.match(await messageOf(() => upstream(url).call(get, {})), /Verweigert: ü/);
});

test("a 202 answer says where its outcome will be", async (t) => {
  const rows: [status: number, headers: Record<string, string>, note: RegExp][] = [
    [202, { location: "/jobs/7" }, /not completed yet; get the outcome from \/jobs\/7\.\)/],
    [202, { location: "/jobs/7", "retry-after": "30" }, /\/jobs\/7, not before 30 s have passed/],
    [201, { location: "/things/5" }, /Created at \/things\/5/],
  ];
  for (const [status, headers, note] of rows) {
    const { url } = await record(t, reply(headers, "", status));
    const answer = await upstream(url).call(operation({ method: "POST" }), {});
    assert.equal(answer.kind, "empty");
    assert.match(answer.notes?.join() ?? "", note);
  }
  const { url } = await record(t, reply({ location: "/x" }, "", 200));
  assert.equal((await upstream(url).call(get, {})).notes, undefined);
});

test("each part of a multipart answer is read by its own headers", async (t) => {
  const body = Buffer.concat([
    Buffer.from(
      [
        "preamble --b7",
        "--b7",
        "Content-Type: application/json",
        'Content-Disposition: form-data; name="meta"',
        "",
        '{"n":1}',
        "--b7  ",
        'content-disposition: attachment; filename="a \\"b\\".png"',
        "Content-Type: image/png",
        "",
        "",
      ].join("\r\n"),
    ),
    Buffer.from([1, 13, 10, 2]),
    Buffer.from("\r\n--b7\r\n\r\nplain --b7 text\r\n--b7--\r\nepilogue"),
  ]);
  const { url } = await record(
    t,
    reply({ "content-type": 'multipart/mixed; boundary="b7"' }, body),
  );
  const answer = await upstream(url).call(get, {});
  assert.ok(answer.kind === "media");
  assert.deepEqual(
    answer.parts?.map(({ name, answer: part }) => [
      name,
      part.kind === "media" ? [part.media.mimeType, [...part.media.data]] : part,
    ]),
    [
      ["meta", { kind: "json", status: 200, value: { n: 1 } }],
      ['a "b".png', ["image/png", [1, 13, 10, 2]]],
      [undefined, { kind: "text", status: 200, text: "plain --b7 text", mimeType: "text/plain" }],
    ],
  );
});

test("the name of a part may be in UTF-8", async (t) => {
  const head = 'Content-Disposition: attachment; filename="résumé.pdf"\r\nContent-Type: text/plain';
  const { url } = await record(
    t,
    reply({ "content-type": "multipart/mixed; boundary=b" }, `--b\r\n${head}\r\n\r\nx\r\n--b--`),
  );
  const answer = await upstream(url).call(get, {});
  assert.equal(answer.kind === "media" && answer.parts?.[0]?.name, "résumé.pdf");
});

test("malformed multipart answers stay bytes, without slow parsing", async (t) => {
  const rows: [string, string][] = [
    ["multipart/mixed", "--b\r\n\r\nx\r\n--b--"],
    ["multipart/mixed; boundary=b", "nothing"],
    ["multipart/mixed; boundary=b", `${"\r\n--b\r\n\r\n"}`.repeat(200)],
    ["multipart/mixed; boundary=b", "--b".repeat(500_000)],
  ];
  for (const [type, body] of rows) {
    const { url } = await record(t, reply({ "content-type": type }, body));
    const answer = await upstream(url).call(get, {});
    assert.ok(answer.kind === "media" && answer.parts === undefined, type);
  }
});

test("media types are parsed with their parameters", () => {
  assert.deepEqual(parseMediaType('Text/Plain ; a=b; Charset="UTF-8"'), {
    essence: "text/plain",
    charset: "utf-8",
  });
  assert.deepEqual(parseMediaType('multipart/mixed; boundary="a;b"'), {
    essence: "multipart/mixed",
    boundary: "a;b",
  });
  assert.equal(parseMediaType("text"), undefined);
  assert.deepEqual(
    [...parametersOf('x; a="1\\"2"; a=3; __proto__=4')],
    [
      ["a", '1"2'],
      ["__proto__", "4"],
    ],
  );
});

test("cache hints say how long an answer stays fresh, and for whom", () => {
  const rows: [control: string, personal: boolean, want: unknown, more?: Record<string, string>][] =
    [
      ["max-age=60", true, { ttlMs: 60_000, cacheScope: "private" }],
      ["max-age=60", false, { ttlMs: 60_000, cacheScope: "public" }],
      ["private, max-age=60", false, { ttlMs: 60_000, cacheScope: "private" }],
      ['Public, Max-Age="60"', true, { ttlMs: 60_000, cacheScope: "public" }],
      ["public, s-maxage=10, max-age=60", true, { ttlMs: 10_000, cacheScope: "public" }],
      ["max-age=60", false, { ttlMs: 50_000, cacheScope: "public" }, { age: "10" }],
      ["max-age=60", false, { ttlMs: 60_000, cacheScope: "private" }, { vary: "Authorization" }],
      ["max-age=60", false, { ttlMs: 0, cacheScope: "private" }, { vary: "*" }],
      ["no-store", false, { ttlMs: 0, cacheScope: "private" }],
      ["max-age=60, no-cache", false, { ttlMs: 0, cacheScope: "private" }],
      ["max-age=x", false, undefined],
      ["public", false, undefined],
    ];
  for (const [control, personal, want, more] of rows) {
    const headers = new Headers({ "cache-control": control, ...more });
    assert.deepEqual(cacheHints(headers, personal), want, control);
  }
  assert.equal(cacheHints(new Headers(), false), undefined);
});
