import { authActions, type AuthAction } from "../auth/auth-actions.js";
import { defineCommand, spec } from "./command.js";

export const authCommand = defineCommand<{ action: AuthAction; spec: string; scheme?: string }>({
  usage: "auth <action> <spec> [scheme]",
  describe:
    "Manage credentials for the API: doctor reports what is missing, login and logout use OAuth",
  name: "auth",
  positionals: {
    action: { choices: authActions, demandOption: true },
    spec,
    scheme: { type: "string", describe: "Security scheme to log in to" },
  },
  examples: [
    ["mcp-codegen auth doctor openapi.yaml", "which credentials are missing"],
    ["mcp-codegen auth login openapi.yaml", "log in with a browser"],
  ],
  async run(argv, line) {
    const { runAuth } = await import("../auth/auth-command.js");
    return runAuth(argv.action, line.inputOf(argv.spec), argv.scheme, argv);
  },
});
