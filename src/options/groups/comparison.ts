/** The options of `diff`. */
import { diffOnly } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const comparisonOptions = {
  "old-routes": {
    type: "string",
    value: "FILE",
    commandLineOnly: true,
    doc: "Route map of the old server, if it is not that of --routes: a file or REVISION:FILE.",
    commands: diffOnly,
  },
  "old-overlay": {
    type: "string",
    value: "FILE",
    repeatable: true,
    commandLineOnly: true,
    doc: "Overlay of the old server, in place of those of --overlay. Repeatable.",
    commands: diffOnly,
  },
  "fail-on": {
    type: "string",
    choices: ["breaking", "any", "none"],
    default: "breaking",
    doc: "Which changes for clients make the exit code 1.",
    commands: diffOnly,
  },
} as const satisfies Record<string, OptionRow>;
