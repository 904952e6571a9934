/** The options that only `init` has. */
import type { Command, OptionRow } from "./option-row.js";

const initOnly: readonly Command[] = ["init"];

export const initOptions = {
  yes: {
    type: "boolean",
    default: false,
    commandLineOnly: true,
    doc: "Ask nothing, and take the proposals.",
    commands: initOnly,
  },
  format: {
    type: "string",
    choices: ["yaml", "ts", "json"],
    default: "yaml",
    commandLineOnly: true,
    doc: "Language of the configuration.",
    commands: initOnly,
  },
} as const satisfies Record<string, OptionRow>;
