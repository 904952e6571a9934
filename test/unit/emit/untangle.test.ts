import assert from "node:assert/strict";
import { test } from "node:test";
import { printType } from "../../../src/emit/types/print-type.js";
import type { TypeNode } from "../../../src/emit/types/type-node.js";
import { untangle } from "../../../src/emit/types/untangle.js";

const word = (text: string): TypeNode => ({ kind: "word", text });
const name = (text: string): TypeNode => ({ kind: "name", name: text });
const array = (item: TypeNode): TypeNode => ({ kind: "array", item });
const union = (...members: TypeNode[]): TypeNode => ({ kind: "union", members });
const both = (...members: TypeNode[]): TypeNode => ({ kind: "intersection", members });
const object = (member: string, type: TypeNode): TypeNode => ({
  kind: "object",
  members: [{ name: member, required: true, type, doc: [] }],
});

function untangled(types: Record<string, TypeNode>): Record<string, string> {
  const result = untangle(new Map(Object.entries(types)));
  return Object.fromEntries([...result].map(([key, type]) => [key, printType(type, 0, 0)]));
}

const rows: readonly (readonly [string, Record<string, TypeNode>, Record<string, string>])[] = [
  [
    "recursion through objects and arrays stays",
    { A: object("next", name("A")), B: union(array(name("B")), word("string")) },
    { A: "{ next: A }", B: "B[] | string" },
  ],
  [
    "further items of a tuple in a union allow anything where they would name the whole",
    { A: union(word("null"), { kind: "tuple", items: [], required: 0, rest: array(name("A")) }) },
    { A: "null | [...unknown[][]]" },
  ],
  ["a name for itself says nothing", { A: name("A") }, { A: "unknown" }],
  ["a union with itself is the others", { A: union(name("A"), word("string")) }, { A: "string" }],
  ["a union of itself alone says nothing", { A: union(name("A"), name("A")) }, { A: "unknown" }],
  [
    "names for each other end in unknown",
    { A: name("B"), B: name("C"), C: name("A") },
    { A: "B", B: "C", C: "unknown" },
  ],
  [
    "a part that extends its whole keeps the members of the whole",
    {
      Pet: both(object("kind", word("string")), union(name("Cat"), name("Dog"))),
      Cat: both(name("Pet"), object("lives", word("number"))),
      Dog: both(name("Pet"), object("tricks", word("string"))),
    },
    {
      Pet: "{ kind: string } & (Cat | Dog)",
      Cat: "{ kind: string; lives: number }",
      Dog: "{ kind: string; tricks: string }",
    },
  ],
  ["a name of nothing is unknown", { A: union(name("Ghost"), word("string")) }, { A: "unknown" }],
];

for (const [what, given, want] of rows) {
  test(what, () => assert.deepEqual(untangled(given), want));
}

test("an intersection that multiplies out to too much loses its widest unions", () => {
  const choice = (size: number): TypeNode =>
    union(...Array.from({ length: size }, (_, at) => object(`m${at}`, word("string"))));
  const result = untangle(
    new Map([
      ["A", choice(60)],
      ["B", choice(50)],
      ["C", choice(40)],
      ["All", both(name("A"), name("B"), name("C"), object("id", word("string")))],
    ]),
  );
  assert.equal(printType(result.get("All") ?? word("missing"), 0, 0), "B & C & { id: string }");
});

test("a chain of thousands of names is no chain of thousands of calls", () => {
  const types = Array.from({ length: 50_000 }, (_, at) => [`N${at}`, name(`N${at + 1}`)] as const);
  const result = untangle(new Map(types));
  assert.equal(result.size, 50_000);
});
