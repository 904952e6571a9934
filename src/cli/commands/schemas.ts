import { defineCommand } from "./command.js";

export const schemasCommand = defineCommand<{ files: readonly string[] }>({
  usage: "schemas <files..>",
  describe: "Write the JSON Schemas of decorated methods from their TypeScript types and comments",
  name: "schemas",
  positionals: {
    files: { type: "string", demandOption: true, describe: "TypeScript files, or patterns" },
  },
  examples: [
    ["mcp-codegen schemas 'src/**/*.ts'", "writes shop.schemas.ts beside shop.ts"],
    ["mcp-codegen schemas 'src/**/*.ts' --check", "fails if one of them is not up to date"],
  ],
  async run(argv) {
    const { runSchemas } = await import("../schemas/schemas-command.js");
    return runSchemas(argv.files, argv);
  },
});
