/** Names of the output folder in messages. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { root, runCommand } from "../support/cli.js";

const museum = path.join(root, "test/e2e/museum/openapi.yaml");

test("messages call the current folder by that name rather than by a dot", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "output-folder-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const generate = async (): Promise<string> =>
    (await runCommand([museum, "--out", "./", "--no-build"], { cwd: folder })).stderr;
  assert.match(await generate(), /^Wrote \d+ files to this folder\.$/m);
  assert.match(await generate(), /^This folder is up to date, nothing was written\.$/m);
});
