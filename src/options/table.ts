/** Every option of the command line: the one source of yargs, of the config file and of the README's table. */

import { readTokenCount } from "./token-count.js";

export interface OptionRow {
  readonly type: "string" | "boolean" | "number";
  /** Shown in the help; absent for options without a value when not given. */
  readonly default?: string | boolean | number;
  readonly choices?: readonly string[];
  /** What stands for the value in the help: `--out DIR`. */
  readonly value?: string;
  /** Throws a RangeError for a value that means nothing. */
  readonly check?: (value: string) => unknown;
  /** May be given several times; the value is a list. */
  readonly repeatable?: true;
  readonly doc: string;
  /** Commands that know it. */
  readonly commands: readonly Command[];
}

export type Command = "generate" | "serve" | "auth" | "list" | "explain";

const both: readonly Command[] = ["generate", "serve"];
const generateOnly: readonly Command[] = ["generate"];
const serveOnly: readonly Command[] = ["serve"];
const authOnly: readonly Command[] = ["auth"];
/** Commands that read a document. */
const reading: readonly Command[] = ["generate", "serve", "auth", "list", "explain"];
/** Commands that decide how operations are listed. */
const shaping: readonly Command[] = ["generate", "serve", "list", "explain"];
const listOnly: readonly Command[] = ["list"];

export const optionTable = {
  out: {
    type: "string",
    value: "DIR",
    doc: "Folder to write to. Default: <name>-mcp.",
    commands: generateOnly,
  },
  routes: {
    type: "string",
    value: "FILE",
    doc: "Route map (YAML or JSON): what becomes a tool, a resource or nothing.",
    commands: reading,
  },
  overlay: {
    type: "string",
    value: "FILE",
    repeatable: true,
    doc: "OpenAPI Overlay (1.0 or 1.1; a file or a URL) to apply to the document first. Repeat it for several, applied in order.",
    commands: reading,
  },
  name: {
    type: "string",
    value: "NAME",
    doc: "Name of the server. Default: from the document's title.",
    commands: reading,
  },
  layout: {
    type: "string",
    choices: ["project", "module"],
    default: "project",
    doc: "A project that runs at once, or only the generated modules for a folder of your own project.",
    commands: generateOnly,
  },
  runtime: {
    type: "string",
    value: "bundled|package|SPECIFIER",
    default: "bundled",
    doc: "Where generated code finds the runtime: a copy in the output, the package mcp-codegen/runtime, or any import specifier.",
    commands: generateOnly,
  },
  build: {
    type: "boolean",
    default: true,
    doc: "Compile the project into dist/. --no-build leaves that to you.",
    commands: generateOnly,
  },
  tests: {
    type: "boolean",
    default: false,
    doc: "Write tests, too: of every operation the bytes that it sends and the result that comes of an answer, without the API, for node --test.",
    commands: generateOnly,
  },
  "dry-run": {
    type: "boolean",
    default: false,
    doc: "Say what would be written, write nothing.",
    commands: generateOnly,
  },
  check: {
    type: "boolean",
    default: false,
    doc: "Write nothing; exit 1 when the output on disk is stale or was edited by hand, naming the files.",
    commands: generateOnly,
  },
  force: {
    type: "boolean",
    default: false,
    doc: "Overwrite generated files that were edited by hand, and files of the same names that are not ours.",
    commands: generateOnly,
  },
  print: {
    type: "string",
    choices: ["document", "operations", "routes", "surface"],
    doc: "Print the value of one stage as JSON on stdout and stop.",
    commands: generateOnly,
  },
  http: {
    type: "string",
    value: "[PORT]",
    doc: "Serve Streamable HTTP instead of stdio. Default port: 3000.",
    commands: serveOnly,
  },
  host: {
    type: "string",
    value: "HOST",
    default: "127.0.0.1",
    doc: "Address to listen on with --http.",
    commands: serveOnly,
  },
  stateless: {
    type: "boolean",
    default: false,
    doc: "Keep no sessions with --http: older clients can't be asked anything nor hear of changes.",
    commands: serveOnly,
  },
  mock: {
    type: "boolean",
    default: false,
    doc: "Answer from the document's examples and schemas; call no API.",
    commands: serveOnly,
  },
  "forward-header": {
    type: "string",
    value: "NAME",
    repeatable: true,
    doc: "Pass this header of callers on to the API, with --http. Repeat it for several; never what is meant for this server, such as Authorization or Cookie.",
    commands: serveOnly,
  },
  "allow-files": {
    type: "string",
    value: "DIR",
    repeatable: true,
    doc: "Let arguments name files in this folder to be sent. Repeat it for several.",
    commands: serveOnly,
  },
  "follow-redirects": {
    type: "string",
    value: "HOST",
    repeatable: true,
    doc: "Follow the API's redirects to this host too: files.example.com, *.example.com. Credentials never go there. Repeat it for several.",
    commands: serveOnly,
  },
  "drift-report": {
    type: "string",
    value: "FILE",
    doc: "Keep an OpenAPI Overlay there that would correct the document where answers don't fit it.",
    commands: serveOnly,
  },
  port: {
    type: "number",
    value: "PORT",
    doc: "Where the browser comes back to on 127.0.0.1 after a login, for servers that take one address only. Default: any that is free.",
    commands: authOnly,
  },
  scope: {
    type: "string",
    value: "SCOPES",
    doc: "What a login asks for, separated by spaces. Default: all that the operations need.",
    commands: authOnly,
  },
  browser: {
    type: "boolean",
    default: true,
    doc: "Open the login page. --no-browser only prints its address.",
    commands: authOnly,
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
  strict: {
    type: "boolean",
    default: false,
    doc: "Exit 1 when an operation has to be skipped, and write nothing.",
    commands: both,
  },
  validate: {
    type: "boolean",
    default: false,
    doc: "Also check the document against the official schema of its OpenAPI version.",
    commands: generateOnly,
  },
  "description-limit": {
    type: "number",
    value: "CHARS",
    default: 1024,
    doc: "Longest description of a tool.",
    commands: shaping,
  },
  "input-schema-limit": {
    type: "number",
    value: "BYTES",
    default: 16384,
    doc: "How many bytes of shared schemas the input schema of a tool may bring along; what is beyond is listed without its members.",
    commands: shaping,
  },
  "output-schema-limit": {
    type: "number",
    value: "BYTES",
    default: 1024,
    doc: "List a tool's output schema only when it is no larger than this; 0 lists none.",
    commands: shaping,
  },
  mode: {
    type: "string",
    choices: ["tools", "search", "auto"],
    default: "auto",
    doc: "List every tool, or three that search, describe and call operations; `auto` does the latter when all tools would take more than 20,000 tokens.",
    commands: shaping,
  },
  budget: {
    type: "string",
    value: "TOKENS",
    check: readTokenCount,
    doc: "Most tokens that the list of tools may take, such as 20k: says less of each tool, then puts the rest behind the search tools.",
    commands: shaping,
  },
  client: {
    type: "string",
    choices: ["openai", "claude", "cursor", "vscode", "gemini"],
    doc: "List only what this client takes: schemas, lengths of names, numbers of tools. Calls are checked against the whole schemas.",
    commands: shaping,
  },
  config: {
    type: "string",
    value: "FILE",
    doc: "Read options from a JSON or YAML file; the command line wins.",
    commands: reading,
  },
  json: {
    type: "boolean",
    default: false,
    doc: "Print the result and every problem as JSON on stdout.",
    commands: ["generate", "auth", "list", "explain"],
  },
  sort: {
    type: "string",
    choices: ["document", "tokens", "name", "path"],
    default: "document",
    doc: "Order of the operations; `tokens` has the largest first.",
    commands: listOnly,
  },
  filter: {
    type: "string",
    value: "WORDS",
    doc: "Only operations that have each of these words in their name, path, tags, kind or reason.",
    commands: listOnly,
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
    doc: "Print every problem instead of the first few of a kind.",
    commands: reading,
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof optionTable;

type ValueOf<Row extends OptionRow> = Row extends { repeatable: true }
  ? readonly string[]
  : Single<Row>;

type Single<Row extends OptionRow> = Row["choices"] extends readonly (infer Choice)[]
  ? Choice
  : Row["type"] extends "boolean"
    ? boolean
    : Row["type"] extends "number"
      ? number
      : string;

/** Options as parsed: those with a default are always there. */
export type Options = {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? Name : never
  ]: ValueOf<(typeof optionTable)[Name]>;
} & {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? never : Name
  ]?: ValueOf<(typeof optionTable)[Name]> | undefined;
};

/** The defaults alone: what the programmatic surface starts from. */
export function defaultOptions(): Options {
  const defaults: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<OptionRow>(optionTable)) {
    if (row.default !== undefined) defaults[name] = row.default;
  }
  return defaults as Options;
}
