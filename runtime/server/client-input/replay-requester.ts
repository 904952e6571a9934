import type { ClientMethod } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { CallMemory } from "./call-memory.js";
import { checkAccepted } from "./client-capabilities.js";
import { checkAnswer } from "./check-answer.js";
import { QuestionKeys } from "./question-keys.js";
import type { OpenQuestion, OpenQuestions } from "./replay-run.js";

/**
 * What the first pending question is rejected with when a call ends to gather input, so that `finally` blocks run. What the
 * handler makes of it is ignored: it runs again with the answers.
 */
export class InputRequiredSignal extends Error {
  override readonly name = "InputRequiredSignal";

  constructor() {
    super("The call ends here to ask the client, and runs again with its answer.");
  }
}

/**
 * Asks by ending the call: questions with an answer resolve, and the first turn of the event loop that leaves others
 * without one ends the run. The client's next call runs the handler again, with more answers.
 *
 * @see MCP 2026-07-28, Multi Round-Trip Requests
 */
export class ReplayRequester implements Requester {
  readonly inputResponses: JsonObject | undefined;
  readonly #request: IncomingRequest;
  readonly #end: (questions: OpenQuestions) => void;
  /** Absent until there is something to remember: most handlers never ask. */
  #memory: CallMemory | undefined;
  #keys: QuestionKeys | undefined;
  #open: Map<string, OpenQuestion & { readonly reject: (reason: unknown) => void }> | undefined;
  #closed = false;

  /**
   * @param memory what earlier rounds of the call left; answers and values are added to it
   * @param end takes the questions that end the run
   */
  constructor(
    request: IncomingRequest,
    memory: CallMemory | undefined,
    end: (questions: OpenQuestions) => void,
  ) {
    const responses = member(request.params, "inputResponses");
    this.inputResponses = isObject(responses)
      ? (Object.assign(Object.create(null) as object, responses) as JsonObject)
      : undefined;
    this.#request = request;
    this.#memory = memory;
    this.#end = end;
  }

  get memory(): CallMemory {
    return (this.#memory ??= new CallMemory());
  }

  get requestState(): unknown {
    return this.#memory?.state;
  }

  /**
   * @throws ClientCapabilityError when the client does not take such questions
   * @throws TypeError when another question has the same key
   */
  async ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    checkAccepted(method, params, this.#request);
    if (this.#closed) throw new InputRequiredSignal();
    const key = (this.#keys ??= new QuestionKeys()).next(method, options.key);
    const answer = this.#answerTo(key, method, params);
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

  /** The answer that fits the question: this call's, else an earlier one's. Others count as none: it is asked again. */
  #answerTo(key: string, method: ClientMethod, params: JsonObject): unknown {
    const kept = this.#memory?.answers.get(key);
    const given = this.inputResponses && member(this.inputResponses, key);
    for (const answer of [kept, given]) {
      if (answer === undefined) continue;
      try {
        return checkAnswer(method, params, answer);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
      }
    }
    return undefined;
  }

  /** Ends the run with the questions asked so far, but not while something is done that must happen only once. */
  async #endTurn(): Promise<void> {
    const { once } = this.memory;
    while (once.running.length > 0) {
      await Promise.allSettled(once.running);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (this.#open && !this.#closed) this.#end(this.#open);
    this.close();
  }

  /** The run is over: it asks no more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Only the first: that is enough to end what waits for all of them, and a handler that waits for one after the other
    // would leave the second rejection to nobody, which ends the process.
    const [first] = this.#open?.values() ?? [];
    first?.reject(new InputRequiredSignal());
  }
}
