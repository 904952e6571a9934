/** The programs of the README's chapter on handwritten servers: they compile and behave as described. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root } from "../../support/cli.js";

const readme = readFileSync(path.join(root, "README.md"), "utf8");
const chapter = readme.slice(
  readme.indexOf("\n## Hand-written servers"),
  readme.indexOf("\n## Programmatic API"),
);
const programs = [...chapter.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? "");

/** Declarations for programs that use a server declared by an earlier one. */
const preamble = `declare global {
  const server: import("mcp-codegen/runtime").McpServer;
  const z: typeof import("zod").z;
}
export {};
`;

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "readme-runtime-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("the chapter shows programs", () => assert.ok(programs.length >= 6));

test("they compile", () => {
  const runtime = path.join(root, "dist/bundle/index.d.ts");
  const options = {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    types: ["node"],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    paths: { "mcp-codegen/runtime": [runtime] },
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  writeFileSync(path.join(folder, "preamble.ts"), preamble);
  for (const [index, code] of programs.entries()) {
    writeFileSync(path.join(folder, `program-${index}.ts`), `${code}\nexport {};\n`);
  }
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  assert.equal(run.stdout, "");
  assert.equal(run.status, 0, run.stderr);
});

test("the shortest server tells the time", async () => {
  const code = programs[0] ?? "";
  assert.match(code, /serveStdio/);
  const client = new Client({ name: "readme", version: "1.0.0" });
  // In the package's folder, where its own name resolves to it.
  const args = ["--input-type=module", "-e", code];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
  const { content } = await client.callTool({ name: "now", arguments: {} });
  await client.close();
  const [first] = content;
  assert.ok(first?.type === "text");
  assert.ok(Date.parse(first.text) > 0);
});

test("what the chapter links to is there", () => {
  const links = [...chapter.matchAll(/\]\((examples\/[^)]+)\)/g)].map(([, file]) => file ?? "");
  assert.ok(links.length >= 10);
  assert.deepEqual(
    links.filter((file) => !existsSync(path.join(root, file))),
    [],
  );
});
