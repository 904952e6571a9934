/** Hosts that run files as they are: Node.js, tsx, Bun and Deno. */
import path from "node:path";
import { before, describe, test } from "node:test";
import type { ImportExtension } from "../../src/emit/file-context.js";
import { root } from "../support/cli.js";
import { node24, workFolder } from "./installed.js";
import { checkProgram, generateShop } from "./shop.js";

const extensions: readonly ImportExtension[] = ["js", "ts", "none"];
const bin = path.join(root, "node_modules/.bin");
const work = workFolder();

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

for (const extension of extensions) {
  describe(`imports that end as --import-extension ${extension} says`, () => {
    const project = path.join(work, extension);
    before(() => generateShop(project, extension));
    for (const [name, { command, args = [], sources }] of Object.entries(programs)) {
      test(`${name} runs dist/`, () => checkProgram(command, [...args, "dist/main.js"], project));
      if (!sources.includes(extension)) continue;
      test(`${name} runs src/`, () => checkProgram(command, [...args, "src/main.ts"], project));
    }
  });
}
