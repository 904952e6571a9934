import { defineCommand, spec } from "./command.js";

export const explainCommand = defineCommand<{ spec: string; operation?: readonly string[] }>({
  usage: "explain <spec> [operation..]",
  describe:
    "Show how one operation, given by id, name or GET /path, is exposed, called and answered",
  name: "explain",
  positionals: {
    spec,
    operation: {
      type: "string",
      array: true,
      describe: "operationId, name, or GET /path",
      defaultDescription: "none",
    },
  },
  examples: [
    ["mcp-codegen explain openapi.yaml listPets", "by operationId or name"],
    ["mcp-codegen explain openapi.yaml GET /pets", "by method and path"],
  ],
  async run(argv, line) {
    const { runExplain } = await import("../explain/explain-command.js");
    return runExplain(line.inputOf(argv.spec), argv.operation?.join(" ") || undefined, argv);
  },
});
