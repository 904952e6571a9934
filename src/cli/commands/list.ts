import { defineCommand, spec } from "./command.js";

export const listCommand = defineCommand<{ spec: string }>({
  usage: "list <spec>",
  describe: "Show what each operation becomes, why, and how many tokens it takes",
  name: "list",
  positionals: { spec },
  async run(argv, line) {
    const { runList } = await import("../list-command.js");
    return runList(line.inputOf(argv.spec), argv);
  },
});
