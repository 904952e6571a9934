import type { JsonObject } from "../../protocol/json.js";
import type { Exchange } from "../exchange/exchange.js";
import { answerInputRequests } from "../exchange/rounds.js";
import type { Waking } from "./waking.js";

/** Most questions of one task. */
const mostQuestions = 1_000;

/**
 * Answers the questions of a task by the client's handlers, each once: the server repeats them in every state until it has
 * the answers.
 *
 * @see SEP-2663, Task Update Requests
 */
export class TaskAnswers {
  readonly #exchange: Exchange;
  readonly #taskId: string;
  readonly #waking: Waking;
  readonly #seen = new Set<string>();
  readonly #abort = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(exchange: Exchange, taskId: string, waking: Waking) {
    this.#exchange = exchange;
    this.#taskId = taskId;
    this.#waking = waking;
  }

  /** Begins to answer the questions that are new. */
  answer(requests: JsonObject): void {
    for (const [key, request] of Object.entries(requests)) {
      if (this.#seen.has(key) || this.#seen.size >= mostQuestions) continue;
      this.#seen.add(key);
      this.#answer(key, request).then(
        () => this.#waking.wake(),
        (error: unknown) => {
          this.#failure ??= { error };
          this.#waking.wake();
        },
      );
    }
  }

  /** @throws the error of a handler, or of the request that should have carried its answer */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** The task has ended, or nobody waits for it any more. */
  close(): void {
    this.#abort.abort(new DOMException("The task needs no answer any more.", "AbortError"));
  }

  async #answer(key: string, request: unknown): Promise<void> {
    const { signal } = this.#abort;
    const inputResponses = await answerInputRequests(this.#exchange, { [key]: request }, signal);
    if (signal.aborted) return;
    const params = { taskId: this.#taskId, inputResponses };
    await this.#exchange.request("tasks/update", params, { withTasks: true });
  }
}
