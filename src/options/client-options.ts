/** The options of `client` and `call` that no other command has. */
import { connecting } from "./command-groups.js";
import { readHeader } from "./header-option.js";
import type { Command, OptionRow } from "./option-row.js";

const callOnly: readonly Command[] = ["call"];

export const clientOptions = {
  header: {
    type: "string",
    value: "'NAME: VALUE'",
    check: readHeader,
    repeatable: true,
    doc: "Send this header to a server at a URL: 'Authorization: Bearer ${env:TOKEN}' takes the value from a variable, so that no other program sees it. Repeatable.",
    commands: connecting,
  },
  "pass-env": {
    type: "string",
    value: "VARIABLE",
    repeatable: true,
    doc: "Pass this environment variable on to a server that is started. It gets no others but those that every program needs, such as PATH. Repeatable.",
    commands: connecting,
  },
  timeout: {
    type: "number",
    value: "SECONDS",
    doc: "How long a server may take to start, and to answer without progress; 60 by default. With serve, how long the API may take; 30 by default.",
    commands: [...connecting, "serve"],
  },
  snapshot: {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Write what the server lists to this file too. Without a server, generate from the file.",
    commands: ["client"],
  },
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
