import { runEach } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const listCommand = defineCommand<{ spec?: string }>({
  usage: "list [spec]",
  describe: "Show what each operation becomes, why, and how many tokens it takes",
  name: "list",
  positionals: { spec: specOrConfig },
  examples: [
    ["mcp-codegen list openapi.yaml --sort tokens", "the largest first"],
    ["mcp-codegen list openapi.yaml --filter delete", "what has this word"],
  ],
  async run(argv, line) {
    const { runList } = await import("../list-command.js");
    return runEach(await line.jobs(argv.spec), runList);
  },
});
