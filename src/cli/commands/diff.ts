import type { PositionalOptions } from "yargs";
import { defineCommand } from "./command.js";

const side = (describe: string): PositionalOptions => ({
  type: "string",
  demandOption: true,
  describe,
});

export const diffCommand = defineCommand<{ old: string; new: string }>({
  usage: "diff <old> <new>",
  describe: "Show what changes for clients between two documents, outputs or Git revisions",
  name: "diff",
  readsConfig: true,
  positionals: {
    old: side("A document, an output folder, or REVISION:FILE such as HEAD~1:openapi.yaml"),
    new: side("What to compare it with, in the same forms"),
  },
  examples: [
    ["mcp-codegen diff old.yaml new.yaml", "two files"],
    [
      "mcp-codegen diff HEAD~1:openapi.yaml openapi.yaml --markdown",
      "the last commit and now, for a pull request",
    ],
  ],
  async run(argv, line) {
    const { runDiff } = await import("../diff/diff-command.js");
    return runDiff(line.inputOf(argv.old), line.inputOf(argv.new), line);
  },
});
