import { defineCommand, spec } from "./command.js";

export const generateCommand = defineCommand<{ spec: string }>({
  usage: "$0 <spec>",
  describe: "Generate a server from a document: a file, a URL, or - for stdin",
  name: "generate",
  positionals: { spec },
  async run(argv, line) {
    const { runGenerate } = await import("../generate-command.js");
    return runGenerate(line.inputOf(argv.spec), argv);
  },
});
