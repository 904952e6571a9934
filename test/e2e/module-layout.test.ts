/** `--layout module`: generated modules as a folder of the user's project. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, runCommand } from "../support/cli.js";

const main = `import { run } from "mcp-codegen/runtime";
import { PetstoreServer } from "./generated/index.js";

await run(PetstoreServer);
`;

const options = {
  target: "ES2022",
  rootDir: "src",
  outDir: "out",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

let project: string;

before(async () => {
  project = mkdtempSync(path.join(tmpdir(), "module-layout-"));
  mkdirSync(path.join(project, "node_modules"));
  symlinkSync(root, path.join(project, "node_modules/mcp-codegen"));
  symlinkSync(path.join(root, "node_modules/@types"), path.join(project, "node_modules/@types"));
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
  const generated = await runCommand(
    [
      path.join(root, "examples/petstore/openapi.yaml"),
      "--layout",
      "module",
      "--runtime",
      "package",
      "--out",
      "src/generated",
    ],
    { cwd: project },
  );
  assert.equal(generated.code, 0, generated.stderr);
  writeFileSync(path.join(project, "src/main.ts"), main);
});

after(() => rmSync(project, { recursive: true, force: true }));

test("the folder holds the modules, the manifest and settings of Git and formatters, nothing else", () => {
  assert.deepEqual(readdirSync(path.join(project, "src/generated")).sort(), [
    ".gitattributes",
    ".mcp-codegen.json",
    ".prettierrc",
    "biome.json",
    "index.ts",
    "operations.ts",
    "server.ts",
    "types.ts",
  ]);
});

for (const resolution of [
  { module: "NodeNext" },
  { module: "ESNext", moduleResolution: "Bundler" },
]) {
  test(`it compiles with module ${resolution.module}, and runs`, async () => {
    writeFileSync(
      path.join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, ...resolution }, include: ["src"] }),
    );
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const compiled = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
    assert.equal(compiled.stdout, "");

    const client = new Client({ name: "module-layout", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(project, "out/main.js"), "--mock"],
      }),
    );
    const { tools } = await client.listTools();
    await client.close();
    assert.ok(tools.some((tool) => tool.name === "createPet"));
  });
}
