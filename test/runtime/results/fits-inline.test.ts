import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContentBlock } from "../../../runtime/index.js";
import { fitsInline } from "../../../runtime/server/results/content.js";

const text = (each: string): ContentBlock => ({ type: "text", text: each });

test("all texts and files of a result count, by their bytes in UTF-8", () => {
  const blob = Buffer.alloc(100).toString("base64");
  const file: ContentBlock = { type: "resource", resource: { uri: "a://b", blob } };
  const image: ContentBlock = { type: "image", data: "AAAA".repeat(1_000), mimeType: "image/png" };
  const cases: readonly (readonly [readonly ContentBlock[], bytes: number])[] = [
    [[], 0],
    [[text("a".repeat(100))], 100],
    [[text("\u20ac".repeat(100))], 300],
    [[text("\u{1f600}".repeat(100))], 400],
    // The first is far below the limit, the second is not if three bytes are assumed for each character.
    [[text("a".repeat(30)), text("a".repeat(10)), text("a".repeat(60))], 100],
    [[text("a".repeat(100)), file, image], 200],
  ];
  for (const [content, bytes] of cases) {
    assert.equal(fitsInline(content, bytes), true, `${bytes} bytes fit`);
    assert.equal(fitsInline(content, bytes - 1), false, `${bytes} bytes are too many`);
  }
});
