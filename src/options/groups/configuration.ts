/** The options for the configuration. */
import { configured, initOnly } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const configurationOptions = {
  config: {
    type: "string",
    value: "FILE",
    commandLineOnly: true,
    doc: "Read options and servers from this configuration: TypeScript, JavaScript, JSON or YAML. Without a document, the nearest mcp-codegen.config.* is read. The command line takes precedence.",
    commands: configured,
  },
  only: {
    type: "string",
    value: "NAME",
    commandLineOnly: true,
    repeatable: true,
    doc: "Of the servers of the configuration, take only this one. Repeatable.",
    commands: configured,
  },
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
