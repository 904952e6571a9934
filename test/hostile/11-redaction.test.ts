/** Issue 13, number 11, redaction: no credential appears in any output, however the API writes it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor, redactorsOf } from "../../runtime/protocol/text/redactor.js";
import { messageOf, operation, upstream } from "../unit/upstream/support.js";
import { recordRequests } from "../support/recorder.js";
import { stop } from "../support/loopback.js";
import { serveDocument } from "./served-document.js";

const secrets = ["sk_live/9aF3+kLmN0=&<'\"\\ é😀z", "abcdef", "4929381716151413", "aa//bb++cc"];

function utf8(text: string): number[] {
  return [...Buffer.from(text)];
}

const percent = (text: string, hex = (digits: string) => digits): string =>
  utf8(text)
    .map((byte) => `%${hex(byte.toString(16).padStart(2, "0"))}`)
    .join("");
const unicode = (text: string, upper = false): string =>
  text
    .split("")
    .map((unit) => {
      const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${upper ? digits.toUpperCase() : digits}`;
    })
    .join("");
const upper = (text: string): string => text.toUpperCase();
const hex = (text: string): string => Buffer.from(text).toString("hex");

/** The ways to write a text, by their names. */
const forms: { readonly [name: string]: (text: string) => string } = {
  plain: (text) => text,
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  "percent-encoded as a whole": (text) => percent(text),
  "percent-encoded as a whole, capitals": (text) => percent(text, upper),
  "percent-encoded in part": (text) =>
    Array.from(text, (each, at) => (at % 2 ? each : percent(each))).join(""),
  "percent-encoded twice": (text) => encodeURIComponent(percent(text)),
  "a form": (text) => new URLSearchParams({ k: text }).toString().slice(2),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON, ASCII only": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^\x20-\x7e]/g, (each) => unicode(each)),
  "JSON, all escaped": (text) => unicode(text),
  "JSON, all escaped in capitals": (text) => unicode(text, true),
  "JSON with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON within JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  "JavaScript bytes": (text) => hex(text).replace(/../g, "\\x$&"),
  HTML: (text) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`),
  "HTML names": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&apos;"),
  "HTML hexadecimal": (text) =>
    Array.from(text, (c) => `&#x${c.codePointAt(0)!.toString(16)};`).join(""),
  hexadecimal: hex,
  "hexadecimal in capitals": (text) => upper(hex(text)),
  "hexadecimal with colons": (text) => hex(text).match(/../g)!.join(":"),
  "hexadecimal with spaces": (text) => hex(text).match(/../g)!.join(" "),
  "hexadecimal with 0x": (text) => hex(text).replace(/../g, "0x$&, ").slice(0, -2),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "a Basic pair": (text) => Buffer.from(`user:${text}`).toString("base64"),
  "base64 after one byte": (text) => Buffer.from(`x${text}`).toString("base64"),
  "base64 after two bytes": (text) => Buffer.from(`xy${text}`).toString("base64"),
  "base64 within more": (text) => Buffer.from(`{"k":"${text}","more":1}`).toString("base64"),
  "base64url after two bytes": (text) => Buffer.from(`xy${text}zz`).toString("base64url"),
  "base64 in a URL": (text) => encodeURIComponent(Buffer.from(`x${text}`).toString("base64")),
};

for (const [name, write] of Object.entries(forms)) {
  test(`a secret is found in every text: ${name}`, () => {
    for (const secret of secrets) {
      // JavaScript writes bytes only of texts that are ASCII.
      if (name === "JavaScript bytes" && /[^\0-\x7f]/.test(secret)) continue;
      const written = write(secret);
      const { data } = redactorsOf([{ text: secret }]);
      for (const around of ["", "-", "/", "zz ", '"', "%41", "\\"]) {
        const text = `${around}${written}${around}`;
        const redacted = data.text(text);
        assert.ok(redacted.includes("[redacted]"), `${text} → ${redacted}`);
        // At most the characters that neighbours share stay, which tell six bits.
        assert.ok(redacted.length <= 10 + 2 * around.length + 40, `${text} → ${redacted}`);
        if (written.length > 24) assert.ok(!redacted.includes(written.slice(8, -8)), redacted);
      }
    }
  });
}

test("a secret that is split over members, names, numbers and depths of JSON is found", () => {
  const secret = "4929381716151413";
  const { data } = redactorsOf([{ text: secret }, { text: "abcdef" }]);
  const source = `{"x":{"abcdef":1,"abcd\\u0065f":2,"z":[${secret},"a abcdef b",{"k":"\\u0061bcdef"}]},"n":7}`;
  const value = data.json(JSON.parse(source), source);
  const text = JSON.stringify(value);
  assert.ok(!/abcdef|49293/.test(text), text);
  assert.deepEqual(value, {
    x: {
      "[redacted]": 2,
      z: ["[redacted]", "a [redacted] b", { k: "[redacted]" }],
    },
    n: 7,
  });
  const numbers = '{"a":123456,"b":91234567}';
  const short = redactorsOf([{ text: "123456" }]).data;
  assert.deepEqual(short.json(JSON.parse(numbers), numbers), { a: "[redacted]", b: 91234567 });
  const names = '{"abcdef":1,"b":2,"xabcdef":3,"abcdefx":4}';
  assert.deepEqual(Object.keys(data.json(JSON.parse(names), names) as object), [
    "[redacted]",
    "b",
    "x[redacted]",
    "[redacted]x",
  ]);
});

test("bytes are overwritten in place, in every encoding", () => {
  const secret = "sk_live_9aF3kLmN0é";
  const { data } = redactorsOf([{ text: secret }]);
  const noise = Buffer.from([0, 255, 254, 128, 7]);
  for (const written of [
    Buffer.from(secret),
    Buffer.from(secret, "utf16le"),
    Buffer.from(secret, "utf16le").swap16(),
    Buffer.from(Buffer.from(`x${secret}`).toString("base64")),
    Buffer.from(Buffer.from(`xy${secret}z`).toString("base64url")),
    Buffer.from(hex(secret)),
    Buffer.from(encodeURIComponent(secret)),
  ]) {
    const before = Buffer.concat([noise, written, noise, written]);
    const after = Buffer.from(data.bytes(before));
    assert.equal(after.length, before.length);
    assert.deepEqual(after.subarray(0, 5), noise);
    assert.ok(after.includes("*****"));
    assert.ok(!after.includes(written.subarray(6, -6)), written.toString("latin1"));
  }
  assert.equal(data.bytes(noise), noise);
});

test("a short secret is hidden in error messages only, and never everywhere", () => {
  const { data, errors } = redactorsOf([{ text: "abcde" }, { text: "" }]);
  assert.equal(data.text("abcde"), "abcde");
  assert.equal(errors.text("abcde YWJjZGU"), "[redacted] YWJjZGU");
});

test("searching costs linear time, also where the beginning of a secret repeats", () => {
  const secret = Array.from({ length: 400 }, (_, at) => (at * 7919).toString(36)).join("");
  const { data } = redactorsOf([{ text: secret }]);
  const started = performance.now();
  for (const end of [9, 100, -1]) data.text(secret.slice(0, end).repeat(2000));
  data.text("\\".repeat(200_000));
  data.text("%25".repeat(100_000));
  data.text("&amp;".repeat(100_000));
  assert.ok(performance.now() - started < 5000, `${performance.now() - started} ms`);
});

const key = "sk_live_9aF3kLmN0pQr";
const document = {
  openapi: "3.1.1",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://api.example" }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/x": {
      get: {
        operationId: "op",
        responses: {
          200: {
            description: "Any.",
            content: { "*/*": {} },
            links: { next: { operationId: "op", parameters: { q: "$response.header.X-Echo" } } },
          },
        },
        parameters: [{ in: "query", name: "q", schema: { type: "string" } }],
      },
    },
  },
};

const echoes: readonly [
  type: string,
  body: string | { readonly base64: string },
  status?: number,
][] = [
  ["application/json", JSON.stringify({ [key]: key, deep: [{ a: `Bearer ${key}` }] })],
  ["application/json", `{"big":9007199254740993,"${key}":"${unicode(key)}"}`],
  ["application/json", `"${unicode(key)}"`],
  ["text/plain", `key=${percent(key)}`],
  ["text/html", `<p>${key}</p>`],
  ["application/xml", `<k a="${hex(key)}">${Buffer.from(`a${key}`).toString("base64")}</k>`],
  ["text/event-stream", `data: {"k":"${key}"}\n\ndata: ${key}\n\n`],
  ["application/x-ndjson", `{"k":"${unicode(key)}"}\n{"${key}":1}\n`],
  ["image/png", { base64: Buffer.from(`\0\xff${key}\0`, "latin1").toString("base64") }],
  ["application/octet-stream", { base64: Buffer.from(key, "utf16le").toString("base64") }],
  [
    "multipart/mixed; boundary=b",
    `--b\r\nContent-Type: image/png; name=x\r\n\r\n${key}\r\n--b--\r\n`,
  ],
  ["application/json", JSON.stringify({ title: key, detail: hex(key) }), 400],
  ["text/plain", `bad key ${Buffer.from(`:${key}`).toString("base64")}`, 500],
  ["image/png", { base64: Buffer.from(key).toString("base64") }, 403],
];

function reveals(text: string): boolean {
  const decoded = text.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (run) =>
    Buffer.from(run, "base64").toString("latin1").replaceAll("\0", ""),
  );
  return [text, decoded].some((each) =>
    [key, hex(key), percent(key), unicode(key).replaceAll("\\", "\\\\")].some((form) =>
      each.includes(form.slice(4, -4)),
    ),
  );
}

test("no answer of an API brings its key to a client", async (t) => {
  const { call } = await serveDocument(t, document, { credentials: { key } });
  for (const [type, body, status = 200] of echoes) {
    const { result, headers } = await call("op", {}, { status, type, body });
    assert.equal(headers[0]!["X-Key"], key);
    assert.ok(!reveals(result), `${type} ${status}: ${result}`);
  }
});

test("a key in chunks of a stream is found, and progress does not show it", async (t) => {
  const chunks = ['data: {"k":"sk_li', "ve_9aF3kL", 'mN0pQr"}\n', "\n"];
  const { server, url } = await recordRequests((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-echo": key });
    const next = (): void => {
      const chunk = chunks.shift();
      if (chunk === undefined) response.end();
      else response.write(chunk, () => setTimeout(next, 5));
    };
    next();
  });
  t.after(() => stop(server));
  const api = { securitySchemes: { key: { type: "bearer", env: "KEY" } } } as const;
  const made = upstream(url, { env: { KEY: key } }, { ...api, security: [{ key: [] }] });
  const progress: string[] = [];
  const links = [
    { name: "next", status: "200", tool: "op", args: { q: "$response.header.X-Echo" } },
  ];
  const answer = await made.call(
    operation({}, { stream: "items", links }),
    {},
    {
      onProgress: (message) => void progress.push(message),
    },
  );
  const all = JSON.stringify([answer, progress]);
  assert.equal(progress.length, 1);
  assert.ok(!all.includes("sk_li") && !all.includes("pQr"), all);
  assert.match(all, /"q":"\[redacted\]"/);
});

test("keys in the user's base URL, headers and cookies are secrets, too", async (t) => {
  const echo = "9aF3kLmN0pQr-1 9aF3kLmN0pQr-2 9aF3kLmN0pQr-3 9aF3kLmN0pQr-4";
  const { server, url } = await recordRequests((_, response) => {
    response.writeHead(400, { "content-type": "text/plain" });
    response.end(echo);
  });
  t.after(() => stop(server));
  const headers = { "X-Api-Key": "9aF3kLmN0pQr-2", Cookie: "a=b; sid=9aF3kLmN0pQr-3" };
  const made = upstream(`${url}/?code=9aF3kLmN0pQr-1`, { headers });
  const forwarded = { "x-user-token": "9aF3kLmN0pQr-4" };
  const message = await messageOf(() => made.call(operation({}), {}, { forwarded }));
  assert.ok(!message.includes("9aF3"), message);
});

test("a redactor without secrets changes nothing and costs nothing", () => {
  const none = new Redactor([]);
  const value = { a: [1] };
  assert.equal(none.json(value, '{"a":[1]}'), value);
  assert.equal(none.text("x"), "x");
});
