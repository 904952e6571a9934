/** Requests that we sent to the other side, waiting for their answers. */
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";

export interface OutgoingOptions {
  /** Where to send it. @returns false when nobody can be reached there */
  readonly send: (text: string) => boolean;
  /** Gives up, and tells the other side so. */
  readonly signal?: AbortSignal;
  /** Longest wait for an answer; default five minutes: a person may have to think. */
  readonly timeoutMs?: number;
}

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: Error): void;
}

const defaultTimeoutMs = 5 * 60_000;

/** One side's requests to the other, by id. */
export class OutgoingRequests {
  readonly #waiting = new Map<RequestId, Waiting>();
  readonly #prefix: string;
  #next = 0;
  /** Why nobody answers any more. */
  #closed: Error | undefined;

  /** @param prefix keeps ids apart where several processes ask the same client */
  constructor(prefix = "") {
    this.#prefix = prefix;
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @returns the result
   * @throws ProtocolError with the other side's error, or -32603 when it can't be reached or takes too long; the
   *   signal's reason when that gave up; what `close` was given, before it or after
   * @see MCP 2025-11-25, Lifecycle, Timeouts; Cancellation
   */
  send(method: string, params: JsonObject, options: OutgoingOptions): Promise<JsonObject> {
    const { signal, timeoutMs = defaultTimeoutMs } = options;
    const id = this.#prefix === "" ? ++this.#next : `${this.#prefix}${++this.#next}`;
    return new Promise((resolve, reject) => {
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
      const timer = setTimeout(() => {
        const error = `The client did not answer ${method} within ${timeoutMs} ms.`;
        giveUp(new ProtocolError(errorCodes.internalError, error), "It took too long.");
      }, timeoutMs);
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
      const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      if (options.send(text)) return;
      finish();
      const error = `${method} can't be sent: the client has no open stream that could carry it.`;
      reject(new ProtocolError(errorCodes.internalError, error));
    });
  }

  /** Hands an answer to whoever waits for it. @returns false when nobody here does */
  receive(id: RequestId, body: JsonObject): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    const error = member(body, "error");
    if (error === undefined) {
      const result = member(body, "result");
      if (isObject(result)) waiting.resolve(result);
      else waiting.reject(new ProtocolError(errorCodes.internalError, "The result is no object."));
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

  /** Gives up everything, also what is asked from here on: the other side is gone. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
  }
}
