import { defineCommand, spec } from "./command.js";

export const serveCommand = defineCommand<{ spec: string }>({
  usage: "serve <spec>",
  describe: "Serve a document directly, without writing files",
  name: "serve",
  positionals: { spec },
  async run(argv, line) {
    const { runServe } = await import("../serve-command.js");
    return runServe(line.inputOf(argv.spec), argv);
  },
});
