import { defineCommand } from "./command.js";

export const memoryCommand = defineCommand({
  usage: "memory",
  describe: "Serve a memory for conversations and facts about users",
  name: "memory",
  positionals: {},
  readsConfig: true,
  examples: [
    ["mcp-codegen memory --file memory.db", "on stdio, kept on disk"],
    [
      "mcp-codegen memory --file memory.db --http 8080 --token-file token.txt",
      "over HTTP, for clients that have the token",
    ],
  ],
  async run(argv) {
    const { runMemory } = await import("../memory/memory-command.js");
    return runMemory(argv);
  },
});
