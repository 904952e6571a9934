/** Outputs of one document, with everything that hosts may stumble over: folders of tags, and a module that is loaded late. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ImportExtension } from "../../src/emit/file-context.js";
import { root, runCommand } from "../support/cli.js";
import { hostProgram, workFolder } from "./installed.js";

export const document: string = path.join(root, "test/hosts/openapi.yaml");
const shape = ["--split", "tag", "--input-schema-limit", "0", "--quiet"];

export const extensions: readonly ImportExtension[] = ["js", "ts", "none"];

/** Generates a server into `out`. */
export async function generateShop(
  out: string,
  extension: ImportExtension,
  ...further: readonly string[]
): Promise<void> {
  const args = [document, "--out", out, "--import-extension", extension, ...shape, ...further];
  const { code, stderr } = await runCommand(args, { cwd: root });
  assert.equal(code, 0, stderr);
}

const work = workFolder();
const projects = new Map<ImportExtension, Promise<string>>();

/** Returns the project whose imports end as `extension` says, which all hosts share, with the packages that it depends on. */
export function shopProject(extension: ImportExtension): Promise<string> {
  const known = projects.get(extension);
  if (known) return known;
  const project = path.join(work, extension);
  const generated = generateShop(project, extension).then(() => {
    linkPackages(project, [".bin", "@types/node", "typescript", "undici-types", "esbuild"]);
    return project;
  });
  projects.set(extension, generated);
  return generated;
}

/** Puts packages of the hosts into the node_modules of a project. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const link = path.join(project, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(hostProgram(name), link);
  }
}

let packed: string | undefined;

/** Packs the package, once. */
function tarball(): string {
  if (packed !== undefined) return packed;
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", work];
  const name = execFileSync("npm", pack, { cwd: root, encoding: "utf8" }).trim();
  packed = path.join(work, name);
  return packed;
}

/** Unpacks the packed package where `npm install` would. What it depends on is installed with the hosts. */
export function installPackage(project: string): void {
  const folder = path.join(project, "node_modules/mcp-codegen");
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarball(), "--strip-components=1"], { cwd: folder });
}

/** Lists the tools of a server on standard input and output, and calls them. */
export async function checkProgram(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  await checkServer(new StdioClientTransport({ command, args: [...args, "--mock"], cwd }));
}

/** Lists the tools of a server at a URL, and calls them. */
export async function checkUrl(url: URL): Promise<void> {
  await checkServer(new StreamableHTTPClientTransport(url));
}

async function checkServer(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<void> {
  const client = new Client({ name: "hosts", version: "1.0.0" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["getItem", "addOrder"],
    );
    const item = { name: "tea", maker: { name: "Ann" } };
    const got = await client.callTool({ name: "getItem", arguments: { id: 1 } });
    assert.deepEqual(got.structuredContent ?? textOf(got), item);
    const added = await client.callTool({ name: "addOrder", arguments: { item } });
    assert.deepEqual(added.structuredContent ?? textOf(added), { id: 7 });
    // The listed schema has no members of the item; the whole one, which says what is wrong, is loaded with the call.
    const refused = await client.callTool({ name: "addOrder", arguments: { item: { name: 1 } } });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /maker/);
  } finally {
    await client.close();
  }
}

function textOf({ content }: { readonly content: readonly object[] }): unknown {
  const [first] = content as readonly { readonly text: string }[];
  return JSON.parse(first?.text ?? "null");
}

/** Runs a program to its end, and fails with what it printed unless it ends well. */
export function runTool(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): string {
  const run = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  const output = `${run.stdout}${run.stderr}`;
  assert.equal(run.status, 0, `${command} ${args.join(" ")}: ${run.error?.message ?? output}`);
  return output;
}
