import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { codeMeaning } from "../../../src/write/code-meaning.js";
import { Random } from "../../../src/samples/random.js";

test("code has one meaning however it is formatted, and another if a token differs", () => {
  const written = 'export const a: "x" | "y" = { "b": 1e5, \'c\': "it\'s" }; // note\n';
  const formatted = [
    "export const a:",
    '  | "x"',
    "  | 'y' = {",
    "  b: 1E5,",
    "  /* eslint-disable-next-line */",
    "  c: 'it\\'s',",
    "} //   note",
  ].join("\n");
  assert.equal(codeMeaning(formatted), codeMeaning(written));
  for (const edited of ["1e6", "1e5, d: 2", "-1e5"]) {
    assert.notEqual(codeMeaning(written.replace("1e5", edited)), codeMeaning(written), edited);
  }
});

test("the meaning of code is that of its tokens, also where it is no code", () => {
  const random = new Random("tokens");
  const words = `a 1E 1É ' " \` \\ / * // /* */ : ? | = ( { , ; "b": 'c'? é 😀 eslint-disable $ \\' \\" 0x1F < [ "12":`;
  const parts = [...words.split(" "), " ", "\n", "\r\n", "\u00a0", "\ud800", "\0", "\u2028"];
  for (let round = 0; round < 4000; round += 1) {
    const length = random.between(1, 30);
    const code = Array.from({ length }, () => random.pick(parts)).join("");
    assert.equal(codeMeaning(code), meaningByTokens(code), JSON.stringify(code));
  }
});

test("long tokens keep their meaning", () => {
  for (const length of [65_534, 131_070, 131_072, 200_000]) {
    for (const mark of ['"', "`", "'", "", "/* a */"]) {
      const code = `a = { ${mark}${"y".repeat(length)}${mark} : 1, "z": 2, b: | c }`.repeat(2);
      assert.equal(codeMeaning(code), meaningByTokens(code), `${length} ${mark}`);
    }
  }
});

/** The definition that manifests of earlier versions were written by. */
function meaningByTokens(code: string): string {
  const token =
    /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|[\w$\u0080-\uffff]+|[^\s]/g;
  const kept: string[] = [];
  for (const [text] of code.matchAll(token)) {
    const previous = kept.at(-1);
    if ((text === ":" || text === "?") && previous !== undefined) {
      const name = /^"([A-Za-z_$][\w$]*|\d+)"$/.exec(previous)?.[1];
      if (name !== undefined) kept[kept.length - 1] = name;
    }
    if (text === "|" && (previous === undefined || /^[=:(<[{?]$/.test(previous))) continue;
    const meaning = meaningOfToken(text);
    if (meaning !== undefined) kept.push(meaning);
  }
  return hash("sha256", kept.join("\n"));
}

function meaningOfToken(text: string): string | undefined {
  if (text === "," || text === ";") return undefined;
  if (/^\/[/*]/.test(text)) {
    const words = text
      .replace(/^\/[/*]+|\*\/$/g, "")
      .replace(/^\s*\*(?!\/)/gm, " ")
      .replace(/\s+/g, " ")
      .trim();
    return /^eslint[- ]/.test(words) ? undefined : `//${words}`;
  }
  if (/^["']/.test(text)) return `"${text.slice(1, -1).replace(/\\(["'])/g, "$1")}"`;
  return /^\d/.test(text) ? text.toLowerCase() : text;
}
