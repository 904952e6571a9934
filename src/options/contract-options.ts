/** The options that let a run change what clients rely on. */
import { shaping } from "./command-groups.js";
import type { Command, OptionRow } from "./option-row.js";
import { readRename } from "./rename-option.js";

/** Commands that compare an output folder with a new output. */
const regenerating: readonly Command[] = ["generate", "check", "watch"];

export const contractOptions = {
  rename: {
    type: "string",
    value: "OLD=NEW",
    check: readRename,
    repeatable: true,
    doc: "The operation that the document now calls NEW keeps its former name OLD, for clients and in the code. NEW is the name that it would get, its operationId, or GET /path. Repeatable.",
    commands: shaping,
  },
  "allow-removed": {
    type: "boolean",
    default: false,
    doc: "Write an output that lacks tools or resources of the former one, or has them under other names.",
    commands: regenerating,
  },
  "allow-wider": {
    type: "boolean",
    default: false,
    doc: "Write an output that exposes more because an option of the last run, such as --routes, is not given.",
    commands: regenerating,
  },
  "allow-other-document": {
    type: "boolean",
    default: false,
    doc: "Replace the server of another document, or of one with another title.",
    commands: regenerating,
  },
} as const satisfies Record<string, OptionRow>;
