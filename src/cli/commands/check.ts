import { runEach } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const checkCommand = defineCommand<{ spec?: string }>({
  usage: "check [spec]",
  describe: "Compare an output with what a run would write; show the difference and exit with 1",
  name: "check",
  positionals: { spec: specOrConfig },
  examples: [
    ["mcp-codegen check", "all servers of the configuration, for CI"],
    ["mcp-codegen check openapi.yaml --out server", "one output"],
  ],
  async run(argv, line) {
    const { jobs, project } = await line.work(argv.spec);
    if (project)
      return (await import("../project-command.js")).runProject(project, { check: true });
    const { runGenerate } = await import("../generate-command.js");
    return runEach(jobs, ({ options, ...job }) =>
      runGenerate({ ...job, options: { ...options, check: true } }),
    );
  },
});
