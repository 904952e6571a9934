import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import { formatDiagnostic } from "../../../src/diagnostics/format.js";
import { locate } from "../../../src/diagnostics/locate.js";
import { parseSource } from "../../../src/load/parse.js";

const url = "file:///work/api/openapi";

function at(text: string, pointers: readonly string[]): Record<string, string> {
  const parsed = parseSource(url, text);
  assert.ok(parsed.source, "the text is readable");
  const diagnostics = pointers.map((pointer): Diagnostic => ({
    code: "invalid-object",
    severity: "error",
    message: "x",
    place: { file: url, pointer },
  }));
  const located = locate(diagnostics, new Map([[url, parsed.file]]), "/work");
  return Object.fromEntries(
    located.map((each) => [each.at?.pointer ?? "?", `${each.at?.line}:${each.at?.column}`]),
  );
}

const json = `{
  "openapi": "3.1.0", "info": {},
  "paths": {
    "/a": {"get": {"x": [1, {"y": "}\\"]"}, [ ]], "z": null}},
    "/\\u0062": {"get": true}
  }
}`;

test("JSON members are found at their keys and items at their values", () => {
  assert.deepEqual(
    at(json, [
      "",
      "/info",
      "/paths/~1a/get/x/1/y",
      "/paths/~1a/get/z",
      "/paths/~1b/get",
      "/paths/~1a/get/x/2",
    ]),
    {
      "": "1:1",
      "/info": "2:23",
      "/paths/~1a/get/x/1/y": "4:30",
      "/paths/~1a/get/x/2": "4:44",
      "/paths/~1a/get/z": "4:50",
      "/paths/~1b/get": "5:17",
    },
  );
});

test("what is not there is reported at the nearest thing that is", () => {
  const wanted = ["/paths/~1a/post/x", "/nothing/at/all"];
  assert.deepEqual(at(json, wanted), { "/paths/~1a/post/x": "4:5", "/nothing/at/all": "1:1" });
  const yaml = "a:\n  b:\n    c: 1\n";
  assert.deepEqual(at(yaml, ["/a/b/x/y", "/z"]), { "/a/b/x/y": "2:3", "/z": "1:1" });
});

const yaml = `# a comment
openapi: 3.1.0
info: { title: T, "version" : '1', list: [ a, {b: c}, [d, e] ] }
paths:
  /a:
    get:
      # about parameters
      parameters:
        - name: n # trailing
          in: query
        -   # a late one
          name: m
        - $ref: '#/x'
      "description": |
        text: not a key
      tags: [one,
        two]
    ? post
    : summary: s
  '/b': !!map
    get: &shared {a: 1}
    put: *shared
  /c: &anchored
    key: 1
  /d:
    <<: *anchored
    other: 2
  /e:
    &k named: v
    last:
    after: x
204: ok
`;

const yamlPlaces: readonly (readonly [pointer: string, at: string])[] = [
  ["", "2:1"],
  ["/openapi", "2:1"],
  ["/info/title", "3:9"],
  ["/info/version", "3:19"],
  ["/info/list/0", "3:44"],
  ["/info/list/1/b", "3:48"],
  ["/info/list/2/1", "3:59"],
  ["/paths/~1a/get/parameters", "8:7"],
  ["/paths/~1a/get/parameters/0", "9:11"],
  ["/paths/~1a/get/parameters/0/in", "10:11"],
  ["/paths/~1a/get/parameters/1", "12:11"],
  ["/paths/~1a/get/parameters/2/$ref", "13:11"],
  ["/paths/~1a/get/description", "14:7"],
  ["/paths/~1a/get/tags/1", "17:9"],
  ["/paths/~1a/post/summary", "19:7"],
  ["/paths/~1b/get/a", "21:19"],
  ["/paths/~1b/put", "22:5"],
  ["/paths/~1d/other", "27:5"],
  ["/paths/~1d/key", "25:3"],
  ["/paths/~1e/last", "30:5"],
  ["/paths/~1e/after", "31:5"],
  ["/204", "32:1"],
];

for (const [pointer, place] of yamlPlaces) {
  // js-yaml reports positions by an undocumented option; these rows notice if that stops.
  test(`YAML ${pointer || "root"} is found at ${place}`, () => {
    assert.deepEqual(at(yaml, [pointer]), { [pointer]: place });
  });
}

test("many pointers of one file are found together", () => {
  assert.deepEqual(
    at(
      yaml,
      yamlPlaces.map(([pointer]) => pointer),
    ),
    Object.fromEntries(yamlPlaces),
  );
});

test("diagnostics are sorted by file, line, column and code, those without a place first", () => {
  const files = new Map(
    ["b", "a"].map((name) => [
      `file:///work/${name}`,
      parseSource(`file:///work/${name}`, "x: 1\ny: 2\n").file,
    ]),
  );
  const place = (file: string, pointer: string) => ({
    place: { file: `file:///work/${file}`, pointer },
  });
  const diagnostics: Diagnostic[] = [
    { code: "invalid-object", severity: "error", message: "4", ...place("b", "/x") },
    { code: "invalid-object", severity: "info", message: "3", ...place("a", "/y") },
    { code: "invalid-object", severity: "error", message: "2", ...place("a", "/x") },
    { code: "body-unsupported", severity: "error", message: "1", ...place("a", "/x") },
    { code: "no-operations", severity: "error", message: "0" },
  ];
  assert.deepEqual(
    locate(diagnostics, files, "/work").map((each) => each.message),
    ["0", "1", "2", "3", "4"],
  );
});

const names: readonly (readonly [file: string, shown: string])[] = [
  ["file:///work/api/open%20api.yaml", "api/open api.yaml"],
  ["file:///work/a.yaml", "a.yaml"],
  ["file:///a.yaml", "/a.yaml"],
  ["stdin:", "<stdin>"],
  ["https://user:secret@host.test/a/b.yaml?token=secret", "https://host.test/a/b.yaml"],
];

for (const [file, shown] of names) {
  test(`${file} is called ${shown}`, () => {
    const [located] = locate(
      [{ code: "syntax", severity: "error", message: "m", place: { file, pointer: "" } }],
      new Map(),
      "/work",
    );
    assert.equal(located?.at?.file, shown);
  });
}

function format(text: string, pointer: string, more: Partial<Diagnostic> = {}): string {
  const file = parseSource(url, text).file;
  const diagnostic: Diagnostic = {
    code: "ref-not-found",
    severity: "error",
    message: "It points to nothing.",
    place: { file: url, pointer },
    ...more,
  };
  const [located] = locate([diagnostic], new Map([[url, file]]), "/work");
  assert.ok(located);
  return formatDiagnostic(located);
}

test("a diagnostic reads like a compiler's", () => {
  assert.equal(
    format("a:\n\n  b:\n    $ref: '#/x'\n", "/a/b/$ref", { hint: "Did you mean y?" }),
    [
      "api/openapi:4:5: error[ref-not-found]: It points to nothing.",
      "   3 |   b:",
      "   4 |     $ref: '#/x'",
      "     |     ^",
      "hint: Did you mean y?",
    ].join("\n"),
  );
});

test("a tab before the column keeps the mark in place", () => {
  assert.match(
    format('{\n\t"a":\t{"b": 1}}', "/a/b"),
    /\n {3}2 \| {3}"a": {2}\{"b": 1\}\}\n {5}\| {10}\^$/,
  );
});

test("wide characters keep the mark in place", () => {
  assert.match(format('{"名前": {"b": 1}}', "/名前/b"), /\n {5}\| {3}\u3000\u3000 {4}\^$/);
});

test("a minified line is cut around the column", () => {
  const text = `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join(",")}}`;
  const [, line, mark] = format(text, "/k2500").split("\n");
  assert.ok((line?.length ?? 0) < 120);
  assert.match(line ?? "", /\| ….*"k2500":2500.*…$/);
  assert.equal(line?.slice((mark ?? "").indexOf("^")).startsWith('"k2500"'), true);
});

test("nothing a document says acts on the terminal or begins a line", () => {
  const text = `{"a\u009b31m\u202ex": 1}`;
  const shown = format(text, "/a\u009b31m\u202ex", {
    message: "bad \u001b[2J\nerror: forged",
    hint: "h\r\u0007",
  });
  // oxlint-disable-next-line no-control-regex -- these must not be there
  assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.equal(shown.split("\n").length, 4);
  assert.match(shown, /bad \\u001b\[2J\\u000aerror: forged/);
});

test("colours are only used when asked for", () => {
  const diagnostic = { code: "syntax", severity: "warning", message: "m" } as const;
  assert.equal(formatDiagnostic(diagnostic), "warning[syntax]: m");
  assert.equal(
    formatDiagnostic(diagnostic, { color: true }),
    "\u001b[33mwarning[syntax]\u001b[0m: m",
  );
});
