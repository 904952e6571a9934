/** The options of `watch`. */
import type { OptionRow } from "../option-row.js";

export const watchingOptions = {
  serve: {
    type: "boolean",
    default: false,
    doc: "Run the generated server, and start it again when its code changes. Words after -- are its arguments; default: --http.",
    commands: ["watch"],
  },
  poll: {
    type: "number",
    value: "SECONDS",
    default: 60,
    doc: "Ask the servers of documents this often whether there are newer ones.",
    commands: ["watch"],
  },
} as const satisfies Record<string, OptionRow>;
