/** Hosts that run files as they are: Node.js, tsx, Bun and Deno. */
import path from "node:path";
import { describe, test } from "node:test";
import type { ImportExtension } from "../../src/emit/file-context.js";
import { root } from "../support/cli.js";
import { node24, whyMissing } from "./installed.js";
import { checkProgram, extensions, shopProject } from "./shop.js";

const bin = path.join(root, "node_modules/.bin");

interface Program {
  readonly command: string;
  readonly args?: readonly string[];
  /** Endings of imports in `src/` that it follows. */
  readonly sources: readonly ImportExtension[];
}

const programs: Readonly<Record<string, Program>> = {
  [`Node.js ${process.versions.node.split(".")[0]}`]: { command: process.execPath, sources: [] },
  "Node.js 24": { command: node24(), sources: ["ts"] },
  tsx: {
    command: process.execPath,
    args: ["--import", path.join(root, "node_modules/tsx/dist/loader.mjs")],
    sources: extensions,
  },
  Bun: { command: path.join(bin, "bun"), sources: extensions },
  Deno: {
    command: path.join(bin, "deno"),
    args: ["run", "--quiet", "--allow-all", "--no-remote"],
    sources: ["ts"],
  },
};

for (const [name, { command, args = [], sources }] of Object.entries(programs)) {
  describe(name, { skip: whyMissing(name, command) }, () => {
    for (const extension of extensions) {
      const title = `with imports that end as --import-extension ${extension} says`;
      const run = async (file: string): Promise<void> =>
        checkProgram(command, [...args, file], await shopProject(extension));
      test(`runs dist/ ${title}`, () => run("dist/main.js"));
      if (sources.includes(extension)) test(`runs src/ ${title}`, () => run("src/main.ts"));
    }
  });
}
