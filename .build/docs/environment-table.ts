/** The environment variables that are not named after a document. A test compares them with those that the code reads. */
import { markdownTable } from "./markdown-table.js";

/** Each variable, who reads it, and what it does. */
export const environment: Readonly<Record<string, readonly [reader: string, meaning: string]>> = {
  MCP_TOKEN: [
    "servers with `--http`",
    "The token that clients must send, if there is no `--token-file`: at least 16 characters.",
  ],
  PORT: ["generated servers with `--http`", "The port, if `--http` has none. Default: 3000."],
  MCP_LOG_LEVEL: [
    "servers and clients",
    "The level from which the log is written: `debug`, `info`, `warn` or `error`. Default: `warn`.",
  ],
  MCP_LOG_FORMAT: ["servers and clients", "`json` writes each entry of the log as a line of JSON."],
  CI: [
    "`mcp-codegen`",
    "Any value but `0` and `false`: no progress of slow work is shown on the terminal.",
  ],
  NO_COLOR: ["`mcp-codegen`", "Any value turns colours off."],
  BROWSER: ["logins", "The program that opens the login page."],
  XDG_STATE_HOME: [
    "logins, clients",
    "The folder below which tokens are kept. Default: `~/.local/state`.",
  ],
  LOCALAPPDATA: ["logins, clients", "The same on Windows."],
  XDG_CONFIG_HOME: [
    "`mcp-codegen clients`",
    "The folder of the configurations of clients. Default: `~/.config`.",
  ],
  APPDATA: ["`mcp-codegen clients`", "The same on Windows."],
  CODEX_HOME: ["`mcp-codegen clients`", "The folder of Codex. Default: `~/.codex`."],
};

export function environmentTable(): string {
  return markdownTable(
    ["variable", "read by", "meaning"],
    Object.entries(environment).map(([name, [reader, meaning]]) => [
      `\`${name}\``,
      reader,
      meaning,
    ]),
  );
}
