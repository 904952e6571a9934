import { runEach } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const generateCommand = defineCommand<{ spec?: string }>({
  usage: "$0 [spec]",
  describe: "Generate a server from a document: a file, a URL, or - for stdin",
  name: "generate",
  positionals: { spec: specOrConfig },
  examples: [
    ["mcp-codegen openapi.yaml", "writes a project to ./<name>-mcp"],
    [
      "mcp-codegen https://api.example/openapi.json --routes routes.yaml --out server",
      "with a route map, to ./server",
    ],
    ["mcp-codegen", "all servers of mcp-codegen.config.*"],
  ],
  async run(argv, line) {
    const { jobs, project } = await line.work(argv.spec);
    if (project) return (await import("../project-command.js")).runProject(project);
    const { runGenerate } = await import("../generate-command.js");
    return runEach(jobs, runGenerate);
  },
});
