import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAgainstOfficialSchema } from "../../../src/load/official-schema.js";
import { parseSource } from "../../../src/load/parse.js";
import type { Source, Sources } from "../../../src/load/source.js";

function sourcesOf(...texts: readonly string[]): Sources {
  const files = new Map<string, Source>();
  for (const [index, text] of texts.entries()) {
    const { source } = parseSource(`file:///work/${index}.yaml`, text);
    assert.ok(source);
    files.set(source.url, source);
  }
  const root = files.get("file:///work/0.yaml");
  assert.ok(root);
  return { root, files, refused: new Map() };
}

async function findings(text: string): Promise<string[]> {
  const found = await checkAgainstOfficialSchema(sourcesOf(text));
  return found.map(({ severity, place, message }) => `${severity} ${place?.pointer}: ${message}`);
}

const info = "info: {title: T, version: '1'}";

const rows: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ["a good 2.0 document", `swagger: '2.0'\n${info}\npaths: {}\n`, []],
  [
    "a good 3.0 document",
    `openapi: 3.0.4\n${info}\npaths: {/a: {get: {responses: {200: {$ref: '#/components/responses/R'}}}}}\n`,
    [],
  ],
  ["a good 3.1 document", `openapi: 3.1.1\n${info}\npaths: {}\n`, []],
  [
    "a member that is not allowed",
    `openapi: 3.0.3\n${info}\npaths: {/a~b: {get: {responses: {200: {description: ok}}, oops/x: 1}}}\n`,
    [
      'warning /paths/~1a~0b/get/oops~1x: The official schema of OpenAPI 3.0 says: the member "oops/x" is not allowed here.',
    ],
  ],
  [
    "a missing member in 3.1, without its consequences",
    `openapi: 3.1.0\n${info}\npaths: {/a: {get: {responses: {200: {}}}}}\n`,
    [
      "warning /paths/~1a/get/responses/200: The official schema of OpenAPI 3.1 says: it must have required property 'description'.",
    ],
  ],
  [
    "a version that is a number",
    `openapi: 3.0.3\ninfo: {title: T, version: 1}\npaths: {}\n`,
    ['warning : API version number must be a string (e.g. "1.0.0") not a number.'],
  ],
  [
    "a version without an official check",
    `openapi: 3.2.0\n${info}\npaths: {}\n`,
    ["info : There is no official check of OpenAPI 3.2.0; --validate has no effect."],
  ],
];

for (const [name, text, found] of rows) {
  test(`official schema: ${name}`, async () => assert.deepEqual(await findings(text), found));
}

test("references are not followed and the document is not changed", async () => {
  const text = `openapi: 3.0.3\n${info}\nservers: [{url: /v1}]\npaths: {/a: {$ref: 'http://127.0.0.1:1/x'}, /b: {$ref: '/etc/hostname'}}\n`;
  const sources = sourcesOf(text);
  const before = structuredClone(sources.root.value);
  assert.deepEqual(await checkAgainstOfficialSchema(sources), []);
  assert.deepEqual(sources.root.value, before);
});

test("documents of several files are not checked", async () => {
  const found = await checkAgainstOfficialSchema(
    sourcesOf(`openapi: 3.0.3\n${info}\npaths: {}\n`, "a: 1\n"),
  );
  assert.deepEqual(
    found.map(({ severity }) => severity),
    ["info"],
  );
});

test("a flood of findings is counted instead of listed", async () => {
  const paths = Array.from({ length: 80 }, (_, index) => `  /p${index}: {oops: 1}\n`).join("");
  const found = await findings(`openapi: 3.0.3\n${info}\npaths:\n${paths}`);
  assert.equal(found.length, 51);
  assert.match(found.at(-1) ?? "", /30 more differences/);
});
