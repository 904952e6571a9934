import { defined } from "../../protocol/defined.js";
import type { HttpServerOptions } from "../../transports/http/node.js";
import { takeStdout } from "../../transports/stdio/take-stdout.js";
import type { Api } from "../../contract/api.js";
import { readCommandLine, UsageError, type ServerCommand } from "./parse-args.js";
import type { OpenApiServer, OpenApiServerOptions } from "../openapi-server.js";
import { serviceOf } from "../serve/servable.js";
import { serveStdio } from "../serve/serve.js";

/** A generated class, or one that extends it. */
export interface OpenApiServerClass {
  new (options?: OpenApiServerOptions): OpenApiServer;
  readonly api: Api;
}

export interface RunOptions extends OpenApiServerOptions {
  /** Default: the process's own arguments. */
  readonly argv?: readonly string[];
  /** How `--http` serves, beside what the command line says: who may use it, limits, sessions. */
  readonly http?: Omit<HttpServerOptions, "port" | "host">;
}

/**
 * Runs a server as the process's program: on standard input and output, or with `--http` on a port. `--help` tells the
 * rest. Ends the process: with code 0 when the client is gone or a signal says so, 2 for a wrong command line, 1 when
 * it can't start.
 */
export async function run(Server: OpenApiServerClass, options: RunOptions = {}): Promise<void> {
  const { argv = process.argv.slice(2), http = {}, ...serverOptions } = options;
  if (argv[0] === "login" || argv[0] === "logout") {
    const { runLogin } = await import("./login-command.js");
    const settings = { ...serverOptions, env: serverOptions.env ?? process.env };
    const say = (text: string): boolean => process.stderr.write(text);
    process.exitCode = await runLogin(Server.api, argv, settings, say);
    return;
  }
  let command: ServerCommand;
  try {
    command = readCommandLine(argv, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.exitCode = 2;
    const { helpText } = await import("./help-text.js");
    process.stderr.write(`${error.message}\n\n${helpText(Server.api)}`);
    return;
  }
  if (command.kind === "help") {
    const { helpText } = await import("./help-text.js");
    process.stdout.write(helpText(Server.api));
    return;
  }
  // Before anything of the server's own runs: it may print at any time.
  if (command.kind === "stdio") takeStdout();
  const server = new Server({
    loginCommand: loginCommandOf(command),
    ...serverOptions,
    ...forwardingOf(command, serverOptions),
    ...defined({ mock: command.mock ? true : undefined }),
    ...filesOf(command, serverOptions),
    ...upstreamOf(command, serverOptions),
  });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // A second signal ends the process at once: the listener is gone by then.
    process.once(signal, () => stop.abort());
  }
  if (command.kind === "stdio") {
    await serveStdio(server, {}, stop.signal);
    await serviceOf(server).close();
    // Timers and sockets of the server's own code must not keep it alive without a client.
    process.exit(0);
  }
  const { runHttp } = await import("./run-http.js");
  await runHttp(server, command, http, stop.signal);
}

/** Where redirects may lead, by the command line beside the program; where misfits are taken down. */
function upstreamOf(
  { followRedirects, driftReport }: ServerCommand,
  options: OpenApiServerOptions,
): Pick<OpenApiServerOptions, "followRedirects" | "driftReport"> {
  return {
    followRedirects: [...(options.followRedirects ?? []), ...followRedirects],
    ...defined({ driftReport }),
  };
}

/** The folders of the command line beside those of the program. */
function filesOf(
  { allowedFolders }: ServerCommand,
  { files }: OpenApiServerOptions,
): Pick<OpenApiServerOptions, "files"> {
  if (allowedFolders.length === 0) return {};
  return { files: { ...files, allow: [...(files?.allow ?? []), ...allowedFolders] } };
}

/** Clients over a network learn the program's name, not its place. */
function loginCommandOf({ kind }: ServerCommand): string {
  const program = process.argv[1] ?? "main.js";
  return `node ${kind === "stdio" ? program : program.replace(/^.*[\\/]/, "")} login`;
}

/** The headers of the command line beside those of the program. */
function forwardingOf(
  { forwardHeaders }: ServerCommand,
  options: OpenApiServerOptions,
): Pick<OpenApiServerOptions, "forwardHeaders"> {
  if (forwardHeaders.length === 0) return {};
  return { forwardHeaders: [...(options.forwardHeaders ?? []), ...forwardHeaders] };
}
