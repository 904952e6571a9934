import type { HttpClientOptions } from "../../client/client-options.js";
import type { McpClient } from "../../client/client.js";
import { growingPause } from "../../client/growing-pause.js";
import type { Cancellation } from "../../protocol/cancellable.js";
import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import { unref } from "../../protocol/unref.js";

/** Opens a connection. */
export type OpenRemote = (options: HttpClientOptions) => Promise<McpClient>;

/** What happens to a connection. */
export interface LinkObserver {
  /** Called with each new connection, before it is used. */
  connected(client: McpClient): Promise<void> | void;
  /** Called when there is no connection, or no more. */
  lost(error: unknown): void;
}

const pauses = { firstMs: 250, mostMs: 5_000 };

/** How long a call waits for a connection that is being made. */
const callWaitMs = 3_000;

/** A connection to a remote server that is made again whenever it breaks. */
export class RemoteLink {
  readonly #open: OpenRemote;
  readonly #options: HttpClientOptions;
  readonly #observer: LinkObserver;
  readonly #closing = new AbortController();
  #client: McpClient | undefined;
  /** Of the connection that was opened last: resolves when it has ended. */
  #ended: Promise<Error | undefined> | undefined;
  #attempt: Promise<McpClient> | undefined;
  #pause: { readonly end: () => void } | undefined;

  constructor(open: OpenRemote, options: HttpClientOptions, observer: LinkObserver) {
    this.#open = open;
    this.#options = options;
    this.#observer = observer;
  }

  /** Present while connected. */
  get client(): McpClient | undefined {
    return this.#client;
  }

  start(): this {
    this.#attempt ??= this.#connect();
    void this.#keep();
    return this;
  }

  /** Returns the client, and waits a short while for it. @throws the error of the attempt to connect */
  async ready(signal?: Cancellation): Promise<McpClient> {
    if (this.#client) return this.#client;
    this.#closing.signal.throwIfAborted();
    // A call is a reason not to wait for the end of the pause.
    this.#pause?.end();
    const attempt = this.#attempt;
    if (!attempt) throw new Error("There is no connection.");
    return within(attempt, callWaitMs, signal);
  }

  /** Waits for the first attempt to connect, for a limited time. */
  async firstAttempt(waitMs: number): Promise<void> {
    if (this.#attempt) await within(this.#attempt, waitMs).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The connection is closed."));
    this.#pause?.end();
    await this.#client?.close();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempts = 0; !signal.aborted; attempts++) {
      try {
        await this.#attempt;
        attempts = 0;
        const error = await this.#ended;
        this.#client = undefined;
        if (!signal.aborted) this.#observer.lost(error);
      } catch (error) {
        if (!signal.aborted) this.#observer.lost(error);
      }
      if (!signal.aborted) await this.#rest(growingPause(pauses, attempts));
    }
  }

  async #connect(): Promise<McpClient> {
    this.#closing.signal.throwIfAborted();
    const client = await this.#open({
      ...this.#options,
      retries: 0,
      signal: this.#closing.signal,
    });
    let isOver = false;
    // From the beginning: the end of a connection is told once, and it may break while it is prepared.
    this.#ended = new Promise((resolve) => {
      client.on("close", (error) => {
        isOver = true;
        resolve(error);
      });
    });
    try {
      await this.#observer.connected(client);
      this.#closing.signal.throwIfAborted();
      if (isOver) throw (await this.#ended) ?? new Error("The connection was closed.");
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    return client;
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#pause = undefined;
        if (!this.#closing.signal.aborted) this.#attempt = this.#connect();
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#pause = { end };
    });
  }
}

/** @throws the signal's reason; an error when it takes too long */
async function within<T>(work: Promise<T>, ms: number, signal?: Cancellation): Promise<T> {
  work.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    timer = startTimeLimit(ms, () => reject(new Error("It takes too long to connect.")));
    unref(timer);
    stop = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
