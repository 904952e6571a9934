import type { JsonObject } from "../../protocol/json.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Cancellation } from "../../protocol/cancellable.js";
import type { ChannelRequest } from "../channel.js";
import type { Progress } from "../client-options.js";
import { readError } from "./read-error.js";

/** How a request is sent and how long it may take. */
export interface ExchangeOptions {
  readonly signal?: Cancellation | undefined;
  /** Default: the connection's. `Infinity` for a request that stays open. */
  readonly timeoutMs?: number | undefined;
  readonly maxMs?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Members of `_meta` besides the protocol's own. */
  readonly meta?: JsonObject | undefined;
  /** Replaces the protocol's own members of `_meta`, for a client that forwards the requests of others. */
  readonly envelope?: JsonObject | undefined;
  /** Arguments that HTTP repeats in headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Declares the extension for tasks with this request, so that the server may make a task of it. */
  readonly withTasks?: boolean | undefined;
  /** Called with the id of the request before it is sent. */
  readonly onSend?: ((id: RequestId) => void) | undefined;
}

/** Reads a result as soon as it arrives. What it throws rejects the request. */
export type ReadResult<T> = (result: JsonObject) => T | Promise<T>;

/** A request without its response. */
export class OpenRequest {
  readonly sent: ChannelRequest;
  readonly options: ExchangeOptions;
  readonly timeoutMs: number;
  /** When it times out without progress, and when it does with progress. By `performance.now()`. */
  idleAt: number;
  latestAt: number;
  /** Whether it was sent again, in a new session. */
  isRepeated = false;
  readonly #read: ReadResult<unknown> | undefined;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  #onAbort: (() => void) | undefined;
  /** Since when it waits for a token. */
  #waitsSince: number | undefined;

  constructor(
    sent: ChannelRequest,
    options: ExchangeOptions,
    times: { readonly now: number; readonly timeoutMs: number; readonly maxMs: number },
    read: ReadResult<unknown> | undefined,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.sent = sent;
    this.options = options;
    this.timeoutMs = times.timeoutMs;
    this.idleAt = times.now + times.timeoutMs;
    this.latestAt = times.now + Math.max(times.maxMs, times.timeoutMs);
    this.#read = read;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get dueAt(): number {
    return this.#waitsSince === undefined ? Math.min(this.idleAt, this.latestAt) : Infinity;
  }

  /** The time in which it waits for a token is not counted. */
  set waits(isWaiting: boolean) {
    const now = performance.now();
    const since = this.#waitsSince;
    if (!isWaiting && since !== undefined) {
      this.idleAt += now - since;
      this.latestAt += now - since;
    }
    this.#waitsSince = isWaiting ? (since ?? now) : undefined;
  }

  onAbort(abort: () => void): void {
    this.#onAbort = abort;
    this.options.signal?.addEventListener("abort", abort);
  }

  /** @param server its name, for an error when the result can't be read */
  resolve(result: JsonObject, server: string): void {
    this.#settled();
    if (!this.#read) return this.#resolve(result);
    try {
      this.#resolve(this.#read(result));
    } catch (error) {
      this.#reject(readError(error, this.sent.method, server));
    }
  }

  reject(error: unknown): void {
    this.#settled();
    this.#reject(error);
  }

  #settled(): void {
    if (this.#onAbort) this.options.signal?.removeEventListener("abort", this.#onAbort);
  }
}
