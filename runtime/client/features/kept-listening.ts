import type { Listening, ListenFilter, RequestOptions } from "../client.js";
import type { RetryOptions } from "../client-options.js";
import { McpCallError } from "../errors.js";
import { growingPause, type PauseRange } from "../growing-pause.js";
import type { Exchange } from "../exchange/exchange.js";
import { openStream, type ListenStream } from "./listen-stream.js";
import { Waking } from "./waking.js";

const defaultFirstMs = 250;
const defaultMostMs = 10_000;

/**
 * A subscription that is opened again when its stream breaks, for as long as the connection lasts.
 *
 * @see MCP 2026-07-28, Subscriptions, Cancellation
 */
export class KeptListening implements Listening {
  readonly #exchange: Exchange;
  readonly #wanted: ListenFilter;
  readonly #options: RequestOptions;
  readonly #waking = new Waking();
  readonly #closing = new AbortController();
  #stream: ListenStream;
  #isClosed = false;

  private constructor(
    exchange: Exchange,
    wanted: ListenFilter,
    options: RequestOptions,
    stream: ListenStream,
  ) {
    this.#exchange = exchange;
    this.#wanted = wanted;
    this.#options = { ...options, signal: this.#closing.signal };
    this.#stream = stream;
    void this.#keep();
  }

  /** @throws McpTimeoutError, McpCallError, McpConnectionError if the subscription can't be opened */
  static async open(
    exchange: Exchange,
    wanted: ListenFilter,
    options: RequestOptions = {},
  ): Promise<KeptListening> {
    return new KeptListening(
      exchange,
      wanted,
      options,
      await openStream(exchange, wanted, options),
    );
  }

  get filter(): ListenFilter {
    return this.#stream.filter;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#stream.close();
    this.#closing.abort();
    this.#waking.wake();
    return Promise.resolve();
  }

  async #keep(): Promise<void> {
    const stop = this.#exchange.onClose(() => this.#waking.wake());
    try {
      await this.#openAgain();
    } finally {
      stop();
    }
  }

  async #openAgain(): Promise<void> {
    const range = pausesOf(this.#exchange.options.retries);
    let attempts = 0;
    while (!this.#isOver) {
      const openedAt = performance.now();
      const error = await this.#stream.ended;
      if (this.#isOver) return;
      this.#warn("broke and is opened again", error);
      // A stream that lasted was no failure to begin with.
      if (performance.now() - openedAt > range.mostMs) attempts = 0;
      do {
        await this.#waking.pause(growingPause(range, attempts));
        attempts += 1;
      } while (!this.#isOver && !(await this.#open()));
    }
  }

  /** @returns whether the attempts may end: the stream is open, or the server refuses it */
  async #open(): Promise<boolean> {
    try {
      const stream = await openStream(this.#exchange, this.#wanted, this.#options);
      this.#stream = stream;
      if (this.#isClosed) stream.close();
      else this.#announceAll();
      return true;
    } catch (error) {
      if (error instanceof McpCallError) {
        this.#isClosed = true;
        this.#warn("broke and is refused now, so nothing is heard of changes", error);
      }
      return this.#isOver;
    }
  }

  /** Nobody knows what happened while the stream was broken. */
  #announceAll(): void {
    const { tools, prompts, resources, resourceUris = [] } = this.#stream.filter;
    const announce = (method: string, params = {}): void => this.#exchange.announce(method, params);
    if (tools) announce("notifications/tools/list_changed");
    if (prompts) announce("notifications/prompts/list_changed");
    if (resources) announce("notifications/resources/list_changed");
    for (const uri of resourceUris) announce("notifications/resources/updated", { uri });
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#exchange.isClosed;
  }

  #warn(what: string, error: unknown): void {
    const { log, server } = this.#exchange;
    log.warn(`The subscription to changes of ${server} ${what}`, error);
  }
}

function pausesOf(retries: number | RetryOptions | undefined): PauseRange {
  const { firstMs = defaultFirstMs, mostMs = defaultMostMs } =
    typeof retries === "object" ? retries : {};
  return { firstMs, mostMs };
}
