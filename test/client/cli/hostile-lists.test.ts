/** Lists that a hostile server may send: names, texts and schemas that try to be code, and schemas that are none. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { emitClient } from "../../../src/emit/client/emit-client.js";
import { viewOfServer } from "../../../src/emit/client/view-of-server.js";
import { eraseTypes } from "../../../src/emit/erase-types.js";
import type { ListedServer } from "../../../src/listed/listed-server.js";
import { readServer } from "../../../src/listed/read-server.js";
import { formatSnapshot, parseSnapshot, readListed } from "../../../src/listed/snapshot.js";
import { root } from "../../support/cli.js";

const nasty =
  "*/ ` ${x} \" ' \\ { } // <!-- {{x}} constructor __proto__ then close this input options TypedClient CallOptions Promise";
const word = fc.oneof(
  fc.constantFrom(...nasty.split(" "), "\n", "\u2028", "\u0000", "\ud800", "// @ts-ignore"),
  fc.string({ unit: "binary" }),
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(""));
const typed = fc.record(
  {
    type: fc.constantFrom("string", "number", "boolean", "null", "object", "array", "colour"),
    description: text,
    title: text,
  },
  { requiredKeys: [] },
);

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    typed,
    fc.record({ enum: fc.array(fc.oneof(text, fc.integer(), fc.constant(null), fc.double())) }),
    fc.record({ const: fc.jsonValue() }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(text, tie("schema")),
      required: fc.array(text),
      additionalProperties: tie("schema"),
    }),
    fc.record({
      type: fc.constant("array"),
      items: tie("schema"),
      prefixItems: list(tie("schema")),
    }),
    fc.record({ anyOf: list(tie("schema")) }),
    fc.record({ allOf: list(tie("schema")) }),
    fc.record({ $ref: fc.constantFrom("#", "#/$defs/A", "#/x", "http://evil.example/b") }),
    fc.boolean(),
    fc.jsonValue(),
  ),
}));

function list<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(item, { maxLength: 4 });
}

const lists = fc.record({
  tools: list(
    fc.record({ name: text, description: text, inputSchema: schema, outputSchema: schema }),
  ),
  resources: list(fc.record({ uri: text, name: text, description: text })),
  resourceTemplates: list(
    fc.record({ uriTemplate: text.map((name) => `x://{${name}}{?constructor*}`), name: text }),
  ),
  prompts: list(
    fc.record({ name: text, arguments: list(fc.record({ name: text, description: text })) }),
  ),
});

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hostile-lists-"));
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(root, path.join(folder, "node_modules/mcp-codegen"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("clients of hostile servers compile, and snapshots of them give the same bytes", () => {
  const samples = fc.sample(fc.tuple(text, lists), { numRuns: 60, seed: 14 });
  for (const [at, [name, listed]] of samples.entries()) {
    const server = readListed({ name, title: name }, listed);
    const files = generate(server);
    assert.deepEqual(generate(parseSnapshot(formatSnapshot(server))), files);
    mkdirSync(path.join(folder, String(at)));
    for (const { path: file, content } of files) {
      if (file.endsWith(".ts") && file !== "types.ts")
        assert.notEqual(eraseTypes(content), undefined, content);
      writeFileSync(path.join(folder, String(at), file), content);
    }
  }
  const config = {
    compilerOptions: {
      target: "ES2022",
      module: "NodeNext",
      types: [],
      noEmit: true,
      declaration: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      isolatedDeclarations: true,
      noUnusedLocals: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
    },
    include: ["*/*.ts"],
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  assert.equal(stdout, "");
});

function generate(server: ListedServer): ReturnType<typeof emitClient> {
  return emitClient(viewOfServer(readServer(server)), {
    layout: "module",
    runtimeSpecifier: "mcp-codegen/runtime",
    importExtension: "js",
    split: "auto",
    generatorVersion: "0.0.0",
  });
}
