/** No document and no command line may cause a crash, a hang, a partial output, or anything but results on stdout. */
import assert from "node:assert/strict";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { root, runCommand, type Finished } from "../support/cli.js";
import { listen } from "../support/loopback.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "bad-input-"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that ends within a minute. A crash of its process fails the test. */
async function cli(args: readonly string[], cwd = folder, stdin = ""): Promise<Finished> {
  const over = setTimeout(60_000, undefined, { ref: false });
  const run = await Promise.race([runCommand(args, { cwd, stdin }), over]);
  assert.ok(run, "ends in time");
  return run;
}

/** Checks that the command ended with `code`, with a message on stderr and nothing on stdout. */
function assertRefused(run: Finished, code: number, words: RegExp): void {
  assert.equal(run.code, code, run.stderr);
  assert.equal(run.stdout, "");
  assert.doesNotMatch(run.stderr, /^\s+at .+:\d+:\d+\)?$/m);
  assert.match(run.stderr, words);
}

describe("documents that can't be used", () => {
  const documents: readonly { name: string; write: (file: string) => void; says: RegExp }[] = [
    {
      name: "bytes that are no text",
      write: (file) =>
        writeFileSync(file, Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 89) % 256))),
      says: /error\[/,
    },
    { name: "nothing at all", write: (file) => writeFileSync(file, ""), says: /error\[/ },
    { name: "only a NUL", write: (file) => writeFileSync(file, "\0"), says: /error\[/ },
    { name: "a folder", write: (file) => mkdirSync(file), says: /error\[input-unreadable\]/ },
    {
      name: "a hundred thousand nested lists, as JSON",
      write: (file) => writeFileSync(file, "[".repeat(100_000) + "]".repeat(100_000)),
      says: /error\[/,
    },
    {
      name: "a hundred thousand nested mappings, as JSON",
      write: (file) => writeFileSync(file, '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)),
      says: /error\[/,
    },
    {
      name: "lists that are never closed",
      write: (file) => writeFileSync(file, "[".repeat(100_000)),
      says: /error\[/,
    },
    {
      name: "nested YAML",
      write: (file) => {
        const lines = Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`);
        writeFileSync(file, `openapi: 3.0.0\n${lines.join("\n")}`);
      },
      says: /error\[/,
    },
    {
      name: "YAML lists in one line",
      write: (file) => writeFileSync(file, "- ".repeat(100_000)),
      says: /error\[/,
    },
    {
      name: "aliases of aliases of aliases",
      write: (file) => {
        const lines = ["openapi: 3.0.0", "info: { title: Bomb, version: '1' }", "x0: &x0 [1, 1]"];
        for (let level = 1; level <= 40; level += 1) {
          lines.push(`x${level}: &x${level} [*x${level - 1}, *x${level - 1}, *x${level - 1}]`);
        }
        lines.push("paths: { /a: { get: { responses: { 200: { description: *x40 } } } } }");
        writeFileSync(file, lines.join("\n"));
      },
      says: /error\[/,
    },
    {
      name: "a schema nested fifty thousand deep",
      write: (file) => {
        const depth = 50_000;
        const schema = '{"items":'.repeat(depth) + "{}" + "}".repeat(depth);
        writeFileSync(
          file,
          `{"openapi":"3.1.0","info":{"title":"Deep","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":${schema}}}}}}}}}`,
        );
      },
      says: /error\[/,
    },
    {
      name: "another kind of file",
      write: (file) => writeFileSync(file, '{ "name": "thing", "version": "1.0.0" }'),
      says: /error\[not-openapi\]/,
    },
    {
      name: "a version that is not known",
      write: (file) => writeFileSync(file, "openapi: 4.0.0\ninfo: {}\npaths: {}\n"),
      says: /error\[unsupported-version\]/,
    },
  ];

  for (const [index, { name, write, says }] of documents.entries()) {
    test(`${name}: refused, nothing written`, async () => {
      const input = `document-${index}`;
      write(path.join(folder, input));
      const out = `out-${index}`;
      assertRefused(await cli([input, "--out", out]), 1, says);
      assert.equal(existsSync(path.join(folder, out)), false);
    });
  }

  test("a file that is not there is named", async () => {
    assertRefused(await cli(["no-such.yaml"]), 1, /no-such\.yaml/);
  });

  test("100 MB of a document are read or refused, in time and without a crash", async () => {
    const file = path.join(folder, "large.json");
    const handle = openSync(file, "w");
    writeSync(
      handle,
      '{"openapi":"3.0.0","info":{"title":"Large","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{"200":{"description":"ok"}}}}},"x-ballast":[',
    );
    const megabyte = `"${"x".repeat(1_000_000)}",`;
    for (let count = 0; count < 100; count += 1) writeSync(handle, megabyte);
    writeSync(handle, '""]}');
    closeSync(handle);
    const run = await cli(["large.json", "--out", "large-out", "--no-build"]);
    rmSync(file);
    assert.equal(run.code, 0, run.stderr);
  });

  test("100 MB of no document are refused", async () => {
    const file = path.join(folder, "ballast");
    writeFileSync(file, Buffer.alloc(100_000_000, "a: b\n"));
    const run = await cli(["ballast", "--out", "ballast-out"]);
    rmSync(file);
    assertRefused(run, 1, /error\[/);
  });
});

describe("URLs", () => {
  let server: Server;
  let base: string;
  const asked: string[] = [];

  before(async () => {
    const files: Record<string, string> = {
      "/api/openapi.yaml": [
        "openapi: 3.0.0",
        "info: { title: Far, version: '1' }",
        "paths:",
        "  /things:",
        "    get:",
        "      operationId: listThings",
        "      responses:",
        "        '200':",
        "          description: Things.",
        "          content:",
        "            application/json:",
        "              schema: { $ref: 'schemas/thing.yaml#/Thing' }",
      ].join("\n"),
      "/api/schemas/thing.yaml":
        "Thing: { type: object, properties: { colour: { type: string } } }\n",
    };
    server = createServer((request, response) => {
      const target = request.url ?? "";
      asked.push(target);
      const text = Object.hasOwn(files, target) ? files[target] : undefined;
      response.writeHead(text === undefined ? 404 : 200).end(text ?? "not here");
    });
    const port = await listen(server);
    base = `http://127.0.0.1:${port}`;
  });

  after(() => void server.close());

  test("a document and the files beside it are fetched", async () => {
    const run = await cli([`${base}/api/openapi.yaml`, "--out", "far", "--no-build"]);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(asked, ["/api/openapi.yaml", "/api/schemas/thing.yaml"]);
    const types = readFileSync(path.join(folder, "far/src/generated/types.ts"), "utf8");
    assert.match(types, /colour\?/);
  });

  test("an answer of 404 is refused with the status", async () => {
    assertRefused(await cli([`${base}/nowhere.yaml`]), 1, /404/);
  });

  test("a closed port is refused", async () => {
    assertRefused(await cli(["http://127.0.0.1:1/openapi.yaml"]), 1, /error\[input-unreadable\]/);
  });
});

describe("the output folder", () => {
  let project: string;

  before(async () => {
    project = path.join(folder, "project");
    cpSync(path.join(root, "test/e2e/museum"), project, { recursive: true });
    const run = await cli(["openapi.yaml", "--out", "out"], project);
    assert.equal(run.code, 0, run.stderr);
  });

  test("a second run with the same input changes no file, not even its time", async () => {
    const earlier = snapshot(path.join(project, "out"));
    const run = await cli(["openapi.yaml", "--out", "out"], project);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(snapshot(path.join(project, "out")), earlier);
  });

  test("a failed run leaves the previous output as it was", async () => {
    const earlier = snapshot(path.join(project, "out"));
    writeFileSync(path.join(project, "broken.yaml"), "openapi: 3.0.0\npaths: [\n");
    assertRefused(await cli(["broken.yaml", "--out", "out"], project), 1, /broken\.yaml:\d+:\d+/);
    writeFileSync(path.join(project, "broken-routes.yaml"), "routes:\n  - expose: everywhere\n");
    assertRefused(
      await cli(["openapi.yaml", "--routes", "broken-routes.yaml", "--out", "out"], project),
      1,
      /broken-routes\.yaml:2:\d+/,
    );
    assert.deepEqual(snapshot(path.join(project, "out")), earlier);
  });

  test("--check passes on what was just written, and writes nothing", async () => {
    const earlier = snapshot(path.join(project, "out"));
    const run = await cli(["openapi.yaml", "--out", "out", "--check"], project);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(snapshot(path.join(project, "out")), earlier);
  });

  test("--check names files that are stale", async () => {
    const text = readFileSync(path.join(project, "openapi.yaml"), "utf8");
    writeFileSync(path.join(project, "renamed.yaml"), text.replaceAll("addExhibit", "hangExhibit"));
    const earlier = snapshot(path.join(project, "out"));
    const run = await cli(["renamed.yaml", "--out", "out", "--check"], project);
    assertRefused(run, 1, /out-stale/);
    assert.match(run.stderr, /operations\.ts/);
    assert.deepEqual(snapshot(path.join(project, "out")), earlier);
  });

  test("files edited by hand are named by --check and kept by a run", async () => {
    const file = path.join(project, "out/src/generated/server.ts");
    const original = readFileSync(file, "utf8");
    writeFileSync(file, `${original}// mine\n`);
    const check = await cli(["openapi.yaml", "--out", "out", "--check"], project);
    assertRefused(check, 1, /out-edited/);
    assert.match(check.stderr, /server\.ts/);
    const earlier = snapshot(path.join(project, "out"));
    const run = await cli(["openapi.yaml", "--out", "out"], project);
    assert.equal(run.code, 1);
    assert.deepEqual(snapshot(path.join(project, "out")), earlier);
    writeFileSync(file, original);
  });

  test("--dry-run writes nothing", async () => {
    const run = await cli(["openapi.yaml", "--out", "dry", "--dry-run"], project);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(existsSync(path.join(project, "dry")), false);
  });

  test("a folder with other files is left alone", async () => {
    const target = path.join(project, "theirs");
    mkdirSync(path.join(target, "src/generated"), { recursive: true });
    writeFileSync(path.join(target, "src/generated/server.ts"), "export const mine = 1;\n");
    const run = await cli(["openapi.yaml", "--out", "theirs"], project);
    assertRefused(run, 1, /out-not-ours/);
    assert.deepEqual(Object.keys(snapshot(target)), ["src/generated/server.ts"]);
  });

  test("a document on stdin gives the same server", async () => {
    const text = readFileSync(path.join(project, "openapi.yaml"), "utf8");
    const run = await cli(["-", "--out", "from-stdin", "--no-build"], project, text);
    assert.equal(run.code, 0, run.stderr);
    const server = readFileSync(path.join(project, "from-stdin/src/generated/server.ts"), "utf8");
    assert.match(server, /class MuseumServer /);
  });
});

describe("the command line", () => {
  for (const args of [["--help"], ["--version"], ["serve", "--help"]]) {
    test(`${args.join(" ")} is answered on stdout with 0`, async () => {
      const run = await cli(args);
      assert.equal(run.code, 0, run.stderr);
      assert.notEqual(run.stdout, "");
      assert.equal(run.stderr, "");
    });
  }

  const wrong: readonly (readonly string[])[] = [
    [],
    ["openapi.yaml", "--no-such-option"],
    ["openapi.yaml", "second.yaml"],
    ["openapi.yaml", "--layout", "triangle"],
    ["openapi.yaml", "--out"],
    ["openapi.yaml", "--layout", "module"],
    ["openapi.yaml", "--config", "no-such-config.yaml"],
    ["openapi.yaml", "--description-limit", "many"],
    ["serve"],
    ["serve", "openapi.yaml", "--http", "port"],
  ];
  for (const args of wrong) {
    test(`"${args.join(" ")}" is wrong usage: 2`, async () => {
      cpSync(path.join(root, "test/e2e/museum/openapi.yaml"), path.join(folder, "openapi.yaml"));
      assertRefused(await cli(args), 2, /mcp-codegen/);
    });
  }
});

/** Returns each file's content and modification time. */
function snapshot(target: string): Record<string, { content: string; changed: number }> {
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      path.relative(target, file),
      { content: readFileSync(file, "base64"), changed: statSync(file).mtimeMs },
    ]),
  );
}
