import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSource } from "../../../src/load/parse.js";
import { ReferenceResolver, type Resolution } from "../../../src/load/references/resolver.js";
import type { Node, Refusal, Source } from "../../../src/load/source.js";

const folder = "file:///work/";
const root = `${folder}openapi.yaml`;

function resolverOf(
  texts: { readonly [name: string]: string },
  refused: { readonly [url: string]: Refusal } = {},
): ReferenceResolver {
  const files = new Map<string, Source>();
  for (const [name, text] of Object.entries(texts)) {
    const { source } = parseSource(folder + name, text);
    assert.ok(source);
    files.set(source.url, source);
  }
  const rootSource = files.get(root);
  assert.ok(rootSource);
  return new ReferenceResolver({
    root: rootSource,
    files,
    refused: new Map(Object.entries(refused)),
  });
}

/** Returns the object `{ "$ref": ref }` at a place in a file. */
function holder(ref: string, pointer = "/from", file = root): Node {
  return { value: { $ref: ref }, file, pointer };
}

function show(result: Resolution): string {
  if (!result.ok) {
    const { code, message, hint } = result.problem;
    return `${code}: ${message}${hint ? ` ${hint}` : ""}`;
  }
  const { file, pointer, value } = result.node;
  return `${file.slice(folder.length)}#${pointer} ${JSON.stringify(value)}`;
}

const files = {
  "openapi.yaml": `
openapi: 3.1.0
paths:
  /a/{b}: {get: {x: 1}}
components:
  schemas:
    Pet: {type: object}
    a%20b: {n: 1}
    c d: {n: 2}
    Linked: {$ref: 'parts/pet.yaml#/Pet'}
    __proto__: {n: 3}
list: [{n: 4}]
through: {$ref: 'parts/pet.yaml'}
~: 5
`,
  "parts/pet.yaml":
    "Pet: {n: 6, more: {$ref: '#/Other'}}\nOther: {deep: 7}\nLoop: {$ref: '#/Loop'}\n",
};

const rows: readonly (readonly [ref: string, shown: string])[] = [
  ["#/components/schemas/Pet", 'openapi.yaml#/components/schemas/Pet {"type":"object"}'],
  [
    "openapi.yaml#/components/schemas/Pet",
    'openapi.yaml#/components/schemas/Pet {"type":"object"}',
  ],
  [
    "./parts/../openapi.yaml#/components/schemas/Pet",
    'openapi.yaml#/components/schemas/Pet {"type":"object"}',
  ],
  ["#/paths/~1a~1{b}/get", 'openapi.yaml#/paths/~1a~1{b}/get {"x":1}'],
  ["#/paths/~1a~1%7Bb%7D/get", 'openapi.yaml#/paths/~1a~1{b}/get {"x":1}'],
  ["#/components/schemas/c%20d", 'openapi.yaml#/components/schemas/c d {"n":2}'],
  ["#/components/schemas/c d", 'openapi.yaml#/components/schemas/c d {"n":2}'],
  ["#/components/schemas/a%20b", 'openapi.yaml#/components/schemas/a%20b {"n":1}'],
  ["#/components/schemas/a%2520b", 'openapi.yaml#/components/schemas/a%20b {"n":1}'],
  ["#/components/schemas/__proto__", 'openapi.yaml#/components/schemas/__proto__ {"n":3}'],
  ["#/list/0", 'openapi.yaml#/list/0 {"n":4}'],
  ["#/through/Pet/n", "parts/pet.yaml#/Pet/n 6"],
  ["#/through/Pet/more/deep", "parts/pet.yaml#/Other/deep 7"],
  ["#/components/schemas/Linked/n", "parts/pet.yaml#/Pet/n 6"],
  ["parts/pet.yaml#/Other", 'parts/pet.yaml#/Other {"deep":7}'],
];

for (const [ref, shown] of rows) {
  test(`${ref} is ${shown}`, () => {
    assert.equal(show(resolverOf(files).resolve(ref, holder(ref))), shown);
  });
}

test("keys with a percent sign, a number sign or half a surrogate pair are found through a reference", () => {
  const resolver = resolverOf({
    "openapi.yaml": "through: {$ref: odd.json}\n",
    "odd.json": '{"50%":{"n":1},"a#b":{"n":2},"\\ud83d":{"n":3},"c~d/e":{"n":4}}',
  });
  for (const [key, n] of [
    ["50%25", 1],
    ["a#b", 2],
    ["\ud83d", 3],
    ["c~0d~1e", 4],
  ] as const) {
    const ref = `#/through/${key}/n`;
    const result = resolver.resolve(ref, holder(ref));
    assert.equal(result.ok && result.node.value, n);
  }
});

test("an empty fragment and none are the whole file", () => {
  const resolver = resolverOf(files);
  for (const ref of ["parts/pet.yaml", "parts/pet.yaml#", "#"]) {
    const result = resolver.resolve(ref, holder(ref));
    assert.ok(result.ok);
    assert.equal(result.node.pointer, "");
    assert.equal(result.node.file, ref === "#" ? root : `${folder}parts/pet.yaml`);
  }
});

test("references are relative to the file they stand in", () => {
  const result = resolverOf(files).resolve(
    "#/Other",
    holder("#/Other", "/Pet/more", `${folder}parts/pet.yaml`),
  );
  assert.equal(show(result), 'parts/pet.yaml#/Other {"deep":7}');
});

const failing: readonly (readonly [ref: string, shown: string])[] = [
  [
    "#/components/schemas/Pett",
    'ref-not-found: The reference "#/components/schemas/Pett" points to nothing. Did you mean "#/components/schemas/Pet"?',
  ],
  [
    "#/components/schema/Pet",
    'ref-not-found: The reference "#/components/schema/Pet" points to nothing. Did you mean "#/components/schemas/Pet"?',
  ],
  [
    "#/definitions/Pet",
    'ref-not-found: The reference "#/definitions/Pet" points to nothing. Did you mean "#/components/schemas/Pet"?',
  ],
  [
    "parts/pet.yaml#/pet",
    'ref-not-found: The reference "parts/pet.yaml#/pet" points to nothing. Did you mean "pet.yaml#/Pet"?',
  ],
  [
    "#/components/schemas/Unlike",
    'ref-not-found: The reference "#/components/schemas/Unlike" points to nothing.',
  ],
  ["#/list/1", 'ref-not-found: The reference "#/list/1" points to nothing.'],
  ["#/list/00", 'ref-not-found: The reference "#/list/00" points to nothing.'],
  ["#/list/length", 'ref-not-found: The reference "#/list/length" points to nothing.'],
  [
    "#/components/constructor",
    'ref-not-found: The reference "#/components/constructor" points to nothing.',
  ],
  ["#nowhere", 'ref-not-found: The reference "#nowhere" points to nothing.'],
  ["http://[", 'ref-unreadable: The reference "http://[" is not a valid URL.'],
  ["gone.yaml", 'ref-unreadable: The reference "gone.yaml" does not exist here.'],
  [
    "https://u:p@host.test/a?key=k#/x",
    'ref-remote: The reference "https://host.test/a#/x" is remote. Allow it.',
  ],
];

for (const [ref, shown] of failing) {
  test(`${ref} fails at its place`, () => {
    const resolver = resolverOf(files, {
      [`${folder}gone.yaml`]: { code: "ref-unreadable", message: "does not exist here" },
      "https://host.test/a?key=k": { code: "ref-remote", message: "is remote", hint: "Allow it." },
    });
    // Twice, because a cached failure must not keep the first place.
    resolver.resolve(ref, holder(ref, "/first"));
    const result = resolver.resolve(ref, holder(ref, "/second"));
    assert.equal(show(result), shown);
    assert.ok(!result.ok);
    assert.equal(result.problem.severity, "error");
    assert.deepEqual(result.problem.place, { file: root, pointer: "/second/$ref" });
  });
}

test("references to references are followed to a value", () => {
  const resolver = resolverOf({
    "openapi.yaml": "a: {$ref: '#/b'}\nb: {$ref: 'c.yaml#/d'}\n",
    "c.yaml": "d: {$ref: '#/e'}\ne: {$ref: {type: string}}\n",
  });
  assert.equal(show(resolver.resolveFully(holder("#/a"))), 'c.yaml#/e {"$ref":{"type":"string"}}');
  const value: Node = { value: { type: "string" }, file: root, pointer: "/x" };
  const result = resolver.resolveFully(value);
  assert.ok(result.ok);
  assert.equal(result.node, value);
});

for (const [name, text, ref] of [
  ["a reference to itself", "from: {$ref: '#/from'}\n", "#/from"],
  ["a circle", "from: {$ref: '#/a'}\na: {$ref: '#/b'}\nb: {$ref: '#/a'}\n", "#/a"],
] as const) {
  test(`${name} is a cycle`, () => {
    const result = resolverOf({ "openapi.yaml": text }).resolveFully(holder(ref));
    assert.ok(!result.ok);
    assert.equal(result.problem.code, "ref-cycle");
    assert.deepEqual(result.problem.place, { file: root, pointer: "/from/$ref" });
  });
}

test("a pointer through a reference to itself ends, however it is written", () => {
  // Each attempt was made twice: with the name as it is, and with a percent sign in it.
  const circle = { "openapi.yaml": "openapi: 3.1.0", "a.yaml": "$ref: '#/$defs/A'" };
  const resolver = resolverOf(circle);
  assert.match(show(resolver.resolve("a.yaml#/$defs/A", holder(""))), /^ref-not-found/);
});

test("a pointer through a circle of references ends", () => {
  const resolver = resolverOf({ "openapi.yaml": "a: {$ref: '#/b'}\nb: {$ref: '#/a'}\n" });
  assert.equal(
    show(resolver.resolve("#/a/x", holder("#/a/x"))),
    'ref-not-found: The reference "#/a/x" points to nothing.',
  );
});

const named = {
  "openapi.yaml": `
openapi: 3.1.0
components:
  schemas:
    Tree: {$dynamicAnchor: node, n: 1}
    Anchored: {properties: {a: {$anchor: inner, n: 2}}}
    Data: {example: {$anchor: fake, $id: 'https://id.test/fake'}}
    Identified:
      $id: https://id.test/schemas/pet
      $defs:
        local: {$anchor: node, n: 3}
        sibling: {$id: toy, n: 4}
      properties:
        a: {$ref: '#node'}
`,
  "other.yaml": "$id: https://id.test/other\ndefinitions: {x: {$anchor: far, n: 5}}\n",
};

const inside = "/components/schemas/Identified/properties/a";
const names: readonly (readonly [ref: string, from: string, pointer: string])[] = [
  ["#inner", "/x", "openapi.yaml#/components/schemas/Anchored/properties/a"],
  ["#node", "/x", "openapi.yaml#/components/schemas/Tree"],
  ["#node", inside, "openapi.yaml#/components/schemas/Identified/$defs/local"],
  ["https://id.test/schemas/pet", "/x", "openapi.yaml#/components/schemas/Identified"],
  [
    "https://id.test/schemas/pet#/$defs/local",
    "/x",
    "openapi.yaml#/components/schemas/Identified/$defs/local",
  ],
  ["toy", inside, "openapi.yaml#/components/schemas/Identified/$defs/sibling"],
  ["#/$defs/local", inside, "openapi.yaml#/components/schemas/Identified/$defs/local"],
  ["#/components/schemas/Tree", inside, "openapi.yaml#/components/schemas/Tree"],
  ["https://id.test/other#far", "/x", "other.yaml#/definitions/x"],
  ["other.yaml#far", "/x", "other.yaml#/definitions/x"],
  ["#fake", "/x", "ref-not-found"],
];

for (const [ref, from, pointer] of names) {
  test(`the name ${ref} at ${from} is ${pointer}`, () => {
    const result = resolverOf(named).resolve(ref, holder(ref, from));
    assert.equal(!result.ok ? result.problem.code : show(result).split(" ")[0], pointer);
  });
}

test("a document is known by the URL it gives itself", () => {
  const resolver = resolverOf({
    "openapi.yaml": "openapi: 3.2.0\n$self: https://api.test/v1/openapi\nx: {n: 1}\n",
    "r.yaml": "$self: https://api.test/v1/r\ny: 2\n",
  });
  for (const [ref, shown] of [
    ["https://api.test/v1/openapi#/x/n", "openapi.yaml#/x/n 1"],
    ["openapi#/x/n", "openapi.yaml#/x/n 1"],
    ["r.yaml#/y", "r.yaml#/y 2"],
    ["r#/y", "r.yaml#/y 2"],
  ] as const) {
    assert.equal(show(resolver.resolve(ref, holder(ref))), shown);
  }
});
