import assert from "node:assert/strict";
import { test } from "node:test";
import { commentLine, commentLines, docComment } from "../../../src/emit/comment.js";
import { codeSpan, plainText } from "../../../src/emit/markdown.js";

const lines: readonly (readonly [what: string, given: string, want: readonly string[]])[] = [
  ["nothing", "  \n ", []],
  ["an end of comment", "like */logs/*. */ x", ["like *\\/logs/*. *\\/ x"]],
  ["an end of comment around a hidden character", "*\u200b/", ["*\\u200b/"]],
  ["line ends of all kinds", "a\r\nb\rc\u2028d\u2029e", ["a", "b", "c", "d", "e"]],
  ["runs of blank lines", "a\n\n\n\nb", ["a", "", "b"]],
  [
    "orders to the compiler",
    "@ts-expect-error\n  @internal",
    ["\\@ts-expect-error", "  \\@internal"],
  ],
  ["reordering and control characters", "a\u202eb\u0007", ["a\\u202eb\\u0007"]],
  ["indented code", "a:\n\n    x\ty", ["a:", "", "    x  y"]],
];

for (const [what, given, want] of lines) {
  test(`${what} in a comment`, () => assert.deepEqual(commentLines(given), want));
}

test("a comment of one line is one line", () => {
  assert.equal(commentLine("a\n\nb  c"), "a b c");
});

test("a doc comment stands on one line when it fits", () => {
  assert.equal(docComment([], 2), "");
  assert.equal(docComment(["One."], 2), "  /** One. */\n");
  assert.equal(
    docComment(["One.", "", "@deprecated"], 0),
    "/**\n * One.\n *\n * @deprecated\n */\n",
  );
  assert.equal(docComment(["x".repeat(100)], 0), `/**\n * ${"x".repeat(100)}\n */\n`);
});

test("a code span holds backticks and table bars", () => {
  assert.equal(codeSpan("GET /pets"), "`GET /pets`");
  assert.equal(codeSpan("a`b|c"), "``a`b\\|c``");
  assert.equal(codeSpan("`"), "`` ` ``");
  assert.equal(codeSpan("a``b`c"), "```a``b`c```");
  const ticks = "`".repeat(300_000);
  const begun = performance.now();
  assert.equal(codeSpan(ticks), `${ticks}\` ${ticks} ${ticks}\``);
  assert.ok(performance.now() - begun < 3_000);
});

test("plain text in Markdown is no markup", () => {
  assert.equal(
    plainText("a | b\n<img src=x> [x](http://e.example) `c` snake_case _em_ &lt;"),
    "a \\| b \\<img src=x\\> \\[x\\](http\\://e.example) \\`c\\` snake_case \\_em\\_ \\&lt;",
  );
});
