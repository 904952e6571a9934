/** The options for what a command prints. */
import { generateOnly, reading, diffOnly } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const printingOptions = {
  json: {
    type: "boolean",
    default: false,
    doc: "Print the result and every problem as JSON on stdout.",
    commands: ["generate", "auth", "list", "explain", "clients", "check", "diff"],
  },
  markdown: {
    type: "boolean",
    default: false,
    doc: "Print Markdown, for a comment on a pull request.",
    commands: diffOnly,
  },
  print: {
    type: "string",
    choices: ["document", "operations", "routes", "surface"],
    doc: "Print the result of one stage as JSON on stdout and stop.",
    commands: generateOnly,
  },
  sort: {
    type: "string",
    choices: ["document", "tokens", "name", "path"],
    default: "document",
    doc: "Order of the operations; `tokens` lists the largest first.",
    commands: ["list"],
  },
  filter: {
    type: "string",
    value: "WORDS",
    doc: "List only operations that contain each of these words in their name, path, tags, kind or reason.",
    commands: ["list"],
  },
  quiet: {
    type: "boolean",
    default: false,
    doc: "Print errors only.",
    commands: [...reading, "new", "schemas"],
  },
  verbose: {
    type: "boolean",
    default: false,
    doc: "Print every problem instead of the first few of each kind.",
    commands: [...reading, "schemas"],
  },
} as const satisfies Record<string, OptionRow>;
