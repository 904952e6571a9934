/** The command line of a server: what `main.ts` accepts. */
import { defined } from "../../protocol/defined.js";
import { redirectRule } from "../../upstream/exchange/redirect-rule.js";
import { forwardableNames } from "../../upstream/security/forwarded-headers.js";

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
    ...defined({ driftReport: values["drift-report"] }),
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
