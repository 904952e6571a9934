/** README.md: short, and what it shows is what runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, runCommand } from "../support/cli.js";
import { blocksOf, readDocument } from "./blocks.js";

const readme = readDocument("README.md");
const petstore = path.join(root, "examples/petstore");

test("the README has at most 12 KB", () => {
  assert.ok(Buffer.byteLength(readme) <= 12 * 1024);
});

test("the README's changed operation and added tool compile and are what runs", async () => {
  const block = blocksOf(["README.md"]).find(({ code }) => code.includes("await run(MyPetstore)"));
  const out = mkdtempSync(path.join(tmpdir(), "readme-"));
  try {
    const generate = (): ReturnType<typeof runCommand> =>
      runCommand([path.join(petstore, "openapi.yaml"), "--out", out], { cwd: root });
    assert.equal((await generate()).code, 0);
    writeFileSync(path.join(out, "src/main.ts"), block?.code ?? "");
    symlinkSync(path.join(root, "node_modules"), path.join(out, "node_modules"));
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const checked = spawnSync(process.execPath, [tsc, "--noEmit", "-p", out], { encoding: "utf8" });
    assert.equal(checked.stdout, "");
    assert.equal((await generate()).code, 0);

    const client = new Client({ name: "readme", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(out, "dist/main.js"), "--mock"],
      }),
    );
    const changed = await client.callTool({ name: "createPet", arguments: { name: "test pet" } });
    const added = await client.callTool({ name: "todaysOffer", arguments: {} });
    await client.close();
    assert.equal(changed.isError, true);
    assert.match(JSON.stringify(changed.content), /not allowed in production/);
    assert.match(JSON.stringify(added.content), /Rex, a dog/);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
