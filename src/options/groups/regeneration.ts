/** The options for a run on an output that exists: what it may change of it, and of what clients and users rely on. */
import { generateOnly, generating, comparing } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const regenerationOptions = {
  "dry-run": {
    type: "boolean",
    default: false,
    doc: "List what would be written; write nothing.",
    commands: [...comparing, "migrate"],
  },
  check: {
    type: "boolean",
    default: false,
    doc: "Write nothing; exit with 1 and name the files if the output on disk is stale or was edited by hand.",
    commands: [...comparing, "schemas"],
  },
  force: {
    type: "boolean",
    default: false,
    doc: "Overwrite generated files that were edited by hand, and other files with the same names.",
    commands: [...comparing, "watch", "clients"],
  },
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
  "allow-removed": {
    type: "boolean",
    default: false,
    doc: "Write an output that lacks tools or resources of the former one, or has them under other names.",
    commands: generating,
  },
  "allow-wider": {
    type: "boolean",
    default: false,
    doc: "Write an output that exposes more because an option of the last run, such as --routes, is not given.",
    commands: generating,
  },
  "allow-other-document": {
    type: "boolean",
    default: false,
    doc: "Replace the server of another document, or of one with another title.",
    commands: generating,
  },
  "allow-other-server": {
    type: "boolean",
    default: false,
    doc: "Write an output whose requests or credentials go to another host than those of the former one.",
    commands: generating,
  },
} as const satisfies Record<string, OptionRow>;
