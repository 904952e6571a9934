import { runEach } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const generateCommand = defineCommand<{ spec?: string }>({
  usage: "$0 [spec]",
  describe: "Generate a server from a document: a file, a URL, or - for stdin",
  name: "generate",
  positionals: { spec: specOrConfig },
  async run(argv, line) {
    const { runGenerate } = await import("../generate-command.js");
    return runEach(await line.jobs(argv.spec), runGenerate);
  },
});
