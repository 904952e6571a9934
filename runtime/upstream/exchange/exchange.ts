import type { Cancellation } from "../../protocol/cancellable.js";
import { andThen, recover, type MaybePromise } from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withinDeadline, type Deadline } from "./deadline.js";
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

/**
 * Sends a request and reads its response. If retries are allowed, sends it again when the API is busy, and once when
 * the connection breaks. Waits for nothing but the response if that is there as a whole and needs no further request.
 *
 * @throws ToolError when the API can't be reached, takes too long or redirects elsewhere; what `read` throws; the
 *   signal's reason when it was aborted
 */
export function exchange<T>(
  request: SentRequest,
  settings: ExchangeSettings,
  read: (response: ApiResponse, deadline: Deadline) => MaybePromise<T>,
): Promise<T> {
  const { timeoutMs, signal } = settings;
  return withinDeadline(timeoutMs, signal, hostOf(request.origin), (deadline) =>
    new Attempts(request, settings, read, deadline).send(),
  );
}

/** The requests of one exchange. */
class Attempts<T> {
  readonly #request: SentRequest;
  readonly #settings: ExchangeSettings;
  readonly #read: (response: ApiResponse, deadline: Deadline) => MaybePromise<T>;
  readonly #deadline: Deadline;
  #retries = 0;
  #reconnects: number;

  constructor(
    request: SentRequest,
    settings: ExchangeSettings,
    read: (response: ApiResponse, deadline: Deadline) => MaybePromise<T>,
    deadline: Deadline,
  ) {
    this.#request = request;
    this.#settings = settings;
    this.#read = read;
    this.#deadline = deadline;
    this.#reconnects = Math.min(settings.retries, 1);
  }

  send(): Promise<T> {
    const failed = (error: unknown): Promise<T> => this.#failed(error);
    return this.#settings.sender
      .send(this.#request, this.#deadline)
      .then((response) => recover(() => this.#answered(response), failed), failed);
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
    return this.send();
  }

  async #failed(error: unknown): Promise<T> {
    if (this.#deadline.aborted || error instanceof ToolError) throw error;
    if (error instanceof HookFailure) throw error.cause;
    if (this.#reconnects > 0 && isBrokenConnection(error)) {
      this.#reconnects -= 1;
      return this.send();
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
