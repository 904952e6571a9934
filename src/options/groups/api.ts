/** The options for what a running server does with its API. */
import { serveOnly, connecting } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const apiOptions = {
  "base-url": {
    type: "string",
    value: "URL",
    doc: "Base URL of the API, in place of every server of the document. Values may be sent to its host.",
    commands: ["serve", "auth", "call"],
  },
  mock: {
    type: "boolean",
    default: false,
    doc: "Answer from the document's examples and schemas; never call the API.",
    commands: ["serve", "call"],
  },
  timeout: {
    type: "number",
    value: "SECONDS",
    doc: "How long a server may take to start, and to answer without progress; 60 by default. With serve, how long the API may take; 30 by default.",
    commands: [...connecting, "serve"],
  },
  "allow-files": {
    type: "string",
    value: "DIR",
    path: true,
    repeatable: true,
    doc: "Let arguments name files in this folder to send to the API. Repeatable.",
    commands: ["serve", "call"],
  },
  "follow-redirects": {
    type: "string",
    value: "HOST",
    repeatable: true,
    doc: "Also follow the API's redirects to this host: files.example.com, *.example.com. Credentials are never sent to it. Repeatable.",
    commands: ["serve", "call"],
  },
  "forward-header": {
    type: "string",
    value: "NAME",
    repeatable: true,
    doc: "With --http, forward this header of incoming requests to the API. Repeatable. Headers for this server itself, such as Authorization and Cookie, are refused.",
    commands: serveOnly,
  },
  "drift-report": {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Keep an OpenAPI Overlay in this file that corrects the document where the API's answers do not match it.",
    commands: serveOnly,
  },
} as const satisfies Record<string, OptionRow>;
