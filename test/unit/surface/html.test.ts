/** HTML in descriptions becomes Markdown; what only looks like HTML stays as it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlToMarkdown } from "../../../src/surface/names/html.js";

const converted: [html: string, markdown: string][] = [
  ["<p>One.</p><p>Two.</p>", "One.\n\nTwo."],
  ["<p>One.\n<p>Two.", "One.\n\nTwo."],
  ["a<br>b<br/>c<br />d", "a\nb\nc\nd"],
  ["<b>bold</b> <STRONG>B</STRONG> <i>it</i><em> em </em>.", "**bold** **B** *it* *em* ."],
  ["<code>a_b</code> <tt>x</tt>", "`a_b` `x`"],
  ["<pre><code>a &lt; b\n  c</code></pre>", "```\na < b\n  c\n```"],
  ["<ul><li>One</li>\n<li>Two <b>x</b></li></ul>End", "- One\n- Two **x**\n\nEnd"],
  ["<ol><li>a<ul><li>b<li>c</ul><li>d</ol>", "1. a\n  - b\n  - c\n2. d"],
  [
    'See <a href="https://x.y/z?a=1&amp;b=2" class=q>the docs</a>.',
    "See [the docs](https://x.y/z?a=1&b=2).",
  ],
  ["<a href='https://x.y'>https://x.y</a>", "https://x.y"],
  ["<a href='javascript:alert(1)'>x</a> <a name=top></a><a href='#a'>y</a>", "x y"],
  ["<h2>Title</h2>Text", "## Title\n\nText"],
  ["<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A | B\n\n1 | 2"],
  ["<dl><dt>a</dt><dd>A</dd></dl>", "**a**\n\nA"],
  ["10<sup>-9</sup>, H<sub>2</sub>O", "10^-9, H2O"],
  ["<div><span style='color:red'>x</span></div>", "x"],
  ["x<script>alert(1)</script><style>a{}</style><!-- hidden --> <b>y</b>", "x **y**"],
  [
    "<p>a &lt;id&gt; &quot;b&quot; &#8212; &#x2014; &amp;amp; &unknown; &nbsp;c</p>",
    'a <id> "b" — — &amp; &unknown;  c',
  ],
  ["<img src=x alt='A cat'> <b>x</b>", "A cat **x**"],
  ["<b></b>x<b> </b>y", "x y"],
  ["<b>a\n\nb</b>", "a\n\nb"],
];

test("HTML becomes Markdown", () => {
  for (const [html, markdown] of converted) assert.equal(htmlToMarkdown(html), markdown, html);
});

test("text without HTML is returned as it is", () => {
  for (const text of [
    "a < b and c > d, x <= y, <3, a<b>c",
    "GET /users/<id>/<name>, <a>, Map<B>, List<String>, Optional<U>",
    "<https://example.com> <me@example.com>",
    "a &amp; b &lt;c&gt;   \n\n\n\n  d",
    "`<b>x</b>` and ``<p>` `` stay",
    "```xml\n<p>\n\n\n\nx</p>   \n```\n",
    "~~~\n<br>\n~~~",
    "```\n<p>never closed",
    "<!-- unfinished",
    "<b unfinished",
    "an end </script> without a start </b>",
    "<br",
    "",
  ]) {
    assert.equal(htmlToMarkdown(text), text);
  }
});

test("code and placeholders beside HTML stay", () => {
  const rows: [text: string, want: string][] = [
    ["<p>`<b>x</b>` <id> List<String></p>", "`<b>x</b>` <id> List<String>"],
    [
      "<p>a</p>\n```\n<p>x</p>   \n\n\n\ny\n```\n<p>b</p>",
      "a\n\n```\n<p>x</p>   \n\n\n\ny\n```\n\nb",
    ],
    ["a < b <b>c</b> <https://x.y>", "a < b **c** <https://x.y>"],
    ["**x** [y](https://z) <br> _w_", "**x** [y](https://z)\n_w_"],
  ];
  for (const [text, want] of rows) assert.equal(htmlToMarkdown(text), want, text);
});

test("hostile texts take no long time", () => {
  for (const part of [
    "<b>",
    "`<b>",
    "<p ",
    "<li>",
    "</b>",
    "<!--",
    "```\n",
    "<a href='",
    "&#",
    "<ul><li>",
  ]) {
    for (const end of ["", "</b>", "<br>-->"]) {
      const begun = performance.now();
      htmlToMarkdown(part.repeat(190_000 / part.length) + end);
      assert.ok(performance.now() - begun < 3_000, `${part} ${end}`);
    }
  }
  const spaces = " ".repeat(190_000);
  const zeros = `<p style='opacity:${"0".repeat(1_900)}x'>`;
  for (const text of [
    `<p>a</p>${spaces}x`,
    `<p>a</p>x${spaces}\ny`,
    `<b>a${spaces}b</b>`,
    `<pre>a${spaces}b</pre>`,
    `<p>a</p>\n${"`".repeat(95_000)}${"\n".repeat(95_000)}`,
    zeros.repeat(100),
  ]) {
    const begun = performance.now();
    htmlToMarkdown(text);
    assert.ok(performance.now() - begun < 3_000, text.slice(0, 30));
  }
});

test("a fence that is never closed keeps its lines, also beside HTML", () => {
  const code = "```\na   \n\n\n\nb";
  assert.equal(htmlToMarkdown(`<p>x</p>\n${code}`), `x\n\n${code}`);
});
