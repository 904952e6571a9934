import { defineCommand } from "./command.js";

export const migrateCommand = defineCommand<{ file?: string; spec?: string }>({
  usage: "migrate [file] [spec]",
  describe:
    "Read another tool's configuration, or its command line after --, and write a configuration and a route map that keep the names of its tools",
  name: "migrate",
  positionals: {
    file: { type: "string", describe: "Its configuration; default: the usual file in this folder" },
    spec: { type: "string", describe: "OpenAPI document, if its configuration names none" },
  },
  examples: [
    ["mcp-codegen migrate --from fastmcp server.py", "reads a program in Python"],
    [
      "mcp-codegen migrate --from openapi-mcp-generator -- --input openapi.yaml --port 8080",
      "reads a command line",
    ],
  ],
  takesWords: true,
  async run(argv, line) {
    const { runMigrate } = await import("../migrate/migrate-command.js");
    return runMigrate(argv.file, argv.spec, line.words, argv);
  },
});
