/** The programs of the chapter on the programmatic API behave as described. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { connectStdio } from "mcp-codegen/runtime";
import { root } from "../support/cli.js";
import { blocksOf } from "./blocks.js";

const printed: Readonly<Record<string, RegExp>> = {
  "generates and writes": /^true \S+petstore-mcp \d+\n$/,
  "builds a class": /^Petstore \d+\n$/,
  "generates in memory": /^\d+ 0\n$/,
};
const programs = blocksOf(["docs/programmatic-api.md"]);

/** A folder with the document, in which the package is installed. */
const folder = mkdtempSync(path.join(tmpdir(), "programmatic-api-"));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(path.join(folder, "node_modules"));
symlinkSync(root, path.join(folder, "node_modules/mcp-codegen"));
for (const name of ["openapi.yaml", "routes.yaml"]) {
  cpSync(path.join(root, "examples/petstore", name), path.join(folder, name));
}

for (const [index, title] of Object.keys(printed).entries()) {
  test(`a program ${title}`, () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", programs[index]?.code ?? ""],
      { cwd: folder, encoding: "utf8" },
    );
    assert.match(stdout, printed[title] ?? /^$/, stderr);
  });
}

test("docs/recipes/serve-at-run-time.md", async () => {
  const [program] = blocksOf(["docs/recipes/serve-at-run-time.md"]);
  await using client = await connectStdio({
    command: process.execPath,
    args: ["--input-type=module", "-e", program?.code ?? ""],
    cwd: folder,
  });
  const names = (await client.listTools()).map(({ name }) => name);
  assert.ok(names.includes("createPet") && !names.includes("deletePet"), String(names));
  await assert.rejects(client.callTool("createPet", { name: "Tom" }), /guard/i);
});
