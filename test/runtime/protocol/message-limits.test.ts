/** Limits of messages: what is beyond them is refused before it costs time, and the rest costs linear time. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { McpServer } from "../../../runtime/index.js";
import { parseJson, unreadRequest } from "../../../runtime/protocol/json-rpc.js";
import { keepIntegers } from "../../../runtime/protocol/keep-integers.js";
import { ProtocolError } from "../../../runtime/protocol/protocol-error.js";
import { exactInteger, withBigInts } from "../../../runtime/protocol/read-integers.js";
import { Peer } from "../../support/peer.js";

const call = (args: string, id: string | number = 7): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"t","arguments":${args}}}`;
const levels = (count: number): string => '{"a":'.repeat(count) + "1" + "}".repeat(count);

/** Returns the error of a text that is refused, and the id of the request that it answers. */
function refusal(text: string): { code: number; message: string; id: unknown } {
  try {
    parseJson(text);
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return { code: error.code, message: error.message, id: unreadRequest(error) };
  }
  throw new assert.AssertionError({ message: `${text.slice(0, 100)} was not refused` });
}

/** Returns the lengths of the texts that `work` parses. */
function parsedBy(t: TestContext, work: () => void): number[] {
  const parse = t.mock.method(JSON, "parse");
  work();
  const lengths = parse.mock.calls.map(({ arguments: [text] }) => text.length);
  parse.mock.restore();
  return lengths;
}

const tooDeep = "A message must not be nested more than 1000 levels deep.";
const tooLong = "A message must not have integers of more than 5000 digits.";

test("a message is nested at most 1,000 levels deep, and its request is answered", () => {
  assert.ok(parseJson(call(levels(990))));
  const rows: [text: string, id: unknown][] = [
    [call(levels(1_001)), 7],
    [call(levels(1_001), 'a"}]{['), 'a"}]{['],
    [`{"params":${levels(1_001)},"method":"x","jsonrpc":"2.0","id":3}`, 3],
    [
      `{"\\u0069d":3,"method":"x","jsonrpc":"2.0","params":{"k":[[1],{"id":4},${levels(1_001)}]}}`,
      3,
    ],
    [`{"params":${levels(1_001)},"jsonrpc":"2.0","method":"x"}`, undefined],
    [`{"id":{"id":3},"params":${levels(1_001)},"jsonrpc":"2.0","method":"x"}`, undefined],
    [`{"id":3,"jsonrpc":"2.0","result":${levels(1_001)}}`, undefined],
    [`[${call(levels(1_001))}]`, undefined],
    ["[".repeat(2_000) + "]".repeat(2_000), undefined],
  ];
  for (const [text, id] of rows) {
    assert.deepEqual(refusal(text), { code: -32600, message: tooDeep, id }, text.slice(0, 100));
  }
  for (const text of ["[".repeat(5_000), call(levels(5_000)).slice(0, -1), `${levels(5_000)}}`]) {
    assert.equal(refusal(text).code, -32700, text.slice(0, 100));
  }
});

test("a message that is nested too deeply is refused before its levels are parsed", (t) => {
  for (const text of [
    call(levels(100_000)),
    call('{"a":'.repeat(100_000)),
    "[".repeat(200_000),
    "[".repeat(200_000) + "]".repeat(200_000),
  ]) {
    const lengths = parsedBy(t, () => void refusal(text));
    for (const length of lengths) assert.ok(length < 200, `${length} characters were parsed`);
  }
});

test("an integer of a message has at most 5,000 digits, and its request is answered", () => {
  const digits = "9".repeat(5_000);
  assert.ok(parseJson(call(`{"a":${digits},"b":"${digits}9","c":0.${digits}9,"d":-${digits}}`)));
  for (const args of [`{"a":9${digits}}`, `{"a":[[-9${digits}]]}`, `[1,{"b":9${digits}}]`]) {
    assert.deepEqual(refusal(call(args)), { code: -32600, message: tooLong, id: 7 });
  }
});

test("a request beyond a limit is answered in every kind of session", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28"] as const) {
    const peer = await Peer.connect(server, revision);
    for (const [args, message] of [
      [levels(2_000), tooDeep],
      [`{"a":${"9".repeat(6_000)}}`, tooLong],
    ] as const) {
      peer.raw(call(args, message));
      await peer.request("tools/list").catch(() => {});
      const last = peer.received.findLast((each) => (each as { id?: unknown }).id === message);
      assert.deepEqual(last, { jsonrpc: "2.0", id: message, error: { code: -32600, message } });
    }
    await peer.close();
  }
});

const big = "12345678901234567890";

test("a message with large integers is parsed only once", (t) => {
  const text = call(`{"a":[${Array.from({ length: 1_000 }, () => `{"k":${big}}`).join(",")}]}`);
  const lengths = parsedBy(t, () => void parseJson(text));
  // Keys are texts of their own.
  assert.deepEqual(
    lengths.filter((length) => length > 20),
    [text.length],
  );
});

test("the digits of every integer are kept at its own place", () => {
  const written = `{
    "plain": [1, -${big}, 2.5e3, "x, [", ${big}1, {"in\\"ner": ${big}2, "text": "${big}"}, [], {}],
    "__proto__": {"a": ${big}3},
    "\\u0061": [[${big}4], [1], [[${big}5]]],
    "fraction": ${big}.5, "exponent": ${big}e2, "safe": 9007199254740991,
    "last": 9007199254740993
  }`;
  const value = keepIntegers(written, JSON.parse(written)) as Record<string, unknown>;
  const read = withBigInts(value) as Record<string, unknown>;
  const int = BigInt(big) * 10n;
  assert.deepEqual(read["plain"], [
    1,
    -BigInt(big),
    2500,
    "x, [",
    int + 1n,
    { 'in"ner': int + 2n, text: big },
    [],
    {},
  ]);
  assert.deepEqual(Object.entries(read).find(([key]) => key === "__proto__")?.[1], { a: int + 3n });
  assert.deepEqual(read["a"], [[int + 4n], [1], [[int + 5n]]]);
  assert.equal(read["fraction"], Number(`${big}.5`));
  assert.equal(read["exponent"], Number(`${big}e2`));
  assert.equal(read["safe"], 9007199254740991);
  assert.equal(read["last"], 9007199254740993n);
});

test("of a key that is given twice the last value counts", () => {
  const rows: [written: string, want: unknown][] = [
    [`{"a":${big},"a":1}`, { a: 1 }],
    [`{"a":1,"a":${big}}`, { a: BigInt(big) }],
    [`{"a":${big},"a":${big}1}`, { a: BigInt(`${big}1`) }],
    [`{"a":{"b":${big}},"a":{"b":1}}`, { a: { b: 1 } }],
    [`{"a":{"b":${big}},"a":5,"c":${big}}`, { a: 5, c: BigInt(big) }],
    [`{"a":[1,${big}],"a":{"1":2}}`, { a: { 1: 2 } }],
    [`{"a":{"length":${big}},"a":[1]}`, { a: [1] }],
    [`{"a":{"__proto__":{"b":${big}}},"a":[${big}]}`, { a: [BigInt(big)] }],
  ];
  for (const [written, want] of rows) {
    const value = keepIntegers(written, JSON.parse(written));
    assert.deepEqual(withBigInts(value), want, written);
  }
  assert.equal(exactInteger(Array.prototype, "b"), undefined);
});

test("kept digits are not part of the value, and not used for another number in its place", () => {
  const written = `{"a":${big},"b":[${big}]}`;
  const value = parseJson(written) as { a: number; b: number[] };
  assert.deepEqual(value, JSON.parse(written));
  assert.deepEqual(Object.keys(value), ["a", "b"]);
  assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(written)));
  assert.equal(exactInteger({ ...value }, "a"), undefined);
  value.a = 5;
  value.b[0] = 6;
  assert.deepEqual(withBigInts(value), { a: 5, b: [6] });
});
