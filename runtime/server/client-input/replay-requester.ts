import type { ClientMethod } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { CallMemory } from "./call-memory.js";
import { checkAccepted } from "./client-capabilities.js";
import { InputRequiredSignal } from "./input-required.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import { QuestionKeys } from "./question-keys.js";
import { questionDigest } from "./request-state.js";
import type { OpenQuestion, OpenQuestions } from "./rounds-model.js";

/**
 * Asks by ending the call. Questions that have an answer resolve. The first turn of the event loop that leaves a question
 * without an answer ends the run, and the client's next call runs the handler again with more answers.
 *
 * @see MCP 2026-07-28, Multi Round-Trip Requests
 */
export class ReplayRequester implements Requester {
  readonly inputResponses: JsonObject | undefined;
  readonly #request: IncomingRequest;
  readonly #end: (questions: OpenQuestions) => void;
  /** Answers that questions of the handler take; without a state of the call, also those nobody asked for. */
  readonly #given: unknown;
  readonly #isResumed: boolean;
  /** Made when first needed, because most handlers never ask. */
  #memory: CallMemory | undefined;
  #keys: QuestionKeys | undefined;
  #open: Map<string, OpenQuestion & { readonly reject: (reason: unknown) => void }> | undefined;
  #closed = false;

  /**
   * @param memory state of earlier rounds; this run adds its answers and values
   * @param end receives the questions that end the run
   */
  constructor(
    request: IncomingRequest,
    memory: CallMemory | undefined,
    end: (questions: OpenQuestions) => void,
  ) {
    const responses = member(request.params, "inputResponses");
    this.inputResponses = isObject(responses) ? answersToState(responses, memory) : undefined;
    this.#given = memory ? this.inputResponses : responses;
    this.#request = request;
    this.#isResumed = memory !== undefined;
    this.#memory = memory;
    this.#end = end;
  }

  get memory(): CallMemory {
    return (this.#memory ??= new CallMemory());
  }

  /** Whether the call has answers of the user to questions of its state. */
  get hasUserAnswers(): boolean {
    return Object.values(this.inputResponses ?? {}).some(isOfUser);
  }

  get requestState(): unknown {
    return this.#memory?.state;
  }

  /**
   * @throws ClientCapabilityError if the client does not support the question
   * @throws TypeError if another question has the same key
   */
  async ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    checkAccepted(method, params, this.#request);
    if (this.#closed) throw new InputRequiredSignal();
    const key = (this.#keys ??= new QuestionKeys()).next(method, options.key);
    const answer =
      this.#isResumed || !options.mustBeAsked ? this.#answerTo(key, method, params) : undefined;
    if (answer !== undefined) {
      this.memory.answers.set(key, answer);
      return answer;
    }
    return new Promise((_resolve, reject) => {
      if (!this.#open) {
        this.#open = new Map();
        setImmediate(() => void this.#endTurn());
      }
      this.#open.set(key, { method, params, reject });
    });
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new InputRequiredSignal());
    return this.memory.once.get(key, work);
  }

  /** Returns a fitting answer from an earlier round or this call. Without one, the question is asked again. */
  #answerTo(key: string, method: ClientMethod, params: JsonObject): unknown {
    // With the state of a round, an answer counts only for the very question that the client was asked in one.
    if (this.#isResumed && this.memory.asked.get(key) !== questionDigest(method, params)) {
      return undefined;
    }
    const earlier = this.memory.answers.get(key);
    const given = isObject(this.#given) ? member(this.#given, key) : undefined;
    for (const answer of [earlier, given]) {
      if (answer === undefined) continue;
      try {
        return checkAnswer(method, params, answer);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
      }
    }
    return undefined;
  }

  /** Ends the run with the questions asked so far, after the work of `once` that is in progress. */
  async #endTurn(): Promise<void> {
    const { once } = this.memory;
    while (once.running.length > 0) {
      await Promise.allSettled(once.running);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (this.#open && !this.#closed) this.#end(this.#open);
    this.close();
  }

  /** Ends the run: it asks nothing more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Rejects only the first: that ends a `Promise.all`, and a handler that awaits one question after the other would
    // never handle a second rejection, which would end the process.
    const [first] = this.#open?.values() ?? [];
    first?.reject(new InputRequiredSignal());
  }
}

/** Drops answers of a user who was not asked, by what the state of the call tells. */
function answersToState(responses: JsonObject, memory: CallMemory | undefined): JsonObject {
  const kept = Object.create(null) as Record<string, unknown>;
  for (const [key, answer] of Object.entries(responses)) {
    const asked = String(memory?.asked.get(key));
    if (!isOfUser(answer) || asked.startsWith("elicitation/create ")) kept[key] = answer;
  }
  return kept;
}

/** Whether an answer is, by its form, one to an elicitation. @see MCP 2026-07-28, Elicitation, Response Actions */
function isOfUser(answer: unknown): boolean {
  return isObject(answer) && member(answer, "action") !== undefined;
}
