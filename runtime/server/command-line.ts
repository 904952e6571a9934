/** The command line of a server: what `main.ts` accepts. */
import type { Api } from "../upstream/api.js";
import { redirectRule } from "../upstream/redirect-rule.js";
import { forwardableNames } from "../upstream/security/forwarded-headers.js";
import { hasLogin, variablesOfScheme } from "../upstream/security/scheme-ways.js";

export interface ServerCommand {
  readonly kind: "stdio" | "http" | "help";
  readonly port: number;
  readonly host: string;
  readonly mock: boolean;
  readonly stateless: boolean;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  /** Folders whose files may be sent. */
  readonly allowedFolders: readonly string[];
  /** Headers of callers that go on to the API. */
  readonly forwardHeaders: readonly string[];
  /** Origins beside the API's own that redirects may lead to. */
  readonly followRedirects: readonly string[];
  /** The file to take down in where answers differ from the document. */
  readonly driftReport?: string;
}

/** A command line that can't be understood. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readCommandLine(
  argv: readonly string[],
  env: { readonly [name: string]: string | undefined },
): ServerCommand {
  let parsed;
  try {
    // Every server on stdio is started by its command line: an import would make Node wrap the whole module first.
    parsed = process.getBuiltinModule("node:util").parseArgs({
      args: withPort(argv, env["PORT"] || "3000"),
      options: {
        http: { type: "string" },
        host: { type: "string" },
        mock: { type: "boolean" },
        stateless: { type: "boolean" },
        "allow-origin": { type: "string", multiple: true },
        "allow-host": { type: "string", multiple: true },
        "allow-files": { type: "string", multiple: true },
        "forward-header": { type: "string", multiple: true },
        "follow-redirects": { type: "string", multiple: true },
        "drift-report": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values } = parsed;
  for (const name of [
    "host",
    "stateless",
    "allow-origin",
    "allow-host",
    "forward-header",
  ] as const) {
    if (values.http === undefined && values[name] !== undefined) {
      throw new UsageError(`--${name} is for --http.`);
    }
  }
  const port = Number(values.http ?? 0);
  if (!/^\d*$/.test(values.http ?? "") || port > 65_535) {
    throw new UsageError(`Not a port: ${values.http}`);
  }
  return {
    kind: values.help ? "help" : values.http === undefined ? "stdio" : "http",
    port,
    host: values.host ?? "127.0.0.1",
    mock: values.mock ?? false,
    stateless: values.stateless ?? false,
    allowedOrigins: values["allow-origin"] ?? [],
    allowedHosts: values["allow-host"] ?? [],
    allowedFolders: values["allow-files"] ?? [],
    followRedirects: originsOf(values["follow-redirects"] ?? []),
    ...(values["drift-report"] !== undefined && { driftReport: values["drift-report"] }),
    forwardHeaders: headersOf(values["forward-header"] ?? []),
  };
}

function originsOf(origins: readonly string[]): readonly string[] {
  try {
    redirectRule(origins);
    return origins;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function headersOf(names: readonly string[]): readonly string[] {
  try {
    return forwardableNames(names);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** `--http` alone gets the default port: parseArgs knows no optional values. */
function withPort(argv: readonly string[], port: string): string[] {
  return argv.map((argument, index) => {
    const next = argv[index + 1];
    const isAlone = next === undefined || next.startsWith("-");
    return argument === "--http" && isAlone ? `--http=${port}` : argument;
  });
}

/** The text of `--help`, with the environment variables that the API needs. */
export function helpText(api: Api): string {
  const variables = environmentOf(api);
  const width = Math.max(...variables.map(([name]) => name.length));
  return [
    `${api.title} ${api.version} as an MCP server.`,
    "",
    "Without options it talks to one client over standard input and output.",
    "",
    ...(hasLogin(api)
      ? ["login [SCHEME] logs a user in to the API with a browser, logout forgets it.", ""]
      : []),
    "Options:",
    "  --http [PORT]         serve Streamable HTTP at /mcp instead (default: PORT or 3000)",
    "  --host ADDRESS        address to listen on (default: 127.0.0.1)",
    "  --allow-origin URL    let web pages of this origin call the server; may be repeated",
    "  --allow-host NAME     accept requests addressed to this host name; may be repeated",
    "  --stateless           keep no sessions: any process can answer any request",
    "  --forward-header NAME pass this header of callers on to the API; may be repeated",
    "  --allow-files DIR     let arguments name files in this folder to be sent; may be repeated",
    "  --follow-redirects HOST  follow the API's redirects to this host too, without credentials; may be repeated",
    "  --drift-report FILE   keep an overlay there that would correct the document where answers don't fit it",
    "  --mock                answer from examples and schemas; call no API",
    "  -h, --help            show this",
    "",
    "Environment variables:",
    ...variables.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    "",
  ].join("\n");
}

function environmentOf(api: Api): [name: string, meaning: string][] {
  const [server] = api.servers;
  const found: [string, string][] = [
    [
      api.baseUrlEnv,
      server ? `base URL of the API, instead of ${server.url}` : "base URL of the API",
    ],
  ];
  for (const [name, variable] of Object.entries(server?.variables ?? {})) {
    found.push([variable.env, `{${name}} of the base URL (default: ${variable.default})`]);
  }
  for (const [name, scheme] of Object.entries(api.securitySchemes ?? {})) {
    for (const variable of variablesOfScheme(scheme)) {
      found.push([variable.name, `${variable.meaning} (${name})`]);
    }
  }
  return found;
}
