/** What a run of the bench needs on disk, and the API. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cliPath, root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { clientCore } from "../server/cores.js";
import { startServer } from "../server/server-process.js";
import { documentOf, itemsOfLargeAnswer, smallAnswer } from "./document.js";
import { program } from "./program.js";

export interface Workspace {
  readonly folder: string;
  readonly apiUrl: string;
  /** Returns the document that the servers are made of. */
  document(keyed: boolean): string;
  /** Returns the folder of our generated project. */
  project(keyed: boolean): string;
  /** The program of openapi-mcp-generator, if it was wanted and could be installed. */
  readonly peer: string | undefined;
  close(): Promise<void>;
}

/** @param withPeer whether to install what openapi-mcp-generator generates, which needs a registry */
export async function openWorkspace(withPeer: boolean): Promise<Workspace> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-proxy-"));
  const api = await startServer([program("api.js"), smallAnswer, String(itemsOfLargeAnswer)], {
    core: clientCore,
  });
  const close = async (): Promise<void> => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const document = (keyed: boolean): string => path.join(folder, `${nameOf(keyed)}.json`);
  const project = (keyed: boolean): string => path.join(folder, nameOf(keyed));
  const apiUrl = new URL(api.url).origin;
  try {
    for (const keyed of [false, true]) {
      writeFileSync(document(keyed), JSON.stringify(documentOf(keyed)));
      await run(process.execPath, [cliPath, document(keyed), "--out", project(keyed), "--quiet"]);
    }
    const peer = withPeer ? await installPeer(folder, document(false), apiUrl) : undefined;
    return { folder, apiUrl, document, project, peer, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function nameOf(keyed: boolean): string {
  return keyed ? "with-key" : "without-key";
}

async function installPeer(
  folder: string,
  document: string,
  apiUrl: string,
): Promise<string | undefined> {
  const out = path.join(folder, "peer");
  const cli = path.join(root, "node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js");
  try {
    await run(process.execPath, [cli, "-i", document, "-o", out, "-b", apiUrl, "--force"]);
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", out]);
    await run(process.execPath, [path.join(out, "node_modules/typescript/bin/tsc"), "-p", out]);
    return path.join(out, "build/index.js");
  } catch (error) {
    process.stdout.write(`openapi-mcp-generator is left out: ${(error as Error).message}\n\n`);
    return undefined;
  }
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const { code, stderr, stdout } = await runProcess(file, args, { cwd: root, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`${path.basename(args[0] ?? file)}: ${stderr || stdout}`);
}
