import type { Api } from "../../contract/api.js";
import type { HttpServerOptions } from "../../transports/http/node/listen.js";
import { printError } from "../../protocol/terminal/print.js";
import { unref } from "../../protocol/unref.js";
import { takeStdout } from "../../transports/stdio/take-stdout.js";
import type { ServerCommand } from "./parse-args.js";
import type { OpenApiServerClass, OpenApiServerOptions } from "../openapi-server.js";
import { serviceOf } from "../serve/servable.js";
import { serveStdio } from "../serve/serve.js";

/** How a server runs as a program. */
export interface RunOptions extends OpenApiServerOptions {
  /** Command-line arguments. Default: those of the process. */
  readonly argv?: readonly string[];
  /** Further options of `--http`, such as authorization, limits and sessions. */
  readonly http?: Omit<HttpServerOptions, "port" | "host">;
}

/**
 * Runs a server as a program: on standard input and output, or with `--http` on a port; see `--help`. Ends the process with
 * code 0 when the client is gone or on SIGINT or SIGTERM, 2 for a wrong command line, 1 when the server can't start.
 */
export async function run(Server: OpenApiServerClass, options: RunOptions = {}): Promise<void> {
  const { argv = process.argv.slice(2), http = {}, ...serverOptions } = options;
  const { apis = [Server.api] } = Server;
  if (argv[0] === "login" || argv[0] === "logout") {
    const { runLogins } = await import("./login-command.js");
    const env = serverOptions.env ?? process.env;
    const settings = { tell: printError, ...serverOptions, env };
    process.exitCode = await runLogins(apis, argv, settings, printError);
    return;
  }
  let command: ServerCommand | undefined;
  let commanded: OpenApiServerOptions = {};
  // A client that starts the program without arguments must not wait for the code that reads them.
  if (argv.length > 0) {
    const { commandOf, optionsOf } = await import("./parse-args.js");
    command = await commandOf(argv, Server);
    if (!command) return;
    commanded = optionsOf(command, serverOptions);
    logAs(command);
  }
  const isHttp = command?.kind === "http";
  // Before the constructor, because the server's own code may print at any time.
  if (!isHttp) takeStdout();
  const settings: OpenApiServerOptions = {
    loginCommand: loginCommandOf(isHttp),
    tell: printError,
    ...serverOptions,
    ...commanded,
  };
  const server = new Server(settings);
  for (const api of apis) {
    if (hasNotice(api, settings)) {
      const { startNotice } = await import("./start-notice.js");
      printError(startNotice(api, settings));
    } else if (lacksCredentials(api, settings)) tellMissing(api, settings);
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // `once`: a second signal ends the process at once.
    process.once(signal, () => stop.abort());
  }
  if (!isHttp || !command) {
    await serveStdio(server, {}, stop.signal);
    await serviceOf(server).close();
    // Timers and sockets of the server's own code must not keep the process alive without a client.
    process.exit(0);
  }
  const { runHttp } = await import("./run-http.js");
  await runHttp(server, Server.api.title, command, http, stop.signal);
}

/** Whether there may be something to tell at start. A plain URL of a server and no value to send leave nothing. */
function hasNotice(api: Api, { env = process.env, forwardHeaders }: OpenApiServerOptions): boolean {
  const facts = Object.values(api.securitySchemes ?? {}).flatMap(Object.values);
  return (
    !/^https?:[^{}]+$/i.test(api.servers[0]?.url ?? "") ||
    [api.otherServers, forwardHeaders].some((each) => each?.length) ||
    facts.some((name) => typeof name === "string" && env[name])
  );
}

/** Whether the API has security schemes and no value is set for any of them. */
function lacksCredentials({ securitySchemes }: Api, options: OpenApiServerOptions): boolean {
  // With these, the program may bring credentials by itself.
  return securitySchemes !== undefined && !options.mock && !options.headers && !options.fetch;
}

/** Tells what is missing once the client has its answer: no client waits for the code that finds it out. */
function tellMissing(api: Api, options: OpenApiServerOptions): void {
  const tell = (): void =>
    void import("./start-notice.js").then(({ credentialNotice }) =>
      printError(credentialNotice(api, options)),
    );
  unref(setTimeout(tell, 100));
}

/** Writes the log as the command line says, also that of events that belong to no server. */
function logAs({ logLevel, logFormat }: ServerCommand): void {
  if (logLevel !== undefined) process.env["MCP_LOG_LEVEL"] = logLevel;
  if (logFormat !== undefined) process.env["MCP_LOG_FORMAT"] = logFormat;
}

/** Returns the login command for clients. Over HTTP it must not reveal the program's folder. */
function loginCommandOf(isHttp: boolean): string {
  const program = process.argv[1] ?? "main.js";
  return `node ${isHttp ? program.replace(/^.*[\\/]/, "") : program} login`;
}
