/** A generated petstore in a folder of its own, in which the programs and lines of the recipes are run. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, runCommand, type Finished } from "../../support/cli.js";
import { startRecorder, type Recorder } from "../../support/recorder.js";
import { blocksOf } from "../blocks.js";

/** The loader of TypeScript, for processes in any folder. */
export const tsx: string = import.meta.resolve("tsx");

export interface Project {
  readonly folder: string;
  /** Writes a file beside the document. */
  write(name: string, text: string): void;
  /** Runs mcp-codegen in the folder, and expects it to succeed. */
  generate(...args: readonly string[]): Promise<Finished>;
  /** Writes a program to `src/` and returns the words that start it. */
  program(code: string): readonly string[];
  /** Connects the official client to a program that `node` starts. */
  connect(
    t: TestContext,
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Client>;
}

/** The generated server, as a program. */
export const main = ["petstore-mcp/dist/main.js"] as const;

/** Copies the petstore's document to a folder, which is removed after the tests of the file. */
export function openProject(): Project {
  const folder = mkdtempSync(path.join(tmpdir(), "recipes-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(root, "examples/petstore/openapi.yaml"), path.join(folder, "openapi.yaml"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  let programs = 0;
  return {
    folder,
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    async generate(...args) {
      // Recipes of a file change one server after the other.
      const isRun = args[0]?.endsWith(".yaml") ?? false;
      const allowed = isRun ? ["--allow-removed", "--allow-wider"] : [];
      const run = await runCommand([...args, ...allowed], { cwd: folder });
      assert.equal(run.code, 0, run.stderr + run.stdout);
      return run;
    },
    program(code) {
      programs += 1;
      const file = path.join(folder, `petstore-mcp/src/program-${programs}.ts`);
      writeFileSync(file, code);
      return ["--import", tsx, file];
    },
    async connect(t, words, env = {}) {
      const client = new Client(
        { name: "recipes", version: "1.0.0" },
        { capabilities: { elicitation: { form: {} } } },
      );
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [...words],
        cwd: folder,
        env,
        stderr: "pipe",
      });
      await client.connect(transport);
      t.after(() => client.close());
      return client;
    },
  };
}

/** Returns the code of the blocks of a recipe. */
export function recipe(name: string): readonly string[] {
  return blocksOf([`docs/recipes/${name}.md`]).map(({ code }) => code);
}

/** Starts an API that records requests, with the variables that lead the petstore to it. */
export async function startApi(
  t: TestContext,
): Promise<{ readonly api: Recorder; readonly env: Readonly<Record<string, string>> }> {
  const api = await startRecorder();
  t.after(() => api.close());
  return {
    api,
    env: { MCP_CODEGEN_PETSTORE_BASE_URL: api.url, MCP_CODEGEN_PETSTORE_API_KEY: "key" },
  };
}

/** Calls a tool and returns the text of its result. */
export async function textOfCall(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
}
