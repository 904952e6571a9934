/** The options for reading the document, and where else it may lead. */
import { generating, reading } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const inputOptions = {
  overlay: {
    type: "string",
    value: "FILE",
    path: true,
    repeatable: true,
    doc: "OpenAPI Overlay (1.0 or 1.1; a file or a URL) to apply to the document first. Repeatable; overlays are applied in order.",
    commands: reading,
  },
  "allow-remote-refs": {
    type: "boolean",
    default: false,
    doc: "Follow references to other hosts.",
    commands: reading,
  },
  "allow-refs-outside": {
    type: "boolean",
    default: false,
    doc: "Follow references to files outside the document's folder.",
    commands: reading,
  },
  "allow-ref": {
    type: "string",
    value: "FILE",
    path: true,
    repeatable: true,
    doc: "Follow references to this file, whatever its name, kind or folder. Repeatable.",
    commands: reading,
  },
  "allow-internal": {
    type: "boolean",
    default: false,
    doc: "Let a document of another host aim at addresses of this computer and its networks.",
    commands: reading,
  },
  "trust-x-mcp": {
    type: "boolean",
    default: false,
    doc: "Obey annotations and fixed values in `x-mcp` of a document of another host.",
    commands: reading,
  },
  strict: {
    type: "boolean",
    default: false,
    doc: "Exit with 1 and write nothing if an operation has to be skipped.",
    commands: ["generate", "serve", "client", "call", "watch", "check"],
  },
  validate: {
    type: "boolean",
    default: false,
    doc: "Also check the document against the official schema of its OpenAPI version.",
    commands: generating,
  },
  "max-work": {
    type: "number",
    value: "STEPS",
    default: 5_000_000,
    doc: "Maximum steps of work (schemas read, references followed, values made) of a run. Large public documents need some 100,000.",
    commands: reading,
  },
} as const satisfies Record<string, OptionRow>;
