import { runEach } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const listCommand = defineCommand<{ spec?: string }>({
  usage: "list [spec]",
  describe: "Show what each operation becomes, why, and how many tokens it takes",
  name: "list",
  positionals: { spec: specOrConfig },
  async run(argv, line) {
    const { runList } = await import("../list-command.js");
    return runEach(await line.jobs(argv.spec), runList);
  },
});
