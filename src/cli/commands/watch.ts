import { defineCommand, specOrConfig } from "./command.js";

export const watchCommand = defineCommand<{ spec?: string }>({
  usage: "watch [spec]",
  describe: "Generate a server, and again whenever its document or another input changes",
  name: "watch",
  positionals: { spec: specOrConfig },
  async run(argv, line) {
    const { runWatch } = await import("../watch/watch-command.js");
    return runWatch(() => line.jobs(argv.spec), line.words);
  },
});
