import { oneOf } from "../jobs/run-each.js";
import { defineCommand, specOrConfig } from "./command.js";

export const serveCommand = defineCommand<{ spec?: string }>({
  usage: "serve [spec]",
  describe: "Serve a document directly, without writing files",
  name: "serve",
  positionals: { spec: specOrConfig },
  examples: [
    ["mcp-codegen serve openapi.yaml --mock", "on stdio, without the API"],
    [
      "mcp-codegen serve openapi.yaml --http 8080 --token-file token.txt",
      "over HTTP, for clients that have the token",
    ],
  ],
  async run(argv, line) {
    const { runServe } = await import("../serve-command.js");
    return runServe(oneOf(await line.jobs(argv.spec)));
  },
});
