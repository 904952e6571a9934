import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { MaybePromise } from "../../session/maybe-promise.js";
import type { AskOptions } from "../types/call-context.js";

/**
 * How the questions of one call reach its client. `RequestContext` has checked by then that the question is well formed;
 * whether the client takes it is the asker's to check.
 *
 * To ask in another way (a task keeps its questions until the client polls), implement this and hand it to a
 * `RequestContext`.
 */
export interface Requester {
  /** The client's answers to a result that asked for input, as it sent them. */
  readonly inputResponses: JsonObject | undefined;
  /** What the handler gave along with that result. */
  readonly requestState: unknown;
  /**
   * @param params as the newest revision writes them
   * @returns the client's result, checked against the question: see `checkAnswer`
   * @throws ClientCapabilityError when the client does not take such questions
   */
  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown>;
  /** @see CallContext.once */
  once<T>(key: string, work: () => T | Promise<T>): Promise<T>;
  /** Says something to the client that must not pass a question asked before; absent where nothing can. */
  inOrder?(say: () => void): void;
  /** Resolves once nothing waits to be asked or said; never rejects. Absent where nothing can. */
  said?(): MaybePromise<void>;
}
