import { defineCommand } from "./command.js";

export const newCommand = defineCommand<{ folder: string }>({
  usage: "new <folder>",
  describe: "Write a server by hand: a project with one tool, a test and client configuration",
  name: "new",
  positionals: {
    folder: {
      type: "string",
      demandOption: true,
      describe: "Name of the server and of its new folder",
    },
  },
  examples: [
    ["mcp-codegen new weather", "writes the folder weather, which runs at once"],
    ["mcp-codegen new weather --runtime package", "imports the runtime from the package"],
  ],
  async run(argv) {
    const { runNew } = await import("../new/new-command.js");
    return runNew(argv.folder, argv);
  },
});
