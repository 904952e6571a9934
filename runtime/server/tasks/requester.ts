import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Requester } from "../client-input/requester.js";
import type { ClientSide } from "../../protocol/questions/capabilities.js";
import { checkAccepted } from "../client-input/client-capabilities.js";
import { OnceValues } from "../client-input/call-memory.js";
import { QuestionKeys } from "../client-input/question-keys.js";
import type { AskOptions, CallContext } from "../types/call-context.js";
import type { TaskRun } from "./run.js";

/** The part of a call before its task: earlier rounds, and the run that may still end with questions. */
export interface EarlierRounds {
  /** The context of the request that becomes the task. */
  readonly ctx: Pick<CallContext, "inputResponses" | "requestState" | "once">;
  /** Values from earlier rounds. */
  readonly once: OnceValues;
}

/** Asks through the task, which stores each question until the client has fetched and answered it. */
export class TaskRequester implements Requester {
  readonly #run: TaskRun;
  readonly #client: ClientSide;
  readonly #once: OnceValues;
  #keys = new QuestionKeys();
  #inputResponses: JsonObject | undefined;
  #requestState: unknown;
  #earlier: EarlierRounds | undefined;

  constructor(run: TaskRun, client: ClientSide, earlier: EarlierRounds | undefined) {
    this.#run = run;
    this.#client = client;
    this.#once = earlier?.once ?? new OnceValues();
    this.#inputResponses = earlier?.ctx.inputResponses;
    this.#requestState = earlier?.ctx.requestState;
    this.#earlier = earlier;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#inputResponses;
  }

  get requestState(): unknown {
    return this.#requestState;
  }

  /**
   * @throws ClientCapabilityError if the client does not support the question
   * @throws ClientAnswerError if the client answers with an error, or later than `timeoutMs`; the signal's reason if the
   *   task is cancelled
   * @throws TypeError if another question has the same key
   */
  async ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    checkAccepted(method, params, this.#client);
    const key = this.#keys.next(method, options.key);
    return this.#run.ask(key, { method, params }, options.timeoutMs);
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    // While the request may still end with questions, its sealed state must contain the value, too.
    return this.#once.get(key, () => (this.#earlier ? this.#earlier.ctx.once(key, work) : work()));
  }

  /** Marks the call as a task from now on. */
  begin(): void {
    this.#earlier = undefined;
  }

  /** Prepares another run of the handler, with the answers and the state. */
  again(inputResponses: JsonObject | undefined, requestState: unknown): void {
    this.#inputResponses = inputResponses;
    this.#requestState = requestState;
    this.#keys = new QuestionKeys();
  }
}
