import { oneOf } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const serveCommand = defineCommand<{ spec?: string }>({
  usage: "serve [spec]",
  describe: "Serve a document directly, without writing files",
  name: "serve",
  positionals: { spec: specOrConfig },
  async run(argv, line) {
    const { runServe } = await import("../serve-command.js");
    return runServe(oneOf(await line.jobs(argv.spec)));
  },
});
