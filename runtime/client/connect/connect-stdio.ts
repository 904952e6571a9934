import { Log } from "../../protocol/log.js";
import { isModern } from "../../protocol/revisions.js";
import type { ClientOptions, StdioServer } from "../client-options.js";
import type { McpClient } from "../client.js";
import { McpCallError, McpConnectionError, McpTimeoutError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { discover, initialize, negotiate, type Agreement } from "../exchange/handshake.js";
import { checkCommand, commandName } from "../process/command.js";
import { ProcessChannel } from "../process/process-channel.js";
import { ServerProcess } from "../process/server-process.js";
import { Silence } from "../process/silence.js";
import { KnownEras } from "./known-eras.js";
import { openClient, startOf } from "./open-client.js";
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
  const name = options.name ?? commandName(server);
  const target = JSON.stringify([server.command, server.args ?? [], server.cwd]);
  const start = new StdioStart(copyOf(server, options), options, name, target);
  // By default only what may heal: a server that exits does so again. Whoever gives a number wants to try.
  return withRetries(options, () => start.connect(), mayHelp, 0);
}

/** Connects to one server, which may have to be started twice. */
class StdioStart {
  readonly #server: StdioServer;
  readonly #options: ClientOptions;
  readonly #name: string;
  readonly #target: string;
  /** Whether `initialize` is sent without a probe. */
  #isOlder: boolean;

  constructor(server: StdioServer, options: ClientOptions, name: string, target: string) {
    this.#server = server;
    this.#options = options;
    this.#name = name;
    this.#target = target;
    const pinned = options.protocolVersion;
    this.#isOlder = pinned === undefined ? knownEras.isOlder(target) : !isModern(pinned);
  }

  async connect(): Promise<McpClient> {
    const latest = performance.now() + startOf(this.#options).timeoutMs;
    try {
      return await this.#connect(latest);
    } catch (error) {
      const { protocolVersion, signal } = this.#options;
      const mayBeProbe = !this.#isOlder && protocolVersion === undefined && !signal?.aborted;
      if (!mayBeProbe || !(error instanceof ProbeError)) throw causeOf(error);
    }
    // Some older servers exit on, or are confused by, a first message that they don't know.
    this.#isOlder = true;
    return this.#connect(latest).catch((error: unknown) => {
      throw causeOf(error);
    });
  }

  async #connect(latest: number): Promise<McpClient> {
    const context = { name: this.#name, onStderr: this.#server.onStderr };
    const own = await ServerProcess.start(this.#server, context);
    const { maxMessageBytes = defaultMessageBytes } = this.#options;
    const channel = new ProcessChannel(own, { server: this.#name, maxMessageBytes });
    try {
      const agree = (exchange: Exchange): Promise<Agreement> => this.#agree(exchange, own, latest);
      const client = await openClient(channel, this.#options, this.#name, agree);
      knownEras.learn(this.#target, client.protocolVersion);
      return client;
    } catch (error) {
      if (!(error instanceof McpTimeoutError)) throw error;
      const { timeoutMs } = startOf(this.#options);
      const what = `The server ${this.#name} did not answer the handshake within ${timeoutMs} ms.`;
      const told = own.stderrTail() || " It wrote nothing to standard error.";
      throw new McpTimeoutError(what + told, { server: this.#name, cause: error });
    }
  }

  async #agree(exchange: Exchange, own: ServerProcess, latest: number): Promise<Agreement> {
    const { signal } = this.#options;
    const leftMs = Math.max(latest - performance.now(), 1);
    const times = { timeoutMs: leftMs, maxMs: leftMs, signal };
    const pinned = this.#options.protocolVersion;
    if (!this.#isOlder || pinned !== undefined) return this.#probe(exchange, own, times);
    try {
      return await initialize(exchange, undefined, times);
    } catch (error) {
      // It may have been replaced by a newer server.
      if (!(error instanceof McpCallError)) throw error;
      return discover(exchange, times).catch(() => {
        throw error;
      });
    }
  }

  async #probe(exchange: Exchange, own: ServerProcess, times: Times): Promise<Agreement> {
    const silence = new Silence(own, times.timeoutMs / 2);
    try {
      return await negotiate(exchange, times, silence.begun);
    } catch (error) {
      const isConfused = exchange.isClosed || error instanceof McpCallError;
      throw isConfused ? new ProbeError(error) : error;
    } finally {
      silence.end();
    }
  }
}

interface Times {
  readonly timeoutMs: number;
  readonly maxMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The connection failed after a probe, which may be the reason. */
class ProbeError extends Error {
  constructor(cause: unknown) {
    super("The handshake failed after a probe.", { cause });
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof ProbeError ? error.cause : error;
}

/** Whether another start may succeed: not if the command can't be run at all. */
function mayHelp(error: unknown): boolean {
  if (error instanceof McpTimeoutError) return true;
  return error instanceof McpConnectionError && error.cause === undefined;
}

/** Copies a server, with a handler that can't throw. */
function copyOf(server: StdioServer, { log }: ClientOptions): StdioServer {
  const { onStderr } = server;
  if (!onStderr) return { ...server };
  const guarded = (line: string): void => {
    try {
      onStderr(line);
    } catch (error) {
      new Log(log).error("The handler onStderr failed", error);
    }
  };
  return { ...server, onStderr: guarded };
}
