/** The options for a server that runs. */
import { logFormats, logSeverities } from "../../../runtime/contract/log-choices.js";
import { memoryOnly, serveOnly, serving } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const servingOptions = {
  file: {
    type: "string",
    value: "FILE",
    path: true,
    commandLineOnly: true,
    doc: "Keep memories in this SQLite database, which several processes may use. Default: in memory, until the program ends. Needs Node.js 22.13, or the package better-sqlite3.",
    commands: memoryOnly,
  },
  http: {
    type: "string",
    value: "[PORT]",
    numeric: true,
    doc: "Serve Streamable HTTP instead of stdio. Default port: 3000.",
    commands: serving,
  },
  host: {
    type: "string",
    value: "HOST",
    default: "127.0.0.1",
    doc: "Address to listen on with --http. Any other than a loopback address needs --allow-host or a token.",
    commands: serving,
  },
  "allow-host": {
    type: "string",
    value: "NAME",
    repeatable: true,
    doc: "With --http, serve only requests addressed to this host name. Repeatable.",
    commands: serving,
  },
  "allow-origin": {
    type: "string",
    value: "URL",
    repeatable: true,
    doc: "With --http, let web pages of this origin call the server. Repeatable.",
    commands: serving,
  },
  "token-file": {
    type: "string",
    value: "FILE",
    path: true,
    doc: "With --http, serve only clients that send the token in this file, or in the variable MCP_TOKEN: Authorization: Bearer TOKEN.",
    commands: serving,
  },
  "rate-limit": {
    type: "number",
    value: "N",
    doc: "With --http, the number of requests that each caller may send in a minute. Callers without a token are told apart by their address.",
    commands: serveOnly,
  },
  "max-concurrent": {
    type: "number",
    value: "N",
    doc: "With --http, the number of requests of each caller that may be open at a time.",
    commands: serveOnly,
  },
  stateless: {
    type: "boolean",
    default: false,
    doc: "Serve HTTP without sessions. Clients before 2026-07-28 then get no elicitation, sampling or change notifications.",
    commands: serving,
  },
  "log-level": {
    type: "string",
    choices: logSeverities,
    doc: "Log from this level up on stderr. Default: MCP_LOG_LEVEL, else warn, which tells calls that the API refused or did not answer.",
    commands: serveOnly,
  },
  "log-format": {
    type: "string",
    choices: logFormats,
    doc: "Log as text or as one JSON object in each line. Default: MCP_LOG_FORMAT, else text.",
    commands: serveOnly,
  },
} as const satisfies Record<string, OptionRow>;
