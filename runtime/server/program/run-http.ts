import { defined } from "../../protocol/defined.js";
import type { HttpServerOptions } from "../../transports/http/node.js";
import type { ServerCommand } from "./parse-args.js";
import type { OpenApiServer } from "../openapi-server.js";
import { serviceOf } from "../serve/servable.js";
import { serveHttp } from "../serve/serve.js";

/** HTTP options that the program sets in code. */
type ProgramOptions = Omit<HttpServerOptions, "port" | "host">;

/** Serves over HTTP and prints the URL. Ends the process when `stop` is aborted. */
export async function runHttp(
  server: OpenApiServer,
  command: ServerCommand,
  program: ProgramOptions,
  stop: AbortSignal,
): Promise<void> {
  const options = httpOptions(command, program);
  const { title } = (server.constructor as typeof OpenApiServer).api;
  let http;
  try {
    http = await serveHttp(server, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${title} can't listen on ${options.host}, port ${options.port}: ${reason}\n`,
    );
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
  process.stderr.write(`${title} serves MCP at ${http.url}\n`);
  stop.addEventListener("abort", end);
}

function httpOptions(
  { port, host, allowedOrigins, allowedHosts, stateless }: ServerCommand,
  program: ProgramOptions,
): HttpServerOptions {
  return {
    ...program,
    port,
    host,
    allowedOrigins: [...(program.allowedOrigins ?? []), ...allowedOrigins],
    allowedHosts: [...(program.allowedHosts ?? []), ...allowedHosts],
    ...defined({ sessions: stateless ? false : undefined }),
  };
}
