import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { LockEntry } from "../../../src/changes/lock.js";
import { formatEntry, parseEntry } from "../../../src/changes/lock-text.js";

const print = fc.stringMatching(/^[\w-]{8}$/);
const text = fc.oneof(
  fc.string({ minLength: 1, unit: "grapheme" }),
  fc.constantFrom("a b", "a=b", "x,y", "100%", "%20", "args", "no-id", "a@b!", "query:a:b"),
);
const place = fc.oneof(
  fc.constant("body"),
  fc.tuple(fc.constantFrom("query", "body", "part:a"), text).map(([one, name]) => `${one}:${name}`),
);
const entry: fc.Arbitrary<LockEntry> = fc.record(
  {
    kind: fc.constantFrom("tool", "searchable", "resource", "template"),
    name: text,
    method: text,
    id: text,
    arguments: fc
      .array(
        fc.tuple(
          fc.stringMatching(/^[\w.-]{1,64}$/),
          fc.record({ required: fc.boolean(), place, schema: print }, { noNullPrototype: true }),
        ),
      )
      .map((args) => new Map(args)),
    confirm: fc.constant(true as const),
    scopes: fc.array(text, { minLength: 1 }),
    texts: fc.record({ own: print, schemas: print }, { noNullPrototype: true }),
    input: print,
    output: print,
  },
  {
    requiredKeys: ["kind", "name", "method", "arguments", "input"],
    noNullPrototype: true,
  },
);

test("an entry of the lock is read back from its line as it was", () => {
  fc.assert(
    fc.property(entry, (one) => {
      const line = formatEntry(one);
      assert.doesNotMatch(line, /[\n\r"\\\u2028]/);
      assert.deepEqual(parseEntry(line), one);
    }),
  );
});

test("an entry of an earlier version is read; its fingerprint of the texts can't be compared", () => {
  const entry = parseEntry("tool listPets in=aaaa out=bbbb texts=cccc args limit@query=dddd");
  assert.deepEqual([entry?.name, entry?.input, entry?.output], ["listPets", "aaaa", "bbbb"]);
  assert.equal(entry?.texts, undefined);
  assert.deepEqual([...(entry?.arguments.keys() ?? [])], ["limit"]);
});

test("a line that is not an entry is none", () => {
  for (const line of ["", "tool", "tool x", "prompt x in=a texts=b", "tool  in=a texts=b"]) {
    assert.equal(parseEntry(line), undefined, line);
  }
});
