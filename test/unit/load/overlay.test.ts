import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import { applyOverlays, type Overlaid } from "../../../src/load/overlay/apply-overlays.js";
import { readOverlay } from "../../../src/load/overlay/read-overlay.js";
import { pathSelector } from "../../../src/load/overlay/select-paths.js";
import { parseSource } from "../../../src/load/parse.js";
import type { Source } from "../../../src/load/source.js";
import { lostIntegerWithin, scalarText } from "../../../src/load/written-scalars.js";

const folder = "file:///work/";

function source(name: string, text: string): Source {
  const parsed = parseSource(folder + name, text);
  assert.ok(parsed.source, JSON.stringify(parsed.diagnostics));
  return parsed.source;
}

function head(version = "1.1.0"): string {
  return `overlay: ${version}\ninfo: {title: T, version: "1"}\n`;
}

/** Applies overlays, each given as its list of actions. */
async function apply(document: string, ...actions: readonly string[]): Promise<Overlaid> {
  const overlays = actions.map((list, index) => {
    const { overlay, diagnostics } = readOverlay(
      source(`overlay${index}.yaml`, `${head()}actions:\n${list}`),
    );
    assert.ok(overlay, JSON.stringify(diagnostics));
    return overlay;
  });
  return applyOverlays(source("openapi.yaml", document), overlays, undefined);
}

const pets = `
paths:
  /a: {get: {tags: [x, y]}, post: {}}
  /b: {get: {tags: [y]}}
list: [1, 2, 3]
text: old
none:
`;

/** Applies an action to the document above and returns one of its members. */
const rows: readonly (readonly [what: string, action: string, member: string, expected: string])[] =
  [
    ["a primitive is replaced", "{target: $.text, update: new}", "text", "new"],
    ["null is a primitive", "{target: $.text, update: null}", "text", "null"],
    ["nothing takes anything", "{target: $.none, update: {a: [1]}}", "none", "{a: [1]}"],
    ["a list takes a list", "{target: $.list, update: [4, [5]]}", "list", "[1, 2, 3, 4, [5]]"],
    ["a list takes a value", "{target: $.list, update: 4}", "list", "[1, 2, 3, 4]"],
    ["a list takes an object", "{target: $.list, update: {a: 1}}", "list", "[1, 2, 3, {a: 1}]"],
    ["an element is replaced", "{target: '$.list[-1]', update: 9}", "list", "[1, 2, 9]"],
    ["elements go by value", "{target: '$.list[?@ > 1]', remove: true}", "list", "[1]"],
    ["elements go by index", "{target: '$.list[0, 2]', remove: true}", "list", "[2]"],
    ["a node named twice goes once", "{target: '$.list[0, 0]', remove: true}", "list", "[2, 3]"],
    [
      "objects merge, their lists grow",
      "{target: $.paths, update: {/a: {get: {tags: [z], x-new: 1}}, /c: {}}}",
      "paths",
      "{/a: {get: {tags: [x, y, z], x-new: 1}, post: {}}, /b: {get: {tags: [y]}}, /c: {}}",
    ],
    [
      "every selected node changes by itself",
      "{target: $.paths.*.get, update: {tags: [z]}}",
      "paths",
      "{/a: {get: {tags: [x, y, z]}, post: {}}, /b: {get: {tags: [y, z]}}}",
    ],
    [
      "what is within what goes, goes with it",
      "{target: '$.paths[''/a'']..*', remove: true}",
      "paths",
      "{/a: {}, /b: {get: {tags: [y]}}}",
    ],
    [
      "what is copied is merged",
      "{target: '$.paths[''/b'']', copy: '$.paths[''/a'']'}",
      "paths",
      "{/a: {get: {tags: [x, y]}, post: {}}, /b: {get: {tags: [y, x, y]}, post: {}}}",
    ],
    [
      "a name without a value changes nothing",
      "{target: $, update: {list: }}",
      "list",
      "[1, 2, 3]",
    ],
    ["remove wins over update", "{target: $.text, update: new, remove: true}", "text", "null"],
    [
      "remove: false removes nothing",
      "{target: $.text, update: new, remove: false}",
      "text",
      "new",
    ],
  ];

for (const [what, action, member, expected] of rows) {
  test(`overlay action: ${what}`, async () => {
    const { root, diagnostics } = await apply(pets, `- ${action}`);
    assert.deepEqual(diagnostics, []);
    assert.ok(root);
    const value = (root.value as Record<string, unknown>)[member];
    assert.deepEqual(value ?? null, load(expected));
  });
}

/** Applies an action to `a: 0x10` and `b: {c: 3.0}`, and gives the texts of the scalars that the document then has. */
const textRows: readonly (readonly [what: string, action: string, member: string, text: string])[] =
  [
    [
      "a number has its own text, not that of the number before",
      "{target: $.b.c, update: 3.1}",
      "c",
      "3.1",
    ],
    [
      "a number keeps the text that its value doesn't show",
      "{target: $.b.c, update: 3.10}",
      "c",
      "3.10",
    ],
    ["a copied number keeps its text", "{target: $.b.c, copy: $.a}", "c", "0x10"],
    ["a number added to a list keeps its text", "{target: $.b.list, update: 0x11}", "list", "0x11"],
    [
      "a copied number added to a list keeps its text",
      "{target: $.b.list, copy: $.a}",
      "list",
      "0x10",
    ],
  ];

for (const [what, action, member, text] of textRows) {
  test(`overlay action: ${what}`, async () => {
    const { root } = await apply("a: 0x10\nb: {c: 3.0, list: [1]}\n", `- ${action}`);
    assert.ok(root);
    const { b } = root.value as { b: { list: unknown[] } };
    assert.equal(member === "list" ? scalarText(b.list, 1) : scalarText(b, member), text);
  });
}

test("overlay action: an integer that JavaScript can't hold leaves nothing behind", async () => {
  const document = "a: {default: 9223372036854775807}\nb: {default: 9223372036854775807}\n";
  const { root } = await apply(
    document,
    "- {target: $.a.default, update: 100}\n- {target: $.b.default, remove: true}",
  );
  assert.deepEqual(root?.value, { a: { default: 100 }, b: {} });
  assert.equal(lostIntegerWithin(root?.value), undefined);
});

test("actions see what those before them did, and overlays too", async () => {
  const { root, diagnostics } = await apply(
    pets,
    "- {target: $.paths, update: {/new: {}}}\n- {target: '$.paths[''/new'']', copy: '$.paths[''/a'']'}\n- {target: '$.paths[''/a'']', remove: true}",
    "- {target: '$.paths[''/new''].get.tags', update: z}",
  );
  assert.deepEqual(diagnostics, []);
  assert.ok(root);
  assert.deepEqual((root.value as { paths: unknown }).paths, {
    "/b": { get: { tags: ["y"] } },
    "/new": { get: { tags: ["x", "y", "z"] }, post: {} },
  });
});

test("a copy and what it is a copy of change apart from each other", async () => {
  const { root } = await apply(
    "a: {n: {v: [1]}}\nb: {}\n",
    "- {target: $.a.n.v, update: 2}\n- {target: $.b, copy: $.a}\n- {target: $.a.n.v, update: 3}\n- {target: $.b.n.v, update: 4}",
  );
  assert.deepEqual(root?.value, { a: { n: { v: [1, 2, 3] } }, b: { n: { v: [1, 2, 4] } } });
});

test("neither the document nor the overlay is touched, nor what a YAML alias shares", async () => {
  const document = source("openapi.yaml", "a: &x {v: [1]}\nb: *x\n");
  const overlay = source(
    "o.yaml",
    `${head()}actions: [{target: $.a, update: {w: {n: [1]}}}, {target: $.a.w.n, update: 2}, {target: $.a.v, update: 2}]`,
  );
  const read = readOverlay(overlay);
  assert.ok(read.overlay);
  const { root } = await applyOverlays(document, [read.overlay], undefined);
  assert.deepEqual(root?.value, { a: { v: [1, 2], w: { n: [1, 2] } }, b: { v: [1] } });
  assert.deepEqual(document.value, { a: { v: [1] }, b: { v: [1] } });
  assert.match(JSON.stringify(overlay.value), /"n":\[1\]/);
});

test("places point into the file with the value, even where elements have moved", async () => {
  const { placeOf } = await apply(
    "list: [0, 1, {a: {b: 1}}, 3]\nmap: {k: {}}\n",
    "- {target: '$.list[0]', remove: true}\n- {target: $.list, update: [{n: {m: 1}}]}\n- {target: $.map.k, update: {new: {deep: 1}}}\n- {target: $.list, update: single}",
  );
  const shown = (pointer: string): string => {
    const { file, pointer: at } = placeOf(pointer);
    return `${file.slice(folder.length)}#${at}`;
  };
  assert.equal(shown("/list/0"), "openapi.yaml#/list/1");
  assert.equal(shown("/list/1/a/b"), "openapi.yaml#/list/2/a/b");
  assert.equal(shown("/list/3/n/m"), "overlay0.yaml#/actions/1/update/0/n/m");
  assert.equal(shown("/list/4"), "overlay0.yaml#/actions/3/update");
  assert.equal(shown("/map/k/new/deep"), "overlay0.yaml#/actions/2/update/new/deep");
  assert.equal(shown("/map/k"), "openapi.yaml#/map/k");
  assert.equal(shown("/none/at/all"), "openapi.yaml#/none/at/all");
});

const faults: readonly (readonly [action: string, message: RegExp])[] = [
  [
    "{target: '$.paths[', remove: true}",
    /The target is not a valid JSONPath \(RFC 9535\): unclosed/,
  ],
  [
    "{target: paths, remove: true}",
    /The target is not a valid JSONPath \(RFC 9535\): expected '\$'/,
  ],
  ["{target: '$..[?foo(@)]', remove: true}", /no such function 'foo'/],
  ["{target: $, remove: true}", /The whole document can't be removed/],
  ["{target: $.text, update: {a: 1}}", /An object can't be merged into a plain value/],
  ["{target: $.paths, update: [1]}", /A list can't be merged into an object/],
  ["{target: $, update: {paths: 1}}", /A plain value can't be merged into an object/],
  ["{target: '$[''text'', ''list'']', update: 1}", /several kinds: a plain value, a list/],
  [
    "{target: $.list, copy: $.nothing}",
    /`copy` must select one value of the document, not nothing/,
  ],
  ["{target: $.list, copy: '$.list[*]'}", /must select one value of the document, not 3 values/],
  ["{target: $.list, copy: '$['}", /The query of `copy` is not a valid JSONPath/],
];

for (const [action, message] of faults) {
  test(`an overlay that can't be applied: ${action}`, async () => {
    const { root, diagnostics } = await apply(pets, `- ${action}`);
    assert.equal(root, undefined);
    assert.equal(diagnostics[0]?.code, "overlay-invalid");
    assert.match(diagnostics[0].message, message);
    assert.match(diagnostics[0].place?.pointer ?? "", /^\/actions\/0/);
  });
}

const wrong: readonly (readonly [text: string, message: RegExp, pointer: string])[] = [
  ["a: 1", /not an overlay/, ""],
  ["[]", /not an overlay/, ""],
  ["overlay: 2.0.0", /version 2\.0\.0 can't be applied/, "/overlay"],
  ["overlay: 1.2.0", /version 1\.2\.0/, "/overlay"],
  ["overlay: 1.1.0\nactions: [{target: $, update: {}}]", /`info` must have a `title`/, ""],
  [`${head()}`, /`actions` must list/, ""],
  [`${head()}actions: []`, /`actions` must list/, "/actions"],
  [`${head()}action: []\nactions: [{target: $, update: {}}]`, /no field `action`/, "/action"],
  [`${head()}actions: [1]`, /must be an object/, "/actions/0"],
  [`${head()}actions: [{update: 1}]`, /lacks a `target`/, "/actions/0"],
  [`${head()}actions: [{target: $}]`, /does nothing/, "/actions/0"],
  [`${head()}actions: [{target: $, remove: yes}]`, /true or false/, "/actions/0/remove"],
  [`${head()}actions: [{target: $, updates: 1}]`, /no field `updates`/, "/actions/0/updates"],
  [`${head()}actions: [{target: $, update: 1, copy: $.a}]`, /either/, "/actions/0/copy"],
  [`${head("1.0.0")}actions: [{target: $, copy: $.a}]`, /version 1\.1/, "/actions/0/copy"],
  [`${head()}extends: 1\nactions: [{target: $, update: {}}]`, /`extends`/, "/extends"],
];

for (const [text, message, pointer] of wrong) {
  test(`a wrong overlay: ${text.replaceAll("\n", "; ")}`, () => {
    const { overlay, diagnostics } = readOverlay(source("o.yaml", text));
    assert.equal(overlay, undefined);
    assert.match(diagnostics[0]?.message ?? "", message);
    assert.equal(diagnostics[0]?.place?.pointer, pointer);
  });
}

test("names that objects inherit are no members", async () => {
  const { root, diagnostics } = await apply(
    "a: {}\n",
    '- {target: $.a, update: {"__proto__": {polluted: 1}, constructor: 2}}\n- {target: $.a.__proto__, update: {more: 1}}\n- {target: $.toString, remove: true}',
  );
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["overlay-unmatched"],
  );
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal(
    JSON.stringify(root?.value),
    '{"a":{"__proto__":{"polluted":1,"more":1},"constructor":2}}',
  );
});

test("a pattern that takes exponential time is stopped", async () => {
  const select = await pathSelector(100);
  const document = { text: { a: `${"a".repeat(40)}!` } };
  assert.equal(select('$.text[?match(@, "(a|a)*")]', document), "takes too long on this document");
  assert.deepEqual(select('$.text[?search(@, "a!")]', document), [["text", "a"]]);
});

test("copies of copies end before they fill the memory", { timeout: 60_000 }, async () => {
  const doubling = Array.from({ length: 40 }, () => "- {target: $.x, copy: $.x}");
  const { diagnostics } = await apply("x: [1]\n", doubling.join("\n"));
  assert.match(diagnostics[0]?.message ?? "", /at most 1000000 values/);
});

test("copies into themselves end before they are too deep to be read", async () => {
  const nesting = Array.from(
    { length: 250 },
    () => "- {target: $.x, update: {y: {}}}\n- {target: $.x.y, copy: $}",
  );
  const { diagnostics } = await apply("x: {}\n", nesting.join("\n"));
  assert.match(diagnostics[0]?.message ?? "", /more than 200 levels/);
});

test("an overlay for another document says so and is applied", async () => {
  const text = `${head()}extends: other.yaml\nactions: [{target: $, update: {a: 1}}]`;
  const { overlay } = readOverlay(source("o.yaml", text));
  assert.ok(overlay);
  const document = source("openapi.yaml", "b: 2");
  const elsewhere = await applyOverlays(document, [overlay], undefined);
  assert.deepEqual(
    elsewhere.diagnostics.map(({ code }) => code),
    ["overlay-elsewhere"],
  );
  assert.deepEqual(elsewhere.root?.value, { b: 2, a: 1 });
  const meant = await applyOverlays(
    document,
    [{ ...overlay, extends: "./openapi.yaml" }],
    undefined,
  );
  assert.deepEqual(meant.diagnostics, []);
});
