import { defineCommand, server } from "./command.js";

export const clientCommand = defineCommand<{ server?: string }>({
  usage: "client [server]",
  describe:
    "Generate a typed client of a server: a URL, a command (or its words after --), or a document",
  name: "client",
  positionals: { server },
  examples: [
    ["mcp-codegen client https://mcp.example.com/mcp", "of a server at a URL"],
    ["mcp-codegen client -- npx -y some-server", "of a server that is started"],
  ],
  takesWords: true,
  async run(argv, line) {
    const { runClient } = await import("../client/client-command.js");
    return runClient(line.inputOf(argv.server), line.words, argv);
  },
});
