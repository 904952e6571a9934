import { messageText } from "../protocol/exact-json.js";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { atLeast } from "../protocol/limits/check-limit.js";
import { startTimeLimit } from "../protocol/limits/time-limit.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";

export interface OutgoingOptions {
  /** Sends the text. @returns false if the client cannot be reached */
  readonly send: (text: string) => boolean;
  /** Cancels the request and notifies the other side. */
  readonly signal?: AbortSignal;
  /** Time limit for the response. Default: five minutes, because a person may have to think. */
  readonly timeoutMs?: number;
}

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: Error): void;
}

const defaultTimeoutMs = 5 * 60_000;

/** Requests sent to the other side that have no response yet, by id. */
export class OutgoingRequests {
  readonly #waiting = new Map<RequestId, Waiting>();
  readonly #prefix: string;
  #next = 0;
  /** Set when the other side is gone. */
  #closed: Error | undefined;
  readonly #onClose = new Set<() => void>();

  /** @param prefix keeps ids of several processes that send requests to one client apart */
  constructor(prefix = "") {
    this.#prefix = prefix;
  }

  /**
   * Sends a request and waits for its response.
   *
   * @returns the result
   * @throws ProtocolError with the other side's error, or -32603 if it cannot be reached or times out; the signal's reason
   *   if that is aborted; the error of `close`, whether called before or after; RangeError for a time limit below 1
   * @see MCP 2025-11-25, Lifecycle, Timeouts; Cancellation
   */
  send(method: string, params: JsonObject, options: OutgoingOptions): Promise<JsonObject> {
    const { signal } = options;
    const id = this.#prefix === "" ? ++this.#next : `${this.#prefix}${++this.#next}`;
    return new Promise((resolve, reject) => {
      const timeoutMs = atLeast(1, "timeoutMs", options.timeoutMs ?? defaultTimeoutMs);
      if (signal?.aborted) return reject(signal.reason as Error);
      if (this.#closed) return reject(this.#closed);
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiting.delete(id);
      };
      const giveUp = (error: Error, reason: string): void => {
        finish();
        options.send(
          JSON.stringify({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: id, reason },
          }),
        );
        reject(error);
      };
      const onAbort = (): void => giveUp(signal?.reason as Error, "The request was cancelled.");
      const timer = startTimeLimit(timeoutMs, () => {
        const error = `The client did not answer ${method} within ${timeoutMs} ms.`;
        giveUp(new ProtocolError(errorCodes.internalError, error), "The request timed out.");
      });
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.set(id, {
        resolve: (result) => {
          finish();
          resolve(result);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
      });
      const text = messageText({ jsonrpc: "2.0", id, method, params });
      if (options.send(text)) return;
      finish();
      const error = `Cannot send ${method}: the client has no open stream for requests of the server.`;
      reject(new ProtocolError(errorCodes.internalError, error));
    });
  }

  /** Settles the request that a response belongs to. @returns false if there is none in this process */
  receive(id: RequestId, body: JsonObject): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    const error = member(body, "error");
    if (error === undefined) {
      const result = member(body, "result");
      if (isObject(result)) waiting.resolve(result);
      else
        waiting.reject(
          new ProtocolError(
            errorCodes.internalError,
            "The client sent a result that is not an object.",
          ),
        );
      return true;
    }
    const { code, message } = isObject(error) ? error : {};
    waiting.reject(
      new ProtocolError(
        typeof code === "number" ? code : errorCodes.internalError,
        typeof message === "string" ? message : "The client answered with an error.",
        isObject(error) ? member(error, "data") : undefined,
      ),
    );
    return true;
  }

  /** Calls the listener once, when the other side is gone. */
  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#onClose.add(listener);
  }

  /** Rejects all open and all later requests, because the other side is gone. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const listener of this.#onClose) listener();
    this.#onClose.clear();
    for (const waiting of this.#waiting.values()) waiting.reject(error);
  }
}
