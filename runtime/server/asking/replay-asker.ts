import type { ClientMethod } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import { isPromiseLike, type Soon } from "../../session/at-once.js";
import type { AskOptions } from "../call-context.js";
import type { Asker } from "./asker.js";
import { CallMemory } from "./call-memory.js";
import { checkAnswer } from "./check-answer.js";
import { QuestionKeys } from "./question-keys.js";

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

/** A question that a run of the handler asked and that has no answer yet. */
export interface OpenQuestion {
  readonly method: ClientMethod;
  readonly params: JsonObject;
}

/** How a run of the handler ended. */
export type HandlerRun<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "asked"; readonly questions: ReadonlyMap<string, OpenQuestion> };

/**
 * Asks by ending the call: questions with an answer resolve, and the first turn of the event loop that leaves others
 * without one ends the run. The client's next call runs the handler again, with more answers.
 *
 * @see MCP 2026-07-28, Multi Round-Trip Requests
 */
export class ReplayAsker implements Asker {
  readonly inputResponses: JsonObject | undefined;
  /** Absent until there is something to remember: most handlers never ask. */
  #memory: CallMemory | undefined;
  #keys: QuestionKeys | undefined;
  #open: Map<string, OpenQuestion & { readonly reject: (reason: unknown) => void }> | undefined;
  #closed = false;
  #end: ((questions: ReadonlyMap<string, OpenQuestion>) => void) | undefined;

  /** @param memory what earlier rounds of the call left; answers and values are added to it */
  constructor(params: JsonObject, memory: CallMemory | undefined) {
    const responses = member(params, "inputResponses");
    this.inputResponses = isObject(responses)
      ? (Object.assign(Object.create(null) as object, responses) as JsonObject)
      : undefined;
    this.#memory = memory;
  }

  get memory(): CallMemory {
    return (this.#memory ??= new CallMemory());
  }

  get requestState(): unknown {
    return this.#memory?.state;
  }

  /** Runs the handler until it is done or has to wait for an answer. Once per asker. @throws what the handler does */
  run<T>(handler: () => Soon<T>): Soon<HandlerRun<T>> {
    const returned = handler();
    if (!isPromiseLike(returned)) {
      this.#close();
      return { kind: "done", value: returned };
    }
    return new Promise((resolve, reject) => {
      this.#end = (questions) => resolve({ kind: "asked", questions });
      returned.then(
        (value) => {
          resolve({ kind: "done", value });
          this.#close();
        },
        (error) => {
          reject(error as Error);
          this.#close();
        },
      );
    });
  }

  /** @throws TypeError when another question has the same key */
  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    if (this.#closed) return Promise.reject(new InputRequiredSignal());
    this.#keys ??= new QuestionKeys();
    let key: string;
    try {
      key = this.#keys.next(method, options.key);
    } catch (error) {
      return Promise.reject(error as TypeError);
    }
    const answer = this.#answerTo(key, method, params);
    if (answer !== undefined) {
      this.memory.answers.set(key, answer);
      return Promise.resolve(answer);
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
    if (this.#open && !this.#closed) this.#end?.(this.#open);
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Only the first: that is enough to end what waits for all of them, and a handler that waits for one after the other
    // would leave the second rejection to nobody, which ends the process.
    const [first] = this.#open?.values() ?? [];
    first?.reject(new InputRequiredSignal());
  }
}
