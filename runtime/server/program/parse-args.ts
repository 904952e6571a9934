/** Parses the command line of a generated server. */
import { defined } from "../../protocol/defined.js";
import {
  logFormats,
  logSeverities,
  type LogFormat,
  type LogSeverity,
} from "../../protocol/log-entry.js";
import { printError, printOutput } from "../../protocol/terminal/print.js";
import type { CallerLimits } from "../types/server-options.js";
import { redirectRule } from "../../upstream/exchange/redirect-rule.js";
import type { OpenApiServerClass, OpenApiServerOptions } from "../openapi-server.js";
import { forwardableNames } from "../../upstream/security/forwarded-headers.js";

export interface ServerCommand {
  readonly kind: "stdio" | "http" | "help";
  readonly port: number;
  readonly host: string;
  readonly mock: boolean;
  readonly stateless: boolean;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  /** File with the token that clients must send. */
  readonly tokenFile?: string;
  /** Limits of each caller. */
  readonly limits?: CallerLimits;
  /** Folders whose files may be sent to the API. */
  readonly allowedFolders: readonly string[];
  /** Names of request headers to forward to the API. */
  readonly forwardHeaders: readonly string[];
  /** Origins other than the API's own that redirects may lead to. */
  readonly followRedirects: readonly string[];
  /** Whether the API may have any address. */
  readonly allowInternal?: true;
  /** Replaces the document's server. */
  readonly baseUrl?: string;
  /** File for the overlay that would correct the document. */
  readonly driftReport?: string;
  /** Milliseconds for a call of the API. */
  readonly timeoutMs?: number;
  /** Replaces MCP_LOG_LEVEL. */
  readonly logLevel?: LogSeverity;
  /** Replaces MCP_LOG_FORMAT. */
  readonly logFormat?: LogFormat;
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const onlyWithHttp = [
  "host",
  "stateless",
  "allow-origin",
  "allow-host",
  "token-file",
  "rate-limit",
  "max-concurrent",
  "forward-header",
] as const;

/** Returns the command of a command line. If it is wrong or asks for help, prints the help and returns undefined. */
export async function commandOf(
  argv: readonly string[],
  { api, apis }: Pick<OpenApiServerClass, "api" | "apis">,
): Promise<ServerCommand | undefined> {
  try {
    const command = readCommandLine(argv, process.env);
    if (apis) refuseForSeveral(command);
    if (command.kind !== "help") return command;
    const { helpText } = await import("./help-text.js");
    printOutput(helpText(api, process.env, apis));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.exitCode = 2;
    const { helpText } = await import("./help-text.js");
    printError(`${error.message}\n\n${helpText(api, process.env, apis)}`);
  }
  return undefined;
}

/** @throws UsageError for options that are for one API */
function refuseForSeveral({ baseUrl, driftReport }: ServerCommand): void {
  if (baseUrl !== undefined) {
    throw new UsageError("--base-url is for one API: set the variable of the API that is meant.");
  }
  if (driftReport !== undefined) throw new UsageError("--drift-report is for one API.");
}

/** @throws UsageError */
export function readCommandLine(
  argv: readonly string[],
  env: { readonly [name: string]: string | undefined },
): ServerCommand {
  const values = orUsageError(() => parseOptions(withPort(argv, env["PORT"] || "3000")));
  const { http } = values;
  for (const name of onlyWithHttp) {
    if (http === undefined && values[name] !== undefined) {
      throw new UsageError(`--${name} requires --http.`);
    }
  }
  const port = portOf(http);
  const { "allow-files": allowedFolders = [], "forward-header": headers = [] } = values;
  const { "follow-redirects": origins = [], "drift-report": driftReport } = values;
  orUsageError(() => redirectRule(origins));
  return defined({
    kind: values.help ? "help" : http === undefined ? "stdio" : "http",
    port,
    host: values.host ?? "127.0.0.1",
    mock: values.mock ?? false,
    stateless: values.stateless ?? false,
    allowedOrigins: values["allow-origin"] ?? [],
    allowedHosts: values["allow-host"] ?? [],
    tokenFile: values["token-file"],
    limits: limitsOf(values["rate-limit"], values["max-concurrent"]),
    allowedFolders,
    followRedirects: origins,
    driftReport,
    allowInternal: values["allow-internal"] || undefined,
    baseUrl: values["base-url"],
    timeoutMs: timeoutOf(values.timeout),
    logLevel: choiceOf("log-level", values["log-level"], logSeverities),
    logFormat: choiceOf("log-format", values["log-format"], logFormats),
    forwardHeaders: orUsageError(() => forwardableNames(headers)),
  });
}

// The return type is inferred from the options.
function parseOptions(args: string[]) {
  // Faster than an import, which makes Node wrap the whole module; every stdio server starts here.
  const { values } = process.getBuiltinModule("node:util").parseArgs({
    args,
    options: {
      http: { type: "string" },
      host: { type: "string" },
      mock: { type: "boolean" },
      stateless: { type: "boolean" },
      "allow-origin": { type: "string", multiple: true },
      "allow-host": { type: "string", multiple: true },
      "token-file": { type: "string" },
      "rate-limit": { type: "string" },
      "max-concurrent": { type: "string" },
      "allow-files": { type: "string", multiple: true },
      "forward-header": { type: "string", multiple: true },
      "follow-redirects": { type: "string", multiple: true },
      "drift-report": { type: "string" },
      "allow-internal": { type: "boolean" },
      "base-url": { type: "string" },
      timeout: { type: "string" },
      "log-level": { type: "string" },
      "log-format": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  return values;
}

function portOf(http = "0"): number {
  const port = Number(http);
  if (!/^\d*$/.test(http) || port > 65_535) throw new UsageError(`Not a port: ${http}`);
  return port;
}

function limitsOf(rate: string | undefined, open: string | undefined): CallerLimits | undefined {
  for (const [name, text = "1"] of [
    ["rate-limit", rate],
    ["max-concurrent", open],
  ] as const) {
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw new UsageError(`--${name} must be a whole number, 1 or more.`);
  }
  if (rate === undefined && open === undefined) return undefined;
  return defined({
    perMinute: rate === undefined ? undefined : Number(rate),
    concurrent: open === undefined ? undefined : Number(open),
  });
}

/** Reads `--timeout`, a number of seconds. */
function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new UsageError("--timeout must be a whole number of seconds, 1 or more.");
  }
  return Number(text) * 1000;
}

function choiceOf<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((each) => each === text);
  if (choice !== undefined || text === undefined) return choice;
  throw new UsageError(`--${name} must be one of ${choices.join(", ")}.`);
}

/** Turns errors of the parser and of option checks into usage errors. */
function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Adds the default port to a bare `--http`: parseArgs has no optional values. */
function withPort(argv: readonly string[], port: string): string[] {
  return argv.map((argument, index) => {
    const next = argv[index + 1];
    const isAlone = next === undefined || next.startsWith("-");
    return argument === "--http" && isAlone ? `--http=${port}` : argument;
  });
}

/** Adds what the command line says to the program's options. */
export function optionsOf(
  command: ServerCommand,
  options: OpenApiServerOptions,
): OpenApiServerOptions {
  return {
    ...forwardingOf(command, options),
    ...defined({ mock: command.mock ? true : undefined }),
    ...filesOf(command, options),
    ...upstreamOf(command, options),
  };
}

/** Adds how the command line says to call the API. */
function upstreamOf(
  { followRedirects, driftReport, allowInternal, baseUrl, limits, timeoutMs }: ServerCommand,
  options: OpenApiServerOptions,
): Partial<OpenApiServerOptions> {
  return {
    followRedirects: [...(options.followRedirects ?? []), ...followRedirects],
    ...defined({ driftReport, allowInternal, baseUrl, limits, timeoutMs }),
  };
}

/** Adds the command line's folders to the program's. */
function filesOf(
  { allowedFolders }: ServerCommand,
  { files }: OpenApiServerOptions,
): Pick<OpenApiServerOptions, "files"> {
  if (allowedFolders.length === 0) return {};
  return { files: { ...files, allow: [...(files?.allow ?? []), ...allowedFolders] } };
}

/** Adds the command line's headers to the program's. */
function forwardingOf(
  { forwardHeaders }: ServerCommand,
  options: OpenApiServerOptions,
): Pick<OpenApiServerOptions, "forwardHeaders"> {
  if (forwardHeaders.length === 0) return {};
  return { forwardHeaders: [...(options.forwardHeaders ?? []), ...forwardHeaders] };
}
