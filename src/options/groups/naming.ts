/** The options that say what each operation becomes, and how it is called. */
import { shaping, reading } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";
import { readRename } from "../rename-option.js";

export const namingOptions = {
  routes: {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Route map (YAML or JSON): decides which operations become tools, resources or nothing.",
    commands: reading,
  },
  name: {
    type: "string",
    value: "NAME",
    doc: "Name of the server. Default: from the document's title.",
    commands: [...reading, "clients"],
  },
  rename: {
    type: "string",
    value: "OLD=NEW",
    check: readRename,
    repeatable: true,
    doc: "The operation that the document now calls NEW keeps its former name OLD, for clients and in the code. NEW is the name that it would get, its operationId, or GET /path. Repeatable.",
    commands: shaping,
  },
} as const satisfies Record<string, OptionRow>;
