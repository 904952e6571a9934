import { isModern } from "../../protocol/revisions.js";
import type { ClientChannel } from "../channel.js";
import type { ClientOptions } from "../client-options.js";
import type { McpClient } from "../client.js";
import { McpCallError, McpTimeoutError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { discover, initialize, negotiate, type Agreement } from "../exchange/handshake.js";
import type { KnownEras } from "./known-eras.js";
import { openClient, startOf } from "./open-client.js";

/** A channel that carries one message after the other, such as to a child process or over a WebSocket. */
export interface OpenedLine {
  readonly channel: ClientChannel;
  /** Begins to wait for a silence of the server, which may mean that it never answers the probe. */
  silence(mostMs: number): Silence;
  /** What else is known when the server does not answer: a sentence that begins with a space, or nothing. */
  afterTimeout(): string;
}

export interface Silence {
  /** Resolves when the server has been silent for long. */
  readonly begun: Promise<void>;
  end(): void;
}

export interface LineTarget {
  /** The server, by the name that the caller gave it. */
  readonly name: string;
  /** What its era is remembered by. */
  readonly key: string;
  readonly eras: KnownEras;
  open(): Promise<OpenedLine>;
}

/** Connects to one server, over a second line if a first message that it does not know has ended or confused it. */
export class LineStart {
  readonly #target: LineTarget;
  readonly #options: ClientOptions;
  /** Whether `initialize` is sent without a probe. */
  #isOlder: boolean;

  constructor(target: LineTarget, options: ClientOptions) {
    this.#target = target;
    this.#options = options;
    const pinned = options.protocolVersion;
    this.#isOlder = pinned === undefined ? target.eras.isOlder(target.key) : !isModern(pinned);
  }

  /** @throws McpTimeoutError, McpConnectionError, McpHandshakeError; the line is closed by then */
  async connect(): Promise<McpClient> {
    const latest = performance.now() + startOf(this.#options).timeoutMs;
    try {
      return await this.#connect(latest);
    } catch (error) {
      if (!(error instanceof ProbeError)) throw error;
      const { protocolVersion, signal } = this.#options;
      const { key, eras } = this.#target;
      const isSure = protocolVersion !== undefined || eras.isNewer(key);
      if (isSure || signal?.aborted) throw error.cause;
    }
    this.#isOlder = true;
    return this.#connect(latest);
  }

  async #connect(latest: number): Promise<McpClient> {
    const { name, key, eras } = this.#target;
    const line = await this.#target.open();
    try {
      const agree = (exchange: Exchange): Promise<Agreement> => this.#agree(exchange, line, latest);
      const client = await openClient(line.channel, this.#options, name, agree);
      eras.learn(key, client.protocolVersion);
      return client;
    } catch (error) {
      if (!(error instanceof McpTimeoutError)) throw error;
      const { timeoutMs } = startOf(this.#options);
      const what = `The server ${name} did not answer the handshake within ${timeoutMs} ms.`;
      throw new McpTimeoutError(what + line.afterTimeout(), { server: name, cause: error });
    }
  }

  async #agree(exchange: Exchange, line: OpenedLine, latest: number): Promise<Agreement> {
    const { signal, protocolVersion } = this.#options;
    const leftMs = Math.max(latest - performance.now(), 1);
    const times = { timeoutMs: leftMs, maxMs: leftMs, signal };
    if (!this.#isOlder) return this.#probe(exchange, line, times);
    if (protocolVersion !== undefined) return negotiate(exchange, times);
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

  async #probe(exchange: Exchange, line: OpenedLine, times: Times): Promise<Agreement> {
    const silence = line.silence(times.timeoutMs / 2);
    try {
      return await negotiate(exchange, times, silence.begun);
    } catch (error) {
      const mayBeProbe = exchange.isClosed || error instanceof McpCallError;
      throw mayBeProbe ? new ProbeError(error) : error;
    } finally {
      silence.end();
    }
  }
}

type Times = ReturnType<typeof startOf>;

/** The handshake failed after a probe, which may be the reason. */
class ProbeError extends Error {
  constructor(cause: unknown) {
    super("The handshake failed after a probe.", { cause });
  }
}
