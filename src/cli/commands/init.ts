import { defineCommand } from "./command.js";

export const initCommand = defineCommand<{ spec?: string }>({
  usage: "init [spec]",
  describe: "Look at a document, ask a few questions, and write a configuration and a route map",
  name: "init",
  positionals: { spec: { type: "string", describe: "OpenAPI document: a file or a URL" } },
  examples: [
    ["mcp-codegen init openapi.yaml", "asks, and writes mcp-codegen.config.yaml and routes.yaml"],
    [
      "mcp-codegen init https://api.example/openapi.json --yes --format ts",
      "asks nothing, and writes TypeScript",
    ],
  ],
  async run(argv, line) {
    const { runInit } = await import("../init/init-command.js");
    return runInit(line.inputOf(argv.spec), argv, line.given);
  },
});
