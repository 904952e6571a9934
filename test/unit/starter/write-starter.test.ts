import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { writeStarter } from "../../../src/cli/init/write-starter.js";

const files = [
  { name: "routes.yaml", text: "rules: []\n" },
  { name: "config.yaml", text: "servers: {}\n" },
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "starter-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");

test("starter files are written whole, and nothing else is left", async () => {
  await writeStarter(folder, files);
  assert.deepEqual(readdirSync(folder).sort(), ["config.yaml", "routes.yaml"]);
  for (const { name, text } of files) assert.equal(read(name), text);
});

test("the run after one that was killed between two starter files writes the other", async () => {
  writeFileSync(path.join(folder, "routes.yaml"), "rules: []\n");
  await writeStarter(folder, files);
  assert.equal(read("config.yaml"), "servers: {}\n");
});

test("a file of the user's is kept, and no other file is left", async () => {
  writeFileSync(path.join(folder, "config.yaml"), "mine\n");
  await assert.rejects(writeStarter(folder, files), {
    message: "config.yaml exists already; nothing was written.",
  });
  assert.deepEqual(readdirSync(folder), ["config.yaml"]);
  assert.equal(read("config.yaml"), "mine\n");
});
