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
  positionals: {
    old: side("A document, an output folder, or REVISION:FILE such as HEAD~1:openapi.yaml"),
    new: side("The same of the new server"),
  },
  async run(argv, line) {
    const { runDiff } = await import("../diff/diff-command.js");
    return runDiff(line.inputOf(argv.old), line.inputOf(argv.new), argv);
  },
});
