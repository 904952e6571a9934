/** Charsets other than UTF-8, in answers and in bodies. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { BodyBinding } from "../../../runtime/contract/operation.js";
import type { Answer } from "../../../runtime/upstream/response/answer.js";
import { messageOf, operation, record, reply, upstream } from "./support.js";

const get = operation({});
const items = operation({}, { stream: "items" });

/** Bytes that Node decodes in another way than WHATWG Encoding. */
const labels: [label: string, bytes: string, text: string][] = [
  ["windows-1252", "80 92 93 94 e9", "€’“”é"],
  ["ISO-8859-1", "80 e9", "€é"],
  ["latin1", "80", "€"],
  ["us-ascii", "93 41 94", "“A”"],
  ["iso-8859-16", "a4 aa", "€Ș"],
  ["koi8-u", "ae be", "ўЎ"],
  ["ibm866", "1a 80", "\x1aА"],
  ["euc-kr", "81 41 b0 a1", "갂가"],
  ["ks_c_5601-1987", "81 41", "갂"],
  ["big5", "87 40 a4 a4", "䏰中"],
  ["gbk", "a2 e3 80", "€€"],
  ["gb2312", "d6 d0", "中"],
  ["shift_jis", "83 65 b1", "テｱ"],
  ["iso-8859-15", "a4", "€"],
  ["windows-1251", "e9", "й"],
  ["utf-16", "41 00 ac 20", "A€"],
];

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(" ", ""), "hex");
}

/** Returns what an API's answer becomes. */
async function read(
  t: TestContext,
  type: string,
  body: string | Uint8Array,
  facts = get,
): Promise<Answer> {
  const { url } = await record(t, reply(200, type, body));
  return upstream(url).call(facts, {});
}

test("XML and HTML that can be read byte by byte are not in UTF-16, whatever they declare", async (t) => {
  for (const [type, text] of [
    ["application/xml", '<?xml version="1.0" encoding="utf-16"?><a>é</a>'],
    ["text/html", '<meta charset="utf-16le"><p>é</p>'],
  ] as const) {
    const answer = await read(t, type, text, operation({ accept: type }));
    assert.equal(answer.kind === "text" && answer.text, text);
  }
});

test("texts, JSON, streams, parts and errors are decoded as WHATWG Encoding says", async (t) => {
  for (const [label, hex, text] of labels) {
    const bytes = bytesOf(hex);
    const quoted =
      label === "utf-16"
        ? Buffer.from(`"${text}"`, "utf16le")
        : Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')]);
    const csv = await read(t, `text/csv; charset=${label}`, bytes);
    assert.equal(csv.kind === "text" && csv.text, text, `${label} as text`);

    const head = `--b\r\nContent-Type: text/plain; charset="${label}"\r\n\r\n`;
    const part = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--")]);
    const mixed = await read(t, "multipart/mixed; boundary=b", part);
    const first = mixed.kind === "media" ? mixed.parts?.[0]?.answer : undefined;
    assert.equal(first?.kind === "text" && first.text, text, `${label} as part`);

    // JSON can't hold a control character.
    if (JSON.stringify(text) !== `"${text}"`) continue;
    const json = await read(t, `application/json; charset=${label}`, quoted);
    assert.equal(json.kind === "json" && json.value, text, `${label} as JSON`);

    const lines = await read(t, `application/x-ndjson; charset=${label}`, quoted, items);
    assert.deepEqual(lines.kind === "json" && lines.value, [text], `${label} as stream`);

    const { url } = await record(t, reply(400, `application/json; charset=${label}`, quoted));
    const message = await messageOf(() => upstream(url).call(get, {}));
    assert.ok(message.includes(text), `${label} as error: ${message}`);
  }
});

test("without a charset, bytes that are not UTF-8 are windows-1252, unless XML or HTML declares one", async (t) => {
  const rows: [type: string, bytes: Buffer, text: string][] = [
    ["text/plain", bytesOf("80 93"), "€“"],
    ["text/plain; charset=klingon", bytesOf("80"), "€"],
    ["text/plain; charset=replacement", bytesOf("80"), "€"],
    ["text/plain; charset=windows-1252", bytesOf("ef bb bf c3 a9"), "é"],
    [
      "text/html",
      Buffer.from('<meta charset="windows-1251"><p>\xe9', "latin1"),
      '<meta charset="windows-1251"><p>й',
    ],
    [
      "text/xml",
      Buffer.from('<?xml version="1.0" encoding="Windows-1252"?><a>\x80</a>', "latin1"),
      '<?xml version="1.0" encoding="Windows-1252"?><a>€</a>',
    ],
  ];
  for (const [type, bytes, text] of rows) {
    const answer = await read(t, type, bytes);
    assert.equal(answer.kind === "text" && answer.text, text, type);
  }
});

test("server-sent events are UTF-8 whatever they declare", async (t) => {
  const type = "text/event-stream; charset=windows-1252";
  const answer = await read(t, type, "data: é€\n\n", items);
  assert.deepEqual(answer.kind === "json" && answer.value, ["é€"]);
});

const xml = { name: "r", members: { a: {} } };
const form = "application/x-www-form-urlencoded";

/** Bodies, and their bytes as Latin-1 text. */
const bodies: [what: string, body: BodyBinding, value: unknown, bytes: string][] = [
  ["text", { type: "text/plain; charset=iso-8859-1" }, "é", "\xe9"],
  ["a quoted charset", { type: 'text/plain; charset="ISO-8859-1"' }, "é", "\xe9"],
  ["windows-1252", { type: "text/plain; charset=windows-1252" }, "€", "\x80"],
  ["UTF-8", { type: "text/plain; charset=UTF-8" }, "é", "\xc3\xa9"],
  ["UTF-16", { type: "text/csv;charset=utf-16" }, "é", "\xff\xfe\xe9\0"],
  ["UTF-16BE", { type: "text/csv;charset=utf-16be" }, "é", "\0\xe9"],
  ["Shift JIS", { type: "text/plain; charset=Shift_JIS" }, "テ", "\x83\x65"],
  ["EUC-KR", { type: "text/plain; charset=euc-kr" }, "갂", "\x81\x41"],
  [
    "JSON",
    { type: "application/json; charset=iso-8859-1" },
    { a: "é€😀" },
    '{"a":"\\u00e9\\u20ac\\ud83d\\ude00"}',
  ],
  ["JSON in UTF-16", { type: "application/json; charset=utf-16le" }, "é", '"\0\xe9\0"\0'],
  ["lines of JSON", { type: "application/x-ndjson; charset=latin1" }, ["é"], '"\\u00e9"\n'],
  [
    "XML",
    { type: "application/xml; charset=ISO-8859-1", xml },
    { a: "é€" },
    '<?xml version="1.0" encoding="iso-8859-1"?><r><a>\xe9&#8364;</a></r>',
  ],
  [
    "XML in ASCII",
    { type: "text/xml; charset=us-ascii", xml },
    { a: "é" },
    '<?xml version="1.0" encoding="us-ascii"?><r><a>&#233;</a></r>',
  ],
  [
    "XML as text, which declares another charset",
    { type: "application/xml; charset=windows-1252" },
    '<?xml version="1.0" encoding="UTF-8"?><a>€</a>',
    '<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>',
  ],
  [
    "XML as text, which declares a charset that the header does not name",
    { type: "application/xml" },
    '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?><a>é</a>',
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a>\xc3\xa9</a>',
  ],
  ["a form", { type: `${form}; charset=iso-8859-1` }, { "ü b": "é&" }, "%FC+b=%E9%26"],
  ["a form in Shift JIS", { type: `${form}; charset=shift_jis` }, { a: "ソ" }, "a=%83%5C"],
  ["a finished form", { type: `${form}; charset=iso-8859-1` }, "a=%E9", "a=%E9"],
  ["YAML", { type: "application/yaml; charset=iso-8859-1" }, "a: é", "a: \xe9"],
  [
    "a file that is given as text",
    { type: "text/csv; charset=windows-1252", file: true },
    { text: "€" },
    "\x80",
  ],
];

test("a body is sent in the charset that its header names", async (t) => {
  const { url, seen } = await record(t);
  for (const [what, binding, value, bytes] of bodies) {
    const body = { ...binding, arg: "body" };
    await upstream(url).call(operation({ method: "POST", body }), { body: value });
    const sent = seen.at(-1);
    assert.equal(sent?.headers["content-type"], binding.type, what);
    assert.equal(sent?.bytes.toString("latin1"), bytes, what);
  }
});

test("a part is sent in the charset that its own header names", async (t) => {
  const { url, seen } = await record(t);
  const body: BodyBinding = {
    type: "multipart/form-data",
    arg: "body",
    encoding: {
      t: { contentType: "text/plain; charset=windows-1252" },
      x: { contentType: "text/xml; charset=iso-8859-1", xml },
      f: { contentType: "text/csv; charset=windows-1251", file: true },
    },
  };
  const value = { t: "€", x: { a: "é" }, f: { text: "й" }, u: "é" };
  await upstream(url).call(operation({ method: "POST", body }), { body: value });
  const sent = seen.at(-1)?.bytes.toString("latin1") ?? "";
  assert.match(sent, /charset=windows-1252\r\n\r\n\x80\r\n/);
  assert.match(sent, /encoding="iso-8859-1"\?><r><a>\xe9<\/a>/);
  assert.match(sent, /charset=windows-1251\r\n\r\n\xe9\r\n/);
  assert.match(sent, /name="u"\r\n\r\n\xc3\xa9\r\n/);
});

test("a character that the charset does not have is named, and nothing is sent", async (t) => {
  const { url, seen } = await record(t);
  for (const [type, value, message] of [
    ["text/plain; charset=iso-8859-1", "a€", /charset iso-8859-1, .* character "€"/],
    ["text/plain; charset=us-ascii", "é", /charset us-ascii, .* character "é"/],
    [`${form}; charset=euc-kr`, { a: "😀" }, /charset euc-kr, .* character "😀"/],
    ["text/plain; charset=klingon", "a", /text\/plain; charset=klingon, .* can't be written/],
  ] as const) {
    const facts = operation({ method: "POST", body: { type, arg: "body" } });
    assert.match(await messageOf(() => upstream(url).call(facts, { body: value })), message, type);
  }
  assert.equal(seen.length, 0);
});
