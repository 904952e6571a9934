import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { runCommand, type Finished } from "../support/cli.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers: [{ url: "https://pets.example" }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  security: [{ key: [] }],
  paths: {
    "/pets": { get: { operationId: "listPets", responses: { "200": { description: "All." } } } },
  },
};

let workspace: string;
let count = 0;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "config-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

/** Makes a repository with a document and these files. */
function repository(files: Readonly<Record<string, unknown>>): string {
  const folder = path.join(workspace, String((count += 1)));
  const all: Readonly<Record<string, unknown>> = {
    ".git/HEAD": "",
    "openapi.json": document,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

function run(cwd: string, ...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd });
}

/** Options of an output that is quick to make. */
const quick = { input: "openapi.json", layout: "module", runtime: "package" } as const;

describe("without a document", () => {
  test("the configuration above the folder generates all of its servers, in folders relative to it", async () => {
    const folder = repository({
      "sub/file": "",
      "mcp-codegen.config.json": { ...quick, servers: { cats: {}, dogs: { out: "out/dogs" } } },
    });
    const first = await run(path.join(folder, "sub"));
    assert.equal(first.code, 0, first.stderr);
    assert.ok(existsSync(path.join(folder, "cats-mcp/server.ts")));
    assert.ok(existsSync(path.join(folder, "out/dogs/server.ts")));
    assert.deepEqual(readdirSync(path.join(folder, "sub")), ["file"]);
    assert.match(first.stderr, /^cats:\nWrote \d+ files to \.\.\/cats-mcp\./);
    const check = await run(folder, "--check", "--only", "dogs");
    assert.equal(check.code, 0, check.stderr);
    assert.match(check.stderr, /^out\/dogs is up to date\.$/m);
    assert.doesNotMatch(check.stderr, /cats/);
  });

  test("an output that the configuration does not name stands beside it", async () => {
    const folder = repository({
      "sub/file": "",
      "mcp-codegen.config.yaml": "input: openapi.json\nbuild: false\n",
    });
    const { code, stderr } = await run(path.join(folder, "sub"));
    assert.equal(code, 0, stderr);
    assert.ok(existsSync(path.join(folder, "pets-mcp/package.json")));
  });

  test("a failure of one server is told, and the others are generated", async () => {
    const folder = repository({
      "mcp-codegen.config.yml": `layout: module\nruntime: package\nservers:\n  a: { input: missing.json }\n  b: { input: openapi.json }\n`,
    });
    const { code, stderr } = await run(folder);
    assert.equal(code, 1);
    assert.match(stderr, /^a:\nerror\[input-unreadable\]: missing\.json does not exist\./);
    assert.ok(existsSync(path.join(folder, "b-mcp/server.ts")));
  });

  test("list and serve read the configuration, too", async () => {
    const folder = repository({
      "mcp-codegen.config.json": { input: "openapi.json", mode: "search", out: "x" },
    });
    const list = await run(folder, "list", "--json");
    assert.equal(list.code, 0, list.stderr);
    assert.equal(JSON.parse(list.stdout).operations.length, 1);
    const serve = await run(folder, "serve");
    assert.match(serve.stderr, /1 behind the search tools/);
  });

  for (const extension of ["ts", "mts", "js", "mjs"]) {
    test(`a configuration in ${extension} runs, and finds defineConfig where nothing is installed`, async () => {
      const typed = extension.endsWith("ts") ? ": string" : "";
      const folder = repository({
        [`mcp-codegen.config.${extension}`]: `import { defineConfig } from "mcp-codegen";
const input${typed} = await Promise.resolve("openapi.json");
export default defineConfig(async () => ({ input, filter: "no such word" }));\n`,
      });
      const { code, stdout, stderr } = await run(folder, "list");
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^0 of 1 operations/m);
    });
  }

  test("a document and a route map may be values of the configuration", async () => {
    const folder = repository({
      "mcp-codegen.config.mjs": `export default { input: ${JSON.stringify(document)}, out: "x", routes: [{ match: {}, expose: "exclude" }] };`,
    });
    const { stdout, stderr } = await run(folder, "list", "--json");
    assert.equal(JSON.parse(stdout || "null")?.operations[0].kind, "excluded", stderr);
  });
});

describe("the command line", () => {
  test("takes precedence over a configuration, and a server over what servers have in common", async () => {
    const folder = repository({
      "mcp-codegen.config.json": {
        input: "openapi.json",
        filter: "nothing",
        servers: { a: { filter: "pets" } },
      },
    });
    assert.match((await run(folder, "list")).stdout, /^1 operations/m);
    assert.match((await run(folder, "list", "--filter", "x")).stdout, /^0 of 1/m);
    const off = repository({
      "mcp-codegen.config.json": { input: "openapi.json", verbose: true, quiet: true },
    });
    assert.doesNotMatch((await run(off, "list")).stdout, /operations:/);
    assert.match((await run(off, "list", "--no-quiet")).stdout, /operations:/);
  });

  test("that names a document reads no configuration, and runs none", async () => {
    const folder = repository({ "mcp-codegen.config.mjs": `throw new Error("it ran");` });
    const { code, stderr } = await run(folder, "list", "openapi.json");
    assert.equal(code, 0, stderr);
    for (const args of [
      ["call", "openapi.json", "--list"],
      ["--help"],
      ["auth", "doctor", "openapi.json"],
    ]) {
      assert.doesNotMatch((await run(folder, ...args)).stderr, /it ran/);
    }
  });

  test("may name a document and take the options of a configuration, in either spelling", async () => {
    for (const name of ["description-limit", "descriptionLimit"]) {
      const folder = repository({ "options.yaml": `${name}: 3\nfilter: nothing\n` });
      const { code, stdout, stderr } = await run(
        folder,
        "list",
        "openapi.json",
        "--config",
        "options.yaml",
      );
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^0 of 1/m);
    }
  });

  const several = { input: "openapi.json", servers: { one: {}, two: {} } };
  const refused: readonly (readonly [
    string,
    object | string,
    readonly string[],
    number,
    RegExp,
  ])[] = [
    ["nothing to work on", {}, [], 2, /names no document: give it an `input`/],
    [
      "a configuration that does not exist",
      several,
      ["--config", "no.yaml"],
      2,
      /The configuration no\.yaml does not exist/,
    ],
    [
      "a server that does not exist",
      several,
      ["--only", "on"],
      2,
      /has no server "on"\. Did you mean one\?/,
    ],
    [
      "several servers to serve",
      several,
      ["serve"],
      2,
      /several servers: one, two\. Choose one with --only NAME/,
    ],
    ["several results as JSON", several, ["--json"], 2, /--json is for one server/],
    [
      "one document for several servers",
      several,
      ["openapi.json", "--config", "mcp-codegen.config.json"],
      2,
      /several servers: one, two/,
    ],
    [
      "a configuration with a duplicate key",
      '{"input": "a", "input": "b"}',
      [],
      1,
      /config\.json:1:16: error\[duplicate-key\]/,
    ],
    [
      "a configuration with a syntax error",
      '{"input": "a"',
      [],
      1,
      /config\.json:1:\d+: error\[syntax\]/,
    ],
    ["an empty configuration", "", [], 1, /error\[syntax\]: The input is empty/],
    ["an empty document", several, [""], 2, /The name of the document is empty/],
  ];
  for (const [what, config, args, exit, says] of refused) {
    test(`refuses ${what}, and says what to do`, async () => {
      const folder = repository({ "mcp-codegen.config.json": config });
      const { code, stdout, stderr } = await run(folder, ...args);
      assert.match(stderr, says);
      assert.deepEqual([code, stdout], [exit, ""]);
      assert.deepEqual(readdirSync(folder).sort(), [
        ".git",
        "mcp-codegen.config.json",
        "openapi.json",
      ]);
    });
  }

  test("refuses two configurations in one folder, and a missing one outside the repository", async () => {
    const two = repository({ "mcp-codegen.config.json": {}, "mcp-codegen.config.yaml": "" });
    assert.match(
      (await run(two)).stderr,
      /not the only configuration in its folder: mcp-codegen\.config\.yaml/,
    );
    const outer = repository({
      "mcp-codegen.config.json": several,
      "inner/.git/HEAD": "",
      "package/package.json": {},
    });
    const { code, stderr } = await run(path.join(outer, "inner"));
    assert.equal(code, 2);
    assert.match(stderr, /no mcp-codegen\.config\.\* in this folder or above it.*mcp-codegen init/);
    assert.equal((await run(path.join(outer, "package"), "list", "--only", "one")).code, 0);
  });
});

test("a configuration that was found does not agree to where values are sent, one that is named does", async () => {
  const folder = repository({
    "mcp-codegen.config.json": { input: "openapi.json", sendTo: "https://pets.example" },
  });
  const found = await run(folder, "serve");
  assert.equal(found.code, 2);
  assert.match(found.stderr, /can't say where values are sent/);
  assert.equal((await run(folder, "serve", "--config", "mcp-codegen.config.json")).code, 0);
  assert.equal((await run(folder, "list")).code, 0);
});

test("the package has the schema of configurations", () => {
  const schema = readFileSync(
    new URL(import.meta.resolve("mcp-codegen/config.schema.json")),
    "utf8",
  );
  assert.equal(JSON.parse(schema).title, "mcp-codegen configuration");
});
