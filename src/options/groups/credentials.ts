/** The options for credentials, and who gets them. */
import { connecting, reading } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";
import { readAuth } from "../auth-option.js";
import { readNamedVariable, variablePattern } from "../env-option.js";
import { readOrigin } from "../origin-option.js";
import { readHeader } from "../header-option.js";

export const credentialsOptions = {
  auth: {
    type: "string",
    value: "KIND",
    check: readAuth,
    doc: "Authentication where the document states none: bearer, basic, or apiKey:header:NAME (query, cookie).",
    commands: reading,
  },
  env: {
    type: "string",
    value: "NAME=VARIABLE",
    check: readNamedVariable,
    repeatable: true,
    doc: "Read a value from this environment variable: apiKeyAuth=GITHUB_TOKEN, login.password=PW, baseUrl=API_URL, or a server variable. Repeatable.",
    commands: reading,
  },
  "send-to": {
    type: "string",
    value: "HOST",
    check: readOrigin,
    repeatable: true,
    doc: "Let credentials and other values be sent to this host: https://api.example.com. Without it, a terminal is asked once. Repeatable.",
    commands: ["serve", "auth", "call"],
  },
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
  "token-env": {
    type: "string",
    value: "VARIABLE",
    check: readVariable,
    doc: "Environment variable with the token that a server at a URL wants: Authorization: Bearer TOKEN.",
    commands: ["clients"],
    commandLineOnly: true,
  },
  scope: {
    type: "string",
    value: "SCOPES",
    doc: "OAuth scopes to request at login, separated by spaces. Default: all scopes that the operations need.",
    commands: ["auth"],
  },
  port: {
    type: "number",
    value: "PORT",
    doc: "Port on 127.0.0.1 to which the browser returns after a login, for authorization servers that allow only one redirect address. Default: any free port.",
    commands: ["auth"],
  },
  browser: {
    type: "boolean",
    default: true,
    doc: "Open the login page in a browser. With --no-browser, only print its address.",
    negatedDoc: "Print the address of the login page instead of opening a browser.",
    commands: ["auth"],
  },
} as const satisfies Record<string, OptionRow>;

function readVariable(text: string): string {
  if (new RegExp(variablePattern).test(text)) return text;
  throw new RangeError(`Expected an environment variable, such as MCP_TOKEN, not a value.`);
}
