/** The plugins without options, which follow `mcp-codegen.config.*`. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { BundledServers } from "../../../src/unplugin/bundled-servers.js";

const before = process.cwd();
let folder = "";

const document = (summary: string): string => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get: { operationId: listPets, summary: ${summary}, responses: { "204": { description: None. } } }
`;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "unplugin-"));
  save("package.json", '{ "type": "module" }');
  save("openapi.yaml", document("List."));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function save(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

const has = (file: string): boolean => existsSync(path.join(folder, file));
const configuration = (out: string): string =>
  `input: openapi.yaml\nout: ${out}\nlayout: module\nruntime: package\n`;

/** Generates, and returns the errors. */
async function errorsOf(servers: BundledServers): Promise<readonly string[]> {
  const { problems } = await servers.update();
  return problems.filter(({ severity }) => severity === "error").map(({ text }) => text);
}

test("a configuration that appears, is corrected or changes takes effect in a running build", async () => {
  const servers = new BundledServers(undefined);
  assert.match((await errorsOf(servers)).join(), /There is no mcp-codegen\.config/);
  save("mcp-codegen.config.yaml", "inptu: openapi.yaml\n");
  assert.match((await errorsOf(servers)).join(), /config\.yaml:1:1: error\[config-invalid\]/);
  save("mcp-codegen.config.yaml", configuration("one"));
  assert.deepEqual(await errorsOf(servers), []);
  assert.ok(has("one/server.ts"));
  assert.ok(servers.inputs.has(path.join(process.cwd(), "mcp-codegen.config.yaml")));
  save("mcp-codegen.config.yaml", configuration("two"));
  assert.deepEqual(await errorsOf(servers), []);
  assert.ok(has("two/server.ts"));
});

test("what the command line refuses in a configuration is an error, and nothing is written", async () => {
  const refused: Readonly<Record<string, RegExp>> = {
    [configuration("one").replace("input: openapi.yaml\n", "")]: /names no document/,
    [configuration("one").replace("runtime: package\n", "")]:
      /`layout` module can't include a bundled runtime: add `runtime` package/,
  };
  for (const [text, says] of Object.entries(refused)) {
    save("mcp-codegen.config.yaml", text);
    const [error = "", ...others] = await errorsOf(new BundledServers(undefined));
    assert.match(error, /config\.yaml:1:1: error\[config-invalid\]/);
    assert.match(error, says);
    assert.deepEqual(others, []);
    assert.ok(!has("one"));
  }
});

test("a project of several documents is written whole", async () => {
  save(
    "mcp-codegen.config.yaml",
    `project: { name: zoo }
build: false
runtime: package
servers:
  pets: { input: openapi.yaml, prefix: pets_ }
  birds: { input: openapi.yaml, prefix: birds_ }
`,
  );
  const servers = new BundledServers(undefined);
  assert.deepEqual(await errorsOf(servers), []);
  for (const file of ["package.json", "src/generated/pets/server.ts", "src/main.ts"]) {
    assert.ok(has(`zoo-mcp/${file}`), file);
  }
  save("openapi.yaml", document("List them all."));
  assert.deepEqual(await errorsOf(servers), []);
  const server = readFileSync(path.join(folder, "zoo-mcp/src/generated/birds/server.ts"), "utf8");
  assert.match(server, /List them all\./);
});
