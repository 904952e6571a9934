import assert from "node:assert/strict";
import { test } from "node:test";
import { checkEncoded } from "../../../runtime/upstream/request/content-encoding.js";

const valid: readonly [encoding: string, text: string][] = [
  ["base64", ""],
  ["base64", "aGk="],
  ["Base64", "aGVsbG8h\r\naGk="],
  ["base64url", "_-8"],
  ["base64url", "_-8="],
  ["base32", "NBUQ===="],
  ["base32hex", "D1KG===="],
  ["base16", "00fF"],
  ["quoted-printable", "a=3D b=\r\nc"],
  ["7bit", "plain"],
  ["8bit", "é"],
  ["binary", "é"],
  ["x-own", "é"],
  ["constructor", "é"],
];

const invalid: readonly [encoding: string, text: string, message: RegExp][] = [
  ["base64", "not base64!", /"part" is not valid base64: it can't have " ", at character 4\. Give/],
  ["base64", "aGk", /multiple of 4/],
  ["base64", "a===", /multiple of 4/],
  ["base64", "=aGk", /multiple of 4/],
  ["base64", "_-8=", /can't have "_", at character 1/],
  ["base64", "data:image/png;base64,aGk=", /can't have ":".*without a data: prefix/],
  ["base64", "aGk😀", /can't have "😀"/],
  ["BASE64", "!", /not valid base64/],
  ["base64url", "+/8=", /can't have "\+"/],
  ["base64url", "a", /incomplete/],
  ["base32", "NBUQ", /multiple of 8/],
  ["base32", "1", /can't have "1"/],
  ["base32hex", "W", /can't have "W"/],
  ["base16", "abc", /two digits/],
  ["base16", "xy", /can't have "x"/],
  ["quoted-printable", "é", /can't have "é"/],
  ["quoted-printable", "a=b", /two hexadecimal digits/],
  ["7bit", "é", /can't have "é"/],
];

test("texts in their encoding are accepted, and those in an unknown one", () => {
  for (const [encoding, text] of valid) {
    assert.doesNotThrow(() => checkEncoded(text, encoding, '"part"'), `${encoding} ${text}`);
  }
});

for (const [encoding, text, message] of invalid) {
  test(`${JSON.stringify(text)} is not ${encoding}`, () => {
    assert.throws(() => checkEncoded(text, encoding, '"part"'), { name: "ToolError", message });
  });
}
