import { defined } from "../../protocol/defined.js";
import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { rememberVisit } from "../../session/visits.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { checkAccepted } from "./client-capabilities.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import { ClientAnswerError } from "./errors.js";
import { encodeQuestion } from "./encode-question.js";
import { OnceValues } from "./call-memory.js";
import { QuestionKeys } from "./question-keys.js";

/**
 * Asks by sending requests to the client while the call waits, as revisions before 2026-07-28 do.
 *
 * @see MCP 2025-11-25, Elicitation; Sampling; Roots
 */
export class PushRequester implements Requester {
  readonly #request: IncomingRequest;
  readonly #signal: AbortSignal | undefined;
  #once: OnceValues | undefined;
  #keys: QuestionKeys | undefined;
  #inputResponses: JsonObject | undefined;
  #requestState: unknown;
  /** Cancels the questions in flight. */
  #controller: AbortController | undefined;

  /** @param signal cancels the questions; default: the signal of the request */
  constructor(request: IncomingRequest, signal?: AbortSignal) {
    this.#request = request;
    this.#signal = signal;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#inputResponses;
  }

  get requestState(): unknown {
    return this.#requestState;
  }

  /**
   * @throws ClientCapabilityError if the client does not support the question
   * @throws ClientAnswerError if the answer is missing or does not fit
   * @throws TypeError if another question has the same key
   */
  async ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    checkAccepted(method, params, this.#request);
    // The key is not needed here, but a handler with duplicate keys must fail in both eras.
    (this.#keys ??= new QuestionKeys()).next(method, options.key);
    const answer = await this.send(method, params, options.timeoutMs);
    try {
      return checkAnswer(method, params, answer);
    } catch (error) {
      throw error instanceof ProtocolError ? ClientAnswerError.from(method, error) : error;
    }
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return (this.#once ??= new OnceValues()).get(key, work);
  }

  /**
   * Sends a question and waits for the answer.
   *
   * @returns the client's result, unchecked
   * @throws ClientAnswerError if there is no result; the signal's reason if the call is cancelled
   */
  async send(method: ClientMethod, params: JsonObject, timeoutMs?: number): Promise<JsonObject> {
    const request = this.#request;
    const { session, protocolVersion } = request;
    if (!session) {
      throw new ClientAnswerError(
        `No answer to ${method}: the request has no session to send it on.`,
      );
    }
    const encoded = encodeQuestion(method, params, protocolVersion);
    rememberVisit(session, encoded["elicitationId"]);
    try {
      return await session.outgoing.send(method, encoded, {
        send: (text) => request.send(text) || session.push(text),
        signal: this.#questionSignal(),
        ...defined({ timeoutMs }),
      });
    } catch (error) {
      throw error instanceof ProtocolError ? ClientAnswerError.from(method, error) : error;
    }
  }

  /** Prepares another run of the handler, with the answers and the state. */
  again(inputResponses: JsonObject | undefined, requestState: unknown): void {
    this.#inputResponses = inputResponses;
    this.#requestState = requestState;
    this.#keys = undefined;
  }

  /** Cancels the questions in flight. */
  close(): void {
    this.#controller?.abort(new DOMException("The call is over.", "AbortError"));
  }

  #questionSignal(): AbortSignal {
    if (!this.#controller) {
      const controller = (this.#controller = new AbortController());
      const outer = this.#signal ?? this.#request.signal;
      if (outer.aborted) controller.abort(outer.reason);
      else {
        outer.addEventListener("abort", () => controller.abort(outer.reason), { once: true });
      }
    }
    return this.#controller.signal;
  }
}
