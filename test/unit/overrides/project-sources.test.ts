import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { readProjectSources } from "../../../src/overrides/project-sources.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "project-"));
  for (const name of ["mcp", "others/deep", "node_modules/x"]) {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, "a.ts"), "export {};\n");
  }
  writeFileSync(path.join(folder, "main.ts"), "export {};\n");
  symlinkSync("nowhere.ts", path.join(folder, "gone.ts"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const read = async (project: string | undefined): Promise<readonly string[]> => {
  const sources = await readProjectSources(project, path.join(folder, "mcp"));
  return sources.map((source) => source.path);
};

test("of a project, all sources are read, without those of packages", async () => {
  assert.deepEqual(await read(folder), ["main.ts", "mcp/a.ts", "others/deep/a.ts"]);
});

test("of a module that belongs to no project, only the files beside it are read", async () => {
  assert.deepEqual(await read(undefined), ["main.ts"]);
});

test("files that vanish while they are read are left out", async () => {
  const names = Array.from({ length: 200 }, (_, at) => path.join(folder, `others/${at}.ts`));
  for (const name of names) writeFileSync(name, "export {};\n");
  const reading = read(folder);
  for (const name of names) rmSync(name);
  assert.ok((await reading).includes("main.ts"));
});
