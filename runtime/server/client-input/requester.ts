import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ClientInputCode } from "./lazy-code.js";
import type { AskOptions } from "../types/call-context.js";

/**
 * Sends the questions of one call to its client. `RequestContext` checks that a question is well formed; the requester
 * checks that the client supports it.
 *
 * To ask in another way (a task keeps its questions until the client polls), implement this and pass it to a
 * `RequestContext`.
 */
export interface Requester {
  /** The client's answers to a result that asked for input, unchanged. */
  readonly inputResponses: JsonObject | undefined;
  /** The state that the handler returned in that result. */
  readonly requestState: unknown;
  /**
   * @param params in the shape of the newest revision
   * @returns the client's result, checked against the question by `checkAnswer`
   * @throws ClientCapabilityError if the client does not support the question
   */
  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown>;
  /** @see CallContext.once */
  once<T>(key: string, work: () => T | Promise<T>): Promise<T>;
  /** Sends a message that must not overtake an earlier question. Absent if no question is ever queued. */
  inOrder?(send: () => void): void;
  /** Does work with the code that asks, so that later messages do not overtake its questions. Absent if none could. */
  later?<T>(work: (code: ClientInputCode) => Promise<T>): Promise<T>;
  /** Waits for the queued questions and messages; never rejects. Absent if nothing is ever queued. */
  flush?(): MaybePromise<void>;
}
