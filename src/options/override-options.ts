/** Options for the user's classes that extend the generated one. */
import { generateOnly, generating } from "./command-groups.js";
import type { OptionRow } from "./option-row.js";

export const overrideOptions = {
  fix: {
    type: "boolean",
    default: false,
    doc: "Where the document renamed an operation and nothing else of it, also rename its overrides and uses in your own files.",
    commands: generateOnly,
  },
  "allow-dead-overrides": {
    type: "boolean",
    default: false,
    doc: "Write the output although overrides of your own classes are dead or don't fit it; you are only warned of them.",
    commands: generating,
  },
} as const satisfies Record<string, OptionRow>;
