import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { dump } from "js-yaml";
import { generateServer, type ServerOptions } from "../../../src/index.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers: [{ url: "https://pets.example" }],
  paths: {
    "/pets": {
      get: { operationId: "listPets", responses: { "200": { description: "All." } } },
      delete: { operationId: "dropPets", responses: { "204": { description: "Gone." } } },
    },
  },
};
const routes = [{ match: { method: "DELETE" }, expose: "exclude" }];

let cwd: string;

before(() => {
  cwd = mkdtempSync(path.join(os.tmpdir(), "generate-server-"));
  writeFileSync(path.join(cwd, "openapi.json"), JSON.stringify(document));
  writeFileSync(path.join(cwd, "routes.yaml"), dump(routes));
});

after(() => rmSync(cwd, { recursive: true, force: true }));

/** An output that is quick to make. */
const quick = { layout: "module", runtime: "package" } as const;

describe("generateServer", () => {
  const inputs: Readonly<Record<string, Pick<ServerOptions, "input" | "routes">>> = {
    paths: { input: "openapi.json", routes: "routes.yaml" },
    values: { input: document, routes },
    "a value with members of its own": {
      input: { ...document, extra: undefined },
      routes: { routes },
    },
    texts: { input: JSON.stringify(document), routes: dump({ routes }) },
    "YAML texts": { input: dump(document), routes: dump(routes) },
  };
  for (const [what, input] of Object.entries(inputs)) {
    test(`takes ${what}, writes the output below cwd, and says what it did`, async () => {
      const out = what.replaceAll(" ", "-");
      const first = await generateServer({ ...quick, ...input, out, cwd });
      assert.deepEqual(
        first.diagnostics.filter(({ severity }) => severity === "error"),
        [],
      );
      assert.equal(first.ok, true);
      assert.equal(first.out, path.join(cwd, out));
      assert.ok(first.files.some((file) => file.path === "server.ts" && file.action === "create"));
      const server = readFileSync(path.join(cwd, out, "server.ts"), "utf8");
      assert.match(server, /listPets\(/);
      assert.doesNotMatch(server, /dropPets\(/);
      const second = await generateServer({ ...quick, ...input, out, cwd, check: true });
      assert.equal(second.ok, true);
      assert.ok(second.files.every(({ action }) => action === "unchanged"));
    });
  }

  test("takes a URL, and names the folder after the document", async () => {
    const { ok, out } = await generateServer({
      ...quick,
      input: pathToFileURL(path.join(cwd, "openapi.json")),
      cwd,
      dryRun: true,
    });
    assert.deepEqual([ok, out], [true, path.join(cwd, "pets-mcp")]);
    assert.ok(!existsSync(path.join(cwd, "pets-mcp")));
  });

  test("reports what is wrong with a document at its line, and writes nothing", async () => {
    const input = {
      ...document,
      paths: { "/pets": { get: { parameters: [{ $ref: "#/nothing" }] } } },
    };
    const { ok, files, diagnostics } = await generateServer({
      ...quick,
      input,
      out: "broken",
      cwd,
    });
    assert.deepEqual([ok, files], [false, []]);
    const found = diagnostics.find(({ code }) => code === "ref-not-found");
    assert.equal(found?.at?.file, "document.json");
    assert.ok(found.at.line > 1);
    assert.ok(!existsSync(path.join(cwd, "broken")));
  });

  test("says what is different for clients, and refuses what they would miss until it is allowed", async () => {
    const run = (given: Partial<ServerOptions>): ReturnType<typeof generateServer> =>
      generateServer({ ...quick, input: document, out: "changing", cwd, ...given });
    assert.deepEqual((await run({})).changes, []);
    const refused = await run({ routes, allowWider: true });
    assert.equal(refused.ok, false);
    const { ok, changes } = await run({ routes, allowWider: true, allowRemoved: true });
    assert.equal(ok, true);
    assert.deepEqual(
      changes.map(({ kind, impact, operation }) => [kind, impact, operation]),
      [["removed", "breaking", "DELETE /pets"]],
    );
    assert.deepEqual(refused.changes, changes);
  });

  test("a document given as a value is no file of the same name", async () => {
    const overlay = (path: string, operationId: string): Record<string, unknown> => ({
      overlay: "1.0.0",
      info: { title: "Names", version: "1" },
      actions: [{ target: `$.paths['/pets'].${path}`, update: { operationId } }],
    });
    writeFileSync(path.join(cwd, "overlay.json"), JSON.stringify(overlay("get", "fromFile")));
    const { diagnostics } = await generateServer({
      ...quick,
      input: document,
      overlay: ["overlay.json", overlay("delete", "fromValue")],
      out: "two-overlays",
      cwd,
    });
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === "error"),
      [],
    );
    const server = readFileSync(path.join(cwd, "two-overlays/server.ts"), "utf8");
    assert.match(server, /fromFile\([^]*fromValue\(|fromValue\([^]*fromFile\(/);
  });

  test("reports a missing document", async () => {
    const { ok, diagnostics } = await generateServer({ ...quick, input: "no.yaml", out: "x", cwd });
    assert.equal(ok, false);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["input-unreadable"],
    );
  });

  const circle: Record<string, unknown> = { openapi: "3.1.0" };
  circle["self"] = circle;
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{}, /`input` is missing/],
    [{ input: 5 }, /`input` is 5; it must be a string or the document itself/],
    [{ input: circle }, /`input` can't be written as JSON: Converting circular structure/],
    [
      { input: document, desriptionLimit: 1 },
      /`desriptionLimit` is no option\. Did you mean `descriptionLimit`\?/,
    ],
    [
      { input: document, mode: "serch" },
      /`mode` is "serch"; it must be one of .* Did you mean `search`\?/,
    ],
    [{ input: document, http: 80 }, /`http` does not concern generating/],
    [{ input: document, config: "a.yaml" }, /`config` is for one run/],
    [
      { input: document, layout: "module", out: "refused" },
      /`layout` module can't include a bundled runtime: add `runtime` package, an import specifier, or `runtimeDir`/,
    ],
    [
      { input: document, docker: true, ...quick },
      /`docker` packages a complete project: leave out `layout` module/,
    ],
    [{ input: document, budget: "much" }, /`budget` can't be used: Expected a number of tokens/],
  ];
  for (const [given, says] of wrong) {
    test(`rejects with a TypeError: ${says.source.slice(0, 40)}`, async () => {
      await assert.rejects(generateServer(given as ServerOptions), (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, says);
        return true;
      });
    });
  }
});

// @ts-expect-error options that no value of the type allows are found by the compiler, too
void ((): ServerOptions => ({ input: "a", mode: "serch" }));
