import type { Cancellation } from "../../protocol/cancellable.js";
import {
  andThen,
  promised,
  recover,
  settled,
  type MaybePromise,
} from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import { RunningDeadline, type Deadline } from "./deadline.js";
import { HookFailure } from "./request-hooks.js";
import { follow, type RedirectSettings } from "./redirects.js";
import { hostOf } from "../request/request.js";
import { isBrokenConnection } from "../../net/retries.js";
import { seconds, waitBefore, type RetryPolicy } from "./retry.js";
import type { ApiResponse, SentRequest } from "./sender.js";

/** How a request is sent. */
export interface ExchangeSettings extends RedirectSettings, RetryPolicy {
  /** Milliseconds for sending, redirects, retries and reading together. */
  readonly timeoutMs: number;
  /** Cancels the exchange. */
  readonly signal: Cancellation | undefined;
}

/** What follows an exchange. */
export interface Taking<T, R> {
  /** Makes the result of what was read, after the time limit. What it throws is not passed to `failed`. */
  readonly take: (read: T) => MaybePromise<R>;
  /** Makes a result in place of a failure. */
  readonly failed: (error: unknown) => Promise<R>;
}

type Read<T> = (response: ApiResponse, deadline: Deadline) => MaybePromise<T>;

/**
 * Sends a request and reads its response. If retries are allowed, sends it again when the API is busy, and once when
 * the connection breaks. Waits for nothing but the response if that is there as a whole and needs no further request.
 *
 * @param taking its `failed` gets a ToolError when the API can't be reached, takes too long or redirects elsewhere; what `read`
 *   throws; the signal's reason when it was aborted
 */
export function exchange<T, R>(
  request: SentRequest,
  settings: ExchangeSettings,
  read: Read<T>,
  taking: Taking<T, R>,
): Promise<R> {
  return new Attempts(request, settings, read, taking).start();
}

/** The requests of one exchange. Each promise that a call waits for costs a hundredth of its time, so there is one. */
class Attempts<T, R> {
  readonly #request: SentRequest;
  readonly #settings: ExchangeSettings;
  readonly #read: Read<T>;
  readonly #taking: Taking<T, R>;
  readonly #deadline: RunningDeadline;
  #retries = 0;
  #reconnects: number;

  constructor(
    request: SentRequest,
    settings: ExchangeSettings,
    read: Read<T>,
    taking: Taking<T, R>,
  ) {
    this.#request = request;
    this.#settings = settings;
    this.#read = read;
    this.#taking = taking;
    this.#deadline = new RunningDeadline(settings.timeoutMs, settings.signal);
    this.#reconnects = Math.min(settings.retries, 1);
  }

  start(): Promise<R> {
    const { sender, signal } = this.#settings;
    const send = (): Promise<ApiResponse> => {
      signal?.throwIfAborted();
      return sender.send(this.#request, this.#deadline);
    };
    return promised(send).then(
      (response) => this.#end(() => this.#received(response)),
      (error: unknown) => this.#end(() => this.#failed(error)),
    );
  }

  #end(work: () => MaybePromise<T>): MaybePromise<R> {
    const { take, failed } = this.#taking;
    return settled(
      work,
      (read) => {
        this.#deadline.end();
        return take(read);
      },
      (error) => failed(this.#deadline.endedBy(error, hostOf(this.#request.origin))),
    );
  }

  #received(response: ApiResponse): MaybePromise<T> {
    return recover(
      () => this.#answered(response),
      (error) => this.#failed(error),
    );
  }

  #answered(response: ApiResponse): MaybePromise<T> {
    const last = follow(response, this.#request, this.#settings, this.#deadline);
    return andThen(last, (final) => {
      const wait =
        this.#retries < this.#settings.retries
          ? waitBefore(final, this.#retries, this.#deadline)
          : undefined;
      return wait === undefined ? this.#read(final, this.#deadline) : this.#retry(final, wait);
    });
  }

  async #retry(response: ApiResponse, wait: number): Promise<T> {
    response.discard();
    const host = hostOf(this.#request.origin);
    const waiting = `${host} answered ${response.status}; retrying in ${seconds(wait)}.`;
    this.#settings.onProgress?.(waiting);
    await this.#deadline.pause(wait);
    this.#retries += 1;
    return this.#sendAgain();
  }

  #sendAgain(): Promise<T> {
    return this.#settings.sender.send(this.#request, this.#deadline).then(
      (response) => this.#received(response),
      (error: unknown) => this.#failed(error),
    );
  }

  async #failed(error: unknown): Promise<T> {
    if (this.#deadline.aborted || error instanceof ToolError) throw error;
    if (error instanceof HookFailure) throw error.cause;
    if (this.#reconnects > 0 && isBrokenConnection(error)) {
      this.#reconnects -= 1;
      return this.#sendAgain();
    }
    const reason = this.#settings.redactor.text(await reasonOf(error));
    throw new ToolError(`The call to ${hostOf(this.#request.origin)} failed: ${reason}.`);
  }
}

/** Says in words what the cause's code means, such as `ECONNREFUSED`; returns its message if it has none. */
async function reasonOf(error: unknown): Promise<string> {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string") {
      const { networkErrorText } = await import("../../contract/network-errors.js");
      return networkErrorText(code);
    }
    if (level.cause === undefined) return level.message;
    level = level.cause;
  }
  return "unknown reason";
}
