/** The programs of the README's chapter on handwritten servers: they compile and behave as described. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root } from "../../support/cli.js";
import { compilePrograms, programsIn } from "./documented-programs.js";

const readme = readFileSync(path.join(root, "README.md"), "utf8");
const chapter = readme.slice(
  readme.indexOf("\n## Hand-written servers"),
  readme.indexOf("\n## Clients"),
);
const programs = programsIn(chapter);

/** Declarations for programs that use a server declared by an earlier one. */
const preamble = `declare global {
  const server: import("mcp-codegen/runtime").McpServer;
  const z: typeof import("zod").z;
}
export {};
`;

test("the chapter shows programs", () => assert.ok(programs.length >= 6));

test("they compile", (t) => assert.equal(compilePrograms(t, programs, preamble), ""));

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
