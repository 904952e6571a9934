import { Log } from "../../protocol/log.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { ClientOptions, StdioServer } from "../client-options.js";
import type { McpClient } from "../client.js";
import { McpConnectionError, McpTimeoutError } from "../errors.js";
import { checkCommand, commandName } from "../process/command.js";
import { ProcessChannel } from "../process/process-channel.js";
import { ProcessSilence } from "../process/process-silence.js";
import { ServerProcess } from "../process/server-process.js";
import { checkOptions } from "./check-options.js";
import { KnownEras } from "./known-eras.js";
import { LineStart, type OpenedLine } from "./line-start.js";
import { withRetries } from "./with-retries.js";

const defaultMessageBytes = 32 * 1024 * 1024;

const knownEras = new KnownEras();

/**
 * Starts a server as a child process and connects to it.
 *
 * @param server a copy is made: later changes have no effect
 * @throws TypeError if the command can't be one; McpConnectionError if it can't be run, or exits; McpTimeoutError if it does not
 *   answer; McpHandshakeError. The process is gone by then, and the error has the end of its standard error.
 */
export async function openStdio(
  server: StdioServer,
  options: ClientOptions = {},
): Promise<McpClient> {
  checkCommand(server);
  checkOptions(options);
  const name = options.name ?? commandName(server);
  const key = JSON.stringify([server.command, server.args ?? [], server.cwd]);
  const copy = copyOf(server, options);
  const open = (): Promise<OpenedLine> => startProcess(copy, name, options);
  const start = new LineStart({ name, key, eras: knownEras, open }, options);
  // By default only what may heal: a server that exits does so again. Whoever gives a number wants to try.
  return withRetries(options, () => start.connect(), mayHelp, 0);
}

async function startProcess(
  server: StdioServer,
  name: string,
  { maxMessageBytes = defaultMessageBytes }: ClientOptions,
): Promise<OpenedLine> {
  const own = await ServerProcess.start(server, { name, onStderr: server.onStderr });
  return {
    channel: new ProcessChannel(own, { server: name, maxMessageBytes }),
    silence: (mostMs) => new ProcessSilence(own, mostMs),
    afterTimeout: () => own.stderrTail() || " It wrote nothing to standard error.",
  };
}

/** Whether another start may succeed: not if the command can't be run at all. */
function mayHelp(error: unknown): boolean {
  if (error instanceof McpTimeoutError) return true;
  return error instanceof McpConnectionError && error.cause === undefined;
}

/** Copies a server, with a handler that neither throws nor rejects. */
function copyOf(server: StdioServer, { log }: ClientOptions): StdioServer {
  const { onStderr } = server;
  if (!onStderr) return { ...server };
  const failed = (error: unknown): void => new Log(log).error("The handler onStderr failed", error);
  return { ...server, onStderr: (line) => void recover(() => onStderr(line), failed) };
}
