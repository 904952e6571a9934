/** The options for the call of a tool and for its result. */
import { callOnly } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const callingOptions = {
  arg: {
    type: "string",
    value: "NAME=VALUE",
    commandLineOnly: true,
    repeatable: true,
    doc: "An argument of the tool. The value is converted as the tool's input schema says: text, number, boolean, or JSON for lists and objects. NAME=@FILE takes it from a file, and @@ begins a text with @. Repeatable.",
    commands: callOnly,
  },
  input: {
    type: "string",
    value: "JSON",
    commandLineOnly: true,
    alias: "json",
    doc: "Arguments of the tool as a JSON object, or - for standard input. --arg adds to it.",
    commands: callOnly,
  },
  list: {
    type: "boolean",
    commandLineOnly: true,
    default: false,
    doc: "List the server's tools, or with a name describe the arguments of one; call none.",
    commands: callOnly,
  },
  raw: {
    type: "boolean",
    commandLineOnly: true,
    default: false,
    doc: "Print the whole result as JSON.",
    commands: callOnly,
  },
  output: {
    type: "string",
    value: "FILE",
    commandLineOnly: true,
    doc: "Write the first image, audio or file of the result to this file.",
    commands: callOnly,
  },
} as const satisfies Record<string, OptionRow>;
