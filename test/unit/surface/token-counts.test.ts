/** Our counter of tokens, which loads in a fraction of the time, counts as gpt-tokenizer does. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import o200k from "gpt-tokenizer/bpeRanks/o200k_base";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { TokenCounter } from "../../../src/surface/listing/count-tokens.js";
import { encodeTokens, TokenTable } from "../../../src/surface/listing/token-table.js";
import { loadTokenMeasure } from "../../../src/surface/listing/tokens.js";
import { root } from "../../support/cli.js";

const counter = new TokenCounter(new TokenTable(encodeTokens(o200k)));
const plain = { disallowedSpecial: new Set<string>() };

function check(text: string): void {
  assert.equal(counter.count(text), countTokens(text, plain), JSON.stringify(text.slice(0, 200)));
}

test("texts of every kind count the same", () => {
  for (const text of [
    "",
    "a",
    "The quick brown fox doesn't jump over 12345678 lazy dogs.",
    '{"type":"object","properties":{"petId":{"type":"string","format":"uuid"}}}',
    "Grüße an Ökonomen – naïve façade, ÆØÅ, œuvre",
    "漢字かな交じり文、한국어 텍스트, Привет мир, שלום עולם, مرحبا",
    "👩‍👩‍👧‍👦 🇩🇪 🏳️‍🌈 e\u0301 a\u030a",
    "  spaces   and\ttabs\r\nand \n\n lines  ",
    "<|endoftext|> <|im_start|>system<|im_end|>",
    "getV1AccountsByAccountIdWorkersScriptsByScriptNameUsageModel",
    "\u0000\u0001\u007f\u0080\u00ad\u200b\ufffd",
    "x".repeat(280),
    "!?".repeat(140),
  ]) {
    check(text);
  }
});

test("a byte order mark is one token, which gpt-tokenizer does not find", () => {
  assert.equal(counter.count("\ufeff"), 1);
});

test("tokens, and pairs of them, count the same", () => {
  let last = "";
  for (const [rank, token] of o200k.entries()) {
    if (typeof token !== "string" || rank % 97 !== 0) continue;
    check(token);
    check(last + token);
    last = token;
  }
});

test("random texts count the same", () => {
  const last = [0x7f, 0x24f, 0x7ff, 0x30ff, 0xd7ff, 0x1f6ff];
  const texts = fc.oneof(
    ...last.map((max) => fc.array(fc.integer({ min: 0, max }), { maxLength: 40 })),
  );
  fc.assert(
    fc.property(texts, (codes) => check(String.fromCodePoint(...codes))),
    { numRuns: 3_000, seed: 1 },
  );
});

test("documents count the same with the tokens that are built into the package", () => {
  const measure = loadTokenMeasure();
  const folder = path.join(root, "test/golden");
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.(?:json|ya?ml)$/.test(file))
    .sort()
    .slice(0, 60);
  assert.notEqual(files.length, 0);
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), "utf8").slice(0, 20_000);
    assert.equal(measure(text), countTokens(JSON.stringify(text), plain), file);
  }
});

test("a token that the file can't hold is an error at build time", () => {
  assert.throws(() => encodeTokens(["x".repeat(256)]), { message: "A token has 256 bytes." });
});
