/** The options of `clients`, which sets up the programs that use a server. */
import { variablePattern } from "./env-option.js";
import type { OptionRow } from "./option-row.js";

export const setupOptions = {
  write: {
    type: "boolean",
    default: false,
    doc: "Add the server to the configuration of each named client. The rest of a file stays as it is.",
    commands: ["clients"],
    commandLineOnly: true,
  },
  global: {
    type: "boolean",
    default: false,
    doc: "Use the configuration of the user, for all projects, instead of the one in this folder.",
    commands: ["clients"],
    commandLineOnly: true,
  },
  "token-env": {
    type: "string",
    value: "VARIABLE",
    check: readVariable,
    doc: "Environment variable with the token that a server at a URL wants: Authorization: Bearer TOKEN.",
    commands: ["clients"],
    commandLineOnly: true,
  },
} as const satisfies Record<string, OptionRow>;

function readVariable(text: string): string {
  if (new RegExp(variablePattern).test(text)) return text;
  throw new RangeError(`Expected an environment variable, such as MCP_TOKEN, not a value.`);
}
