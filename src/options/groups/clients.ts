/** The options of `clients`, which sets up the programs that use a server. */
import type { OptionRow } from "../option-row.js";

export const clientsOptions = {
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
} as const satisfies Record<string, OptionRow>;
