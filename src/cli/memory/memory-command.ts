import { memoryServer } from "../../../runtime/memory-server/factories.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { escapeHidden } from "../../../runtime/protocol/terminal/hidden-characters.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import type { McpServer } from "../../../runtime/server/mcp-server.js";
import { runHttp } from "../../../runtime/server/program/run-http.js";
import { serveStdio } from "../../../runtime/server/serve/serve.js";
import { takeStdout } from "../../../runtime/transports/stdio/take-stdout.js";
import type { Options } from "../../options/table.js";
import { UsageError } from "../usage-error.js";

const title = "The memory server";
const defaultPort = 3000;

/**
 * Runs `memory`: serves until the client is gone, or over HTTP until a signal comes. Resolves to false if the memory can't be
 * opened.
 */
export async function runMemory(options: Options): Promise<boolean> {
  const { http, file } = options;
  if (!/^\d*$/.test(http ?? "")) throw new UsageError(`--http must be a port number, not ${http}.`);
  if (http === undefined) takeStdout();
  const server = await opened(file);
  if (!server) return false;
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // `once`: a second signal ends the process at once.
    process.once(signal, () => stop.abort());
  }
  if (http === undefined) {
    await serveStdio(server, {}, stop.signal);
    await server.close();
    return true;
  }
  const command = {
    port: http === "" ? defaultPort : Number(http),
    host: options.host,
    stateless: options.stateless,
    allowedHosts: options["allow-host"] ?? [],
    allowedOrigins: options["allow-origin"] ?? [],
    ...defined({ tokenFile: options["token-file"] }),
  };
  await runHttp(server, title, command, {}, stop.signal);
  return !process.exitCode;
}

/** Opens the memory before there is a client. Undefined, with a message, if that fails. */
async function opened(file: string | undefined): Promise<McpServer | undefined> {
  try {
    const server = await memoryServer(defined({ file }));
    await server.start();
    return server;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    printError(`${escapeHidden(`${title} does not start: ${reason}`)}\n`);
    return undefined;
  }
}
