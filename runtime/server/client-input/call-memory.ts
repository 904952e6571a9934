import { isObject, member, type JsonObject } from "../../protocol/json.js";

/** State of a call between its rounds. It travels to the client and back, sealed. */
export class CallMemory {
  /** Number of times that the call has ended with questions. */
  readonly round: number;
  /** Checked answers by the key of the question. */
  readonly answers: Map<string, unknown>;
  /** Digests of the questions that the client was asked, by key; see `questionDigest`. Only their answers count. */
  readonly asked: Map<string, unknown>;
  readonly once: OnceValues;
  /** The state that the handler returned. */
  readonly state: unknown;

  constructor(opened: JsonObject = {}) {
    const round = member(opened, "round");
    this.round = typeof round === "number" ? round : 0;
    this.answers = new Map(entriesOf(opened, "answers"));
    this.asked = new Map(entriesOf(opened, "asked"));
    this.once = new OnceValues(entriesOf(opened, "once") as [string, readonly unknown[]][]);
    this.state = member(opened, "state");
  }

  /** Whether there are answers or values that the next round needs. */
  get holdsAnything(): boolean {
    return this.answers.size > 0 || this.once.finished.size > 0;
  }

  /** Returns what the constructor takes in the next round. */
  toNextRound(state: unknown): JsonObject {
    return {
      round: this.round + 1,
      answers: Object.fromEntries(this.answers),
      asked: Object.fromEntries(this.asked),
      once: Object.fromEntries(this.once.finished),
      state,
    };
  }
}

function entriesOf(opened: JsonObject, name: string): [string, unknown][] {
  const value = member(opened, name);
  return isObject(value) ? Object.entries(value) : [];
}

/** Values that `once` has computed for one call, by key. */
export class OnceValues {
  /** Finished values, each in an array: an empty one stands for undefined, which JSON lacks. */
  readonly #finished: Map<string, readonly unknown[]>;
  readonly #running = new Map<string, Promise<unknown>>();

  /** @param finished what `finished` returned in an earlier round */
  constructor(finished: Iterable<readonly [string, readonly unknown[]]> = []) {
    this.#finished = new Map(finished);
  }

  /** Finished values, as JSON. */
  get finished(): ReadonlyMap<string, readonly unknown[]> {
    return this.#finished;
  }

  /** Work in progress. */
  get running(): readonly Promise<unknown>[] {
    return [...this.#running.values()];
  }

  /**
   * Does the work unless it is finished or in progress. Work that failed can be tried again.
   *
   * @returns the value after a round trip through JSON, so that it is the same on every run
   * @throws TypeError if the value can't be written as JSON
   */
  get<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const finished = this.#finished.get(key);
    if (finished) return Promise.resolve(finished[0] as T);
    const running = this.#running.get(key);
    if (running) return running as Promise<T>;
    const promise = this.#run(key, work);
    this.#running.set(key, promise);
    // The caller handles a failure; this keeps it from being reported as unhandled.
    promise.catch(() => {});
    return promise;
  }

  async #run<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    // Starts after `get` has registered the promise.
    await Promise.resolve();
    try {
      const value = throughJson(key, await work());
      this.#finished.set(key, value === undefined ? [] : [value]);
      return value as T;
    } finally {
      this.#running.delete(key);
    }
  }
}

function throughJson(key: string, value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch (error) {
    const reason = (error as Error).message;
    throw new TypeError(
      `once(${JSON.stringify(key)}): the value can't be written as JSON: ${reason}`,
    );
  }
}
