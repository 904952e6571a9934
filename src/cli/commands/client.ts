import { defineCommand, server } from "./command.js";

export const clientCommand = defineCommand<{ server?: string }>({
  usage: "client [server]",
  describe:
    "Generate a typed client of a server: a URL, a command (or its words after --), or a document",
  name: "client",
  positionals: { server },
  async run(argv, line) {
    const { runClient } = await import("../client/client-command.js");
    return runClient(line.inputOf(argv.server), line.words, argv);
  },
});
