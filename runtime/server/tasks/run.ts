import { atLeast } from "../../protocol/limits/check-limit.js";
import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import type { Log } from "../../protocol/log.js";
import { errorCodes, type ProtocolError } from "../../protocol/protocol-error.js";
import { ToolTimeoutError } from "../../protocol/tool-error.js";
import { ClientAnswerError } from "../client-input/errors.js";
import type { TaskRepository } from "./repository.js";
import type { TaskEnd } from "./outcome.js";
import {
  answeredTask,
  changedTask,
  isTerminal,
  timeLeft,
  type TaskAnswer,
  type TaskQuestion,
  type TaskRecord,
} from "./record.js";
import { unref } from "../../protocol/unref.js";

interface Pending {
  readonly question: TaskQuestion;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** The result must survive a store that is unavailable for a while. */
const settleAttempts = 6;
const firstRetryMs = 200;

/** A task that runs in this process: stores its state, its questions and its outcome. */
export class TaskRun {
  readonly #repository: TaskRepository;
  readonly #record: TaskRecord;
  readonly #log: Log;
  readonly #onChange: (record: TaskRecord) => void;
  readonly #controller = new AbortController();
  readonly #aborted: Promise<never>;
  readonly #created: Promise<void>;
  #markCreated: () => void = () => {};
  readonly #asked: Promise<void>;
  #markAsked: () => void = () => {};
  /** Questions that the handler waits for, by key. */
  readonly #pending = new Map<string, Pending>();
  readonly #usedKeys = new Set<string>();
  /** Questions asked in this turn of the event loop, which are not stored yet. */
  #fresh: Map<string, TaskQuestion> | undefined;
  #unfollow: (() => void) | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param record the initial state of the task
   * @param onChange called with every later state, whichever process changed it
   */
  constructor(
    repository: TaskRepository,
    record: TaskRecord,
    log: Log,
    onChange: (record: TaskRecord) => void,
  ) {
    this.#repository = repository;
    this.#record = record;
    this.#log = log;
    this.#onChange = onChange;
    this.#created = new Promise((resolve) => (this.#markCreated = resolve));
    this.#asked = new Promise((resolve) => (this.#markAsked = resolve));
    const { signal } = this.#controller;
    this.#aborted = new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
    // Keeps a rejection that nothing waits for from being reported as unhandled.
    this.#aborted.catch(() => {});
  }

  get id(): string {
    return this.#record.id;
  }

  /** The initial state of the task. */
  get record(): TaskRecord {
    return this.#record;
  }

  /** Aborted when the task is cancelled or expires. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects when the signal is aborted. */
  get aborted(): Promise<never> {
    return this.#aborted;
  }

  /** Resolves when the handler asks its first question. */
  get asked(): Promise<void> {
    return this.#asked;
  }

  /** Aborts the task after the time limit of its tool. */
  limit(ms: number): void {
    this.#limit = this.#abortIn(ms, () => new ToolTimeoutError(ms));
  }

  /** Stores the task, so that clients find it. */
  async create(): Promise<void> {
    await this.#repository.create(this.#record);
    this.#unfollow = this.#repository.follow(this.#record.id, (record) => this.#changed(record));
    this.#expiry = this.#abortIn(
      timeLeft(this.#record),
      () => new DOMException("The task has expired.", "TimeoutError"),
    );
    this.#markCreated();
  }

  /**
   * Asks the client and waits for the answer.
   *
   * @param preferredKey the key of the question, unless the task has used it before
   * @returns the checked answer
   */
  ask(preferredKey: string, question: TaskQuestion, timeoutMs?: number): Promise<unknown> {
    this.#markAsked();
    const key = this.#unusedKey(preferredKey);
    return new Promise((resolve, reject) => {
      atLeast(1, "timeoutMs", timeoutMs);
      if (this.signal.aborted) return reject(this.signal.reason as Error);
      let timer: ReturnType<typeof setTimeout> | undefined;
      this.#pending.set(key, {
        question,
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (reason) => {
          clearTimeout(timer);
          reject(reason as Error);
        },
      });
      if (timeoutMs !== undefined) {
        timer = startTimeLimit(timeoutMs, () => void this.#withdraw(key, timeoutMs));
      }
      if (!this.#fresh) {
        this.#fresh = new Map();
        setImmediate(() => void this.#storeQuestions());
      }
      this.#fresh.set(key, question);
    });
  }

  /** Ends the task, unless it has already ended. */
  async settle(end: TaskEnd): Promise<void> {
    await this.#created;
    for (let attempt = 1; ; attempt++) {
      try {
        const ended = await this.#repository.change(this.#record.id, (record) =>
          isTerminal(record) ? undefined : changedTask(record, end),
        );
        this.stop();
        if (ended) this.#onChange(ended);
        return;
      } catch (error) {
        if (attempt === settleAttempts) {
          this.#log.error("The end of a task could not be stored", error, { task: this.id });
          return this.stop();
        }
        await new Promise((resolve) => unref(setTimeout(resolve, firstRetryMs * 2 ** attempt)));
      }
    }
  }

  /** Tells the handler to stop, and ignores how it ends. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    this.stop();
  }

  /** Stops the timers and the listener. */
  stop(): void {
    this.#unfollow?.();
    clearTimeout(this.#expiry);
    clearTimeout(this.#limit);
  }

  #abortIn(ms: number, reason: () => unknown): ReturnType<typeof setTimeout> | undefined {
    return unref(startTimeLimit(ms, () => this.abort(reason())));
  }

  #changed(record: TaskRecord | undefined): void {
    if (!record) return this.abort(new DOMException("The task is gone.", "AbortError"));
    this.#onChange(record);
    if (record.status === "cancelled") {
      return this.abort(new DOMException("The task was cancelled.", "AbortError"));
    }
    for (const [key, answer] of Object.entries(record.answers ?? {})) this.#deliver(key, answer);
  }

  #deliver(key: string, answer: TaskAnswer): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    this.#pending.delete(key);
    if ("result" in answer) pending.resolve(answer.result);
    else {
      const error = answer.error as ProtocolError;
      pending.reject(ClientAnswerError.from(pending.question.method, error));
    }
  }

  async #storeQuestions(): Promise<void> {
    const fresh = Object.fromEntries(this.#fresh ?? []);
    this.#fresh = undefined;
    await this.#created;
    try {
      await this.#repository.change(this.#record.id, (record) =>
        isTerminal(record)
          ? undefined
          : changedTask(record, {
              status: "input_required",
              questions: { ...record.questions, ...fresh },
            }),
      );
    } catch (error) {
      for (const key of Object.keys(fresh)) {
        this.#pending.get(key)?.reject(error);
        this.#pending.delete(key);
      }
    }
  }

  /** Withdraws a question that was not answered in time. */
  async #withdraw(key: string, timeoutMs: number): Promise<void> {
    const message = `The client did not answer within ${timeoutMs} ms.`;
    await this.#created;
    const answer = { error: { code: errorCodes.internalError, message } };
    try {
      await this.#repository.change(this.#record.id, (record) =>
        record.questions && Object.hasOwn(record.questions, key)
          ? answeredTask(record, new Map([[key, answer]]))
          : undefined,
      );
    } catch (error) {
      this.#log.error("A task's question could not be withdrawn", error, { task: this.id });
    }
  }

  /** Makes a key that no other question of the task has had. @see SEP-2663, Task Update Requests */
  #unusedKey(preferredKey: string): string {
    let key = preferredKey;
    for (let count = 2; this.#usedKeys.has(key); count++) key = `${preferredKey}-${count}`;
    this.#usedKeys.add(key);
    return key;
  }
}
