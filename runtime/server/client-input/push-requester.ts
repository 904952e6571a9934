import { defined } from "../../protocol/defined.js";
import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { checkAccepted } from "./client-capabilities.js";
import { checkAnswer } from "./check-answer.js";
import { ClientAnswerError } from "./client-answer-error.js";
import { encodeQuestion } from "./encode-question.js";
import { OnceValues } from "./once-values.js";
import { QuestionKeys } from "./question-keys.js";

/**
 * Asks at once, by requests of the server's own, while the call waits: the way of revisions before 2026-07-28.
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
  /** Of the questions under way. */
  #controller: AbortController | undefined;

  /** @param signal gives questions up; default the request's */
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
   * @throws ClientCapabilityError when the client does not take such questions
   * @throws ClientAnswerError when there is no answer, or none that fits
   * @throws TypeError when another question has the same key
   */
  async ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    checkAccepted(method, params, this.#request);
    // The key is of no use here, but a handler with two equal ones must not work in one era only.
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
   * Sends a question and waits.
   *
   * @returns the client's result as it sent it
   * @throws ClientAnswerError when there is none; the signal's reason when the call is cancelled
   */
  async send(method: ClientMethod, params: JsonObject, timeoutMs?: number): Promise<JsonObject> {
    const request = this.#request;
    const { session, protocolVersion } = request;
    if (!session) {
      throw new ClientAnswerError(`No answer to ${method}: it needs a session, and there is none.`);
    }
    const encoded = encodeQuestion(method, params, protocolVersion);
    try {
      return await session.outgoing.send(method, encoded, {
        send: (text) => request.send(text) || session.push(text),
        signal: this.#stop(),
        ...defined({ timeoutMs }),
      });
    } catch (error) {
      throw error instanceof ProtocolError ? ClientAnswerError.from(method, error) : error;
    }
  }

  /** Begins another run of the handler, with what the run before asked for. */
  again(inputResponses: JsonObject | undefined, requestState: unknown): void {
    this.#inputResponses = inputResponses;
    this.#requestState = requestState;
    this.#keys = undefined;
  }

  /** Gives up the questions that are still under way: nobody waits for their answers. */
  close(): void {
    this.#controller?.abort(new DOMException("The call is over.", "AbortError"));
  }

  #stop(): AbortSignal {
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
