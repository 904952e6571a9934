import { defineCommand, server } from "./command.js";

export const callCommand = defineCommand<{ server?: string; tool?: string }>({
  usage: "call [server] [tool]",
  describe: "Call one tool of a server: a URL, a command (or its words after --), or a document",
  name: "call",
  positionals: { server, tool: { type: "string", describe: "Name of the tool" } },
  examples: [
    ["mcp-codegen call openapi.yaml --list", "the tools"],
    ["mcp-codegen call openapi.yaml getPet --arg petId=1", "one call of the API"],
    [
      "mcp-codegen call getPet --arg petId=1 -- node petstore-mcp/dist/main.js",
      "of a server that is started",
    ],
  ],
  takesWords: true,
  async run(argv, line) {
    const { runCall } = await import("../call/call-command.js");
    return runCall(line.inputOf(argv.server), argv.tool, line.words, argv);
  },
});
