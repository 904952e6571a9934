import { clientIds, type ClientId } from "../../client-setup/setup-model.js";
import { defineCommand } from "./command.js";

export const clientsCommand = defineCommand<{
  server: string;
  client?: readonly ClientId[];
}>({
  usage: "clients <server> [client..]",
  describe:
    "Show how to set up a server, the folder of a generated project or a URL, in Claude, Cursor, VS Code and others; with --write, do it",
  name: "clients",
  positionals: {
    server: { type: "string", demandOption: true, describe: "Folder of a project, or URL" },
    client: {
      type: "string",
      array: true,
      choices: clientIds,
      describe: "Which clients",
      defaultDescription: "all",
    },
  },
  examples: [
    ["mcp-codegen clients petstore-mcp", "what to paste, for all clients"],
    ["mcp-codegen clients petstore-mcp cursor --write", "writes .cursor/mcp.json"],
  ],
  async run(argv) {
    const { runClients } = await import("../clients/clients-command.js");
    return runClients(argv.server, [argv.client ?? []].flat(), argv);
  },
});
