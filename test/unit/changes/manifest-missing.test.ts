import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { runHere } from "../../support/run-here.js";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  paths: { "/pets": { get: { operationId: "listPets", responses: {} } } },
});

test("a run says that the manifest of an output is gone, and no fresh folder is told so", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "manifest-"));
  try {
    const [file, out] = [path.join(folder, "openapi.json"), path.join(folder, "out")];
    writeFileSync(file, document);
    const args = [file, "--out", out, "--layout", "module", "--runtime", "package"];
    assert.doesNotMatch((await runHere(args)).stderr, /lock-missing/);
    rmSync(path.join(out, ".mcp-codegen.json"));
    const again = await runHere(args);
    assert.match(
      again.stderr,
      /warning\[lock-missing\]: The output folder has generated files but no manifest/,
    );
    assert.equal(again.code, 0);
    rmSync(path.join(out, ".mcp-codegen.json"));
    const forced = await runHere([...args, "--mode", "search", "--force"]);
    assert.match(forced.stderr, /warning\[lock-missing\]/);
    assert.doesNotMatch((await runHere(args.concat("--mode", "search"))).stderr, /lock-missing/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
