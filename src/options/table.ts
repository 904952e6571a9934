/** All command-line options. yargs, the config file and the README's tables read this table. */

import { readAuth } from "./auth-option.js";
import { clientOptions } from "./client-options.js";
import {
  comparing,
  configured,
  generateOnly,
  generating,
  reading,
  serveOnly,
  writing,
} from "./command-groups.js";
import { contractOptions } from "./contract-options.js";
import { diffOptions } from "./diff-options.js";
import { readNamedVariable } from "./env-option.js";
import { initOptions } from "./init-options.js";
import { listingOptions } from "./listing-options.js";
import { migrateOptions } from "./migrate-options.js";
import { outputOptions } from "./output-options.js";
import { overrideOptions } from "./override-options.js";
import type { OptionRow, ValueOf } from "./option-row.js";
import { packagingOptions } from "./packaging-options.js";
import { watchOptions } from "./watch-options.js";
import { setupOptions } from "./setup-options.js";

export const optionTable = {
  out: {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Output folder. Default: <name>-mcp, or <name>-client.",
    commands: [...writing, "init"],
  },
  routes: {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Route map (YAML or JSON): decides which operations become tools, resources or nothing.",
    commands: reading,
  },
  overlay: {
    type: "string",
    value: "FILE",
    path: true,
    repeatable: true,
    doc: "OpenAPI Overlay (1.0 or 1.1; a file or a URL) to apply to the document first. Repeatable; overlays are applied in order.",
    commands: reading,
  },
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
  name: {
    type: "string",
    value: "NAME",
    doc: "Name of the server. Default: from the document's title.",
    commands: [...reading, "clients"],
  },
  layout: {
    type: "string",
    choices: ["project", "module"],
    default: "project",
    doc: "Write a complete project that can run, or only the generated modules, for a folder of your own project.",
    commands: writing,
  },
  runtime: {
    type: "string",
    value: "bundled|readable|package|SPECIFIER",
    default: "bundled",
    doc: "Where generated code has the runtime from: a copy in the output, minified into few files (bundled) or readable; the package mcp-codegen/runtime; or any import specifier.",
    commands: writing,
  },
  templates: {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Folder with templates of your own, such as server.ts.hbs, in place of some of the built-in ones. They are your code.",
    commands: writing,
  },
  "runtime-dir": {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Write the runtime to this folder instead of into the output, and import it from there: one runtime for several servers of a repository.",
    commands: writing,
  },
  ...outputOptions,
  build: {
    type: "boolean",
    default: true,
    doc: "Compile the project into dist/. With --no-build, run `tsc` yourself.",
    negatedDoc: "Do not compile the project; run `tsc` yourself.",
    commands: writing,
  },
  tests: {
    type: "boolean",
    default: false,
    doc: "Also write tests for `node --test`, which need no API: for each operation, they compare the bytes of its request and its result.",
    commands: generating,
  },
  ...packagingOptions,
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
    commands: comparing,
  },
  force: {
    type: "boolean",
    default: false,
    doc: "Overwrite generated files that were edited by hand, and other files with the same names.",
    commands: [...comparing, "watch", "clients"],
  },
  ...overrideOptions,
  print: {
    type: "string",
    choices: ["document", "operations", "routes", "surface"],
    doc: "Print the result of one stage as JSON on stdout and stop.",
    commands: generateOnly,
  },
  http: {
    type: "string",
    value: "[PORT]",
    numeric: true,
    doc: "Serve Streamable HTTP instead of stdio. Default port: 3000.",
    commands: serveOnly,
  },
  host: {
    type: "string",
    value: "HOST",
    default: "127.0.0.1",
    doc: "Address to listen on with --http. Any other than a loopback address needs --allow-host or a token.",
    commands: serveOnly,
  },
  "allow-host": {
    type: "string",
    value: "NAME",
    repeatable: true,
    doc: "With --http, serve only requests addressed to this host name. Repeatable.",
    commands: serveOnly,
  },
  "allow-origin": {
    type: "string",
    value: "URL",
    repeatable: true,
    doc: "With --http, let web pages of this origin call the server. Repeatable.",
    commands: serveOnly,
  },
  "token-file": {
    type: "string",
    value: "FILE",
    path: true,
    doc: "With --http, serve only clients that send the token in this file, or in the variable MCP_TOKEN: Authorization: Bearer TOKEN.",
    commands: serveOnly,
  },
  "base-url": {
    type: "string",
    value: "URL",
    doc: "Base URL of the API, in place of every server of the document. Values may be sent to its host.",
    commands: ["serve", "auth", "call"],
  },
  "send-to": {
    type: "string",
    value: "HOST",
    repeatable: true,
    doc: "Let credentials and other values be sent to this host: https://api.example.com. Without it, a terminal is asked once. Repeatable.",
    commands: ["serve", "auth", "call"],
  },
  "log-level": {
    type: "string",
    choices: ["debug", "info", "warn", "error"],
    doc: "Log from this level up on stderr. Default: MCP_LOG_LEVEL, else warn, which tells calls that the API refused or did not answer.",
    commands: serveOnly,
  },
  "log-format": {
    type: "string",
    choices: ["text", "json"],
    doc: "Log as text or as one JSON object in each line. Default: MCP_LOG_FORMAT, else text.",
    commands: serveOnly,
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
    commands: serveOnly,
  },
  mock: {
    type: "boolean",
    default: false,
    doc: "Answer from the document's examples and schemas; never call the API.",
    commands: ["serve", "call"],
  },
  "forward-header": {
    type: "string",
    value: "NAME",
    repeatable: true,
    doc: "With --http, forward this header of incoming requests to the API. Repeatable. Headers for this server itself, such as Authorization and Cookie, are refused.",
    commands: serveOnly,
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
  "drift-report": {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Keep an OpenAPI Overlay in this file that corrects the document where the API's answers do not match it.",
    commands: serveOnly,
  },
  port: {
    type: "number",
    value: "PORT",
    doc: "Port on 127.0.0.1 to which the browser returns after a login, for authorization servers that allow only one redirect address. Default: any free port.",
    commands: ["auth"],
  },
  scope: {
    type: "string",
    value: "SCOPES",
    doc: "OAuth scopes to request at login, separated by spaces. Default: all scopes that the operations need.",
    commands: ["auth"],
  },
  browser: {
    type: "boolean",
    default: true,
    doc: "Open the login page in a browser. With --no-browser, only print its address.",
    negatedDoc: "Print the address of the login page instead of opening a browser.",
    commands: ["auth"],
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
  ...listingOptions,
  ...initOptions,
  ...contractOptions,
  ...diffOptions,
  ...clientOptions,
  ...watchOptions,
  ...setupOptions,
  ...migrateOptions,
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
  json: {
    type: "boolean",
    default: false,
    doc: "Print the result and every problem as JSON on stdout.",
    commands: ["generate", "auth", "list", "explain", "clients", "check", "diff"],
  },
  sort: {
    type: "string",
    choices: ["document", "tokens", "name", "path"],
    default: "document",
    doc: "Order of the operations; `tokens` lists the largest first.",
    commands: ["list"],
  },
  filter: {
    type: "string",
    value: "WORDS",
    doc: "List only operations that contain each of these words in their name, path, tags, kind or reason.",
    commands: ["list"],
  },
  quiet: {
    type: "boolean",
    default: false,
    doc: "Print errors only.",
    commands: reading,
  },
  verbose: {
    type: "boolean",
    default: false,
    doc: "Print every problem instead of the first few of each kind.",
    commands: reading,
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof optionTable;

/** Parsed options. Options with a default are always present. */
export type Options = {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? Name : never
  ]: ValueOf<(typeof optionTable)[Name]>;
} & {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? never : Name
  ]?: ValueOf<(typeof optionTable)[Name]> | undefined;
};

/** Returns the options at their defaults, for callers of the programming interface. */
export function defaultOptions(): Options {
  const defaults: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<OptionRow>(optionTable)) {
    if (row.default !== undefined) defaults[name] = row.default;
  }
  return defaults as Options;
}
