import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { printError } from "../../protocol/terminal/print.js";
import { defined } from "../../protocol/defined.js";
import type { HttpServerOptions } from "../../transports/http/node/listen.js";
import type { ServerCommand } from "./parse-args.js";
import { isUnprotected } from "../../transports/access/require-protection.js";
import { serviceOf, type Servable } from "../serve/servable.js";
import { serveHttp } from "../serve/serve.js";

/** HTTP options that the program sets in code. */
type ProgramOptions = Omit<HttpServerOptions, "port" | "host">;

/** What the command line says about HTTP. */
type HttpCommand = Pick<
  ServerCommand,
  "port" | "host" | "allowedOrigins" | "allowedHosts" | "stateless" | "tokenFile"
>;

/** Serves over HTTP and prints the URL. Ends the process when `stop` is aborted. @param title names the server in messages */
export async function runHttp(
  server: Servable,
  title: string,
  command: HttpCommand,
  program: ProgramOptions,
  stop: AbortSignal,
): Promise<void> {
  const options = await httpOptions(command, program);
  if (typeof options === "string" || isUnprotected(command.host, options)) {
    const reason = typeof options === "string" ? options : unprotected(command.host);
    printError(`${escapeHidden(`${title} does not start: ${reason}`)}\n`);
    process.exitCode = 2;
    return;
  }
  let http;
  try {
    http = await serveHttp(server, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${title} can't listen on ${options.host}, port ${options.port}: ${reason}`;
    printError(`${escapeHidden(message)}\n`);
    process.exitCode = 1;
    return;
  }
  const end = (): void =>
    void http
      .close()
      .then(() => serviceOf(server).close())
      .finally(() => process.exit(0));
  // `stop` may have been aborted while the server was starting.
  if (stop.aborted) return end();
  printError(`${escapeHidden(`${title} serves MCP at ${http.url}`)}\n`);
  stop.addEventListener("abort", end);
}

/** Says how a server can be protected that listens for other computers. */
function unprotected(host: string): string {
  return `at ${host}, anyone who can reach this computer could use it. Give --allow-host NAME for each name by which clients address it, or --token-file FILE (or the variable MCP_TOKEN) with a token that they must send.`;
}

/** Returns the options, or what is wrong with the token. */
async function httpOptions(
  { port, host, allowedOrigins, allowedHosts, stateless, tokenFile }: HttpCommand,
  program: ProgramOptions,
): Promise<(HttpServerOptions & { readonly host: string }) | string> {
  let authorizer = program.authorizer;
  if (!authorizer && (tokenFile !== undefined || process.env["MCP_TOKEN"] !== undefined)) {
    const { tokenAuthorizer } = await import("./inbound-token.js");
    const made = tokenAuthorizer(tokenFile, process.env["MCP_TOKEN"] ?? "");
    if (typeof made === "string") return made;
    authorizer = made;
  }
  return {
    ...program,
    port,
    host,
    allowedOrigins: [...(program.allowedOrigins ?? []), ...allowedOrigins],
    allowedHosts: [...(program.allowedHosts ?? []), ...allowedHosts],
    ...defined({ sessions: stateless ? false : undefined, authorizer }),
  };
}
