import { defineCommand, specOrConfig } from "./command.js";

export const watchCommand = defineCommand<{ spec?: string }>({
  usage: "watch [spec]",
  describe: "Generate a server, and again whenever its document or another input changes",
  name: "watch",
  positionals: { spec: specOrConfig },
  examples: [
    ["mcp-codegen watch", "all servers of the configuration"],
    [
      "mcp-codegen watch openapi.yaml --serve -- --http 8080",
      "also runs the server, and starts it again",
    ],
  ],
  takesWords: true,
  async run(argv, line) {
    const { runWatch } = await import("../watch/watch-command.js");
    return runWatch(() => line.work(argv.spec), line.words);
  },
});
