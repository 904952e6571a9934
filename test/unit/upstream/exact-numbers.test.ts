import assert from "node:assert/strict";
import { test } from "node:test";
import { losesIntegers } from "../../../runtime/upstream/response/exact-numbers.js";

const rows: [json: string, want: boolean][] = [
  ["9007199254740992", false],
  ["9007199254740993", true],
  ['{"id":-9007199254740993}', true],
  ["[1, 9223372036854775807]", true],
  ["-9223372036854775808", false],
  ["100000000000000000000", false],
  ["123456789012345678901234567890", true],
  ['"9007199254740993"', false],
  ['{"9007199254740993":"a\\"9007199254740993"}', false],
  ['["\\\\",9007199254740993]', true],
  ["0.12345678901234567891", false],
  ["9007199254740993.5", false],
  ["1e9007199254740993", false],
  ["[1.5,9007199254740993]", true],
];

for (const [json, want] of rows) {
  test(`${json} ${want ? "loses" : "keeps"} its integers`, () => {
    JSON.parse(json);
    assert.equal(losesIntegers(json), want);
  });
}
