/** Waiting for the result of a task, at 2025-11-25. */
import type { Log } from "../../protocol/log.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { rememberVisit } from "../../session/visits.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import { encodeQuestion } from "../client-input/encode-question.js";
import { withRelatedTask } from "./encoding.js";
import type { TaskListeners } from "./listeners.js";
import {
  answeredTask,
  isTerminal,
  timeLeft,
  type TaskAnswer,
  type TaskQuestion,
  type TaskRecord,
} from "./record.js";
import type { TaskRepository } from "./repository.js";

interface TaskWaitHost {
  readonly repository: TaskRepository;
  readonly listeners: TaskListeners;
  readonly log: Log;
}

/** How much longer a question is open than its task, at most. */
const graceMs = 5_000;

/**
 * Waits until a task ends, and meanwhile asks the client the questions of the task.
 *
 * @returns the task in its final state
 * @throws ProtocolError -32602 if the task is gone, -32603 if the server stops; the request's reason if it is cancelled
 * @see MCP 2025-11-25, Tasks, Result Retrieval; Input Required Status
 */
export function waitForTask(
  host: TaskWaitHost,
  request: IncomingRequest,
  id: string,
): Promise<TaskRecord> {
  return new TaskWait(host, request, id).start();
}

/** Makes the error for a task that does not exist, has expired or belongs to another client. */
export function unknownTask(): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    "There is no such task. A task is deleted when its lifetime is over.",
  );
}

class TaskWait {
  readonly #host: TaskWaitHost;
  readonly #request: IncomingRequest;
  readonly #id: string;
  /** Aborted when the wait is over: that removes all listeners and cancels the open questions. */
  readonly #over = new AbortController();
  #resolve: (record: TaskRecord) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(host: TaskWaitHost, request: IncomingRequest, id: string) {
    this.#host = host;
    this.#request = request;
    this.#id = id;
  }

  start(): Promise<TaskRecord> {
    const { repository, listeners } = this.#host;
    const { signal, stopping } = this.#request;
    const ended = new Promise<TaskRecord>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#whenOver(repository.follow(this.#id, (record) => this.#changed(record)));
    this.#whenOver(listeners.add(this.#id, this.#request));
    const onStop = (): void =>
      this.#fail(
        new ProtocolError(
          errorCodes.internalError,
          "The server is stopping. Send the request again.",
        ),
      );
    this.#whenOver(stopping?.onStop(onStop));
    const onAbort = (): void => this.#fail(signal.reason);
    signal.addEventListener("abort", onAbort, { signal: this.#over.signal });
    if (signal.aborted) onAbort();
    return ended;
  }

  /** Calls `stop` when the wait is over. */
  #whenOver(stop: (() => void) | undefined): void {
    const { signal } = this.#over;
    if (signal.aborted) stop?.();
    else if (stop) signal.addEventListener("abort", stop);
  }

  #end(): void {
    this.#over.abort(new DOMException("The task goes on without the answer.", "AbortError"));
  }

  #fail(reason: unknown): void {
    this.#end();
    this.#reject(reason);
  }

  #changed(record: TaskRecord | undefined): void {
    if (!record) this.#fail(unknownTask());
    else if (isTerminal(record)) {
      this.#end();
      this.#resolve(record);
    } else this.#askAll(record);
  }

  #askAll(record: TaskRecord): void {
    const { questions } = this.#host.listeners;
    for (const [key, question] of Object.entries(record.questions ?? {})) {
      const name = `${this.#id} ${key}`;
      const inProgress = questions.get(name);
      // If the request that asks goes away, this one takes over.
      if (inProgress) void inProgress.then(() => this.#askAgain(key));
      else questions.set(name, this.#askOnce(name, record, key, question));
    }
  }

  async #askOnce(
    name: string,
    record: TaskRecord,
    key: string,
    question: TaskQuestion,
  ): Promise<void> {
    const { listeners, log } = this.#host;
    try {
      await this.#ask(record, key, question);
    } catch (error) {
      log.error("A task's question could not be asked", error, { task: this.#id });
    } finally {
      listeners.questions.delete(name);
    }
  }

  async #askAgain(key: string): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return;
    const record = await this.#host.repository.load(this.#id).catch(() => undefined);
    const isOpen = record?.questions && Object.hasOwn(record.questions, key);
    if (record && isOpen && !signal.aborted) this.#askAll(record);
  }

  /** Asks one question and stores the answer, where the handler finds it. */
  async #ask(record: TaskRecord, key: string, { method, params }: TaskQuestion): Promise<void> {
    const { session, protocolVersion } = this.#request;
    if (!session) return;
    const { signal } = this.#over;
    let answer: TaskAnswer;
    try {
      const encoded = encodeQuestion(method, params, protocolVersion);
      rememberVisit(session, encoded["elicitationId"]);
      const result = await session.outgoing.send(method, withRelatedTask(encoded, record.id), {
        send: (text) => this.#request.send(text) || session.push(text),
        signal,
        // Longer than the task lives: its end gives the question up, and must not look like a client that does not answer.
        timeoutMs: Math.max(timeLeft(record), 1) + graceMs,
      });
      answer = { result: checkAnswer(method, params, result) };
    } catch (error) {
      if (signal.aborted) return;
      const { message } = error as Error;
      if (error instanceof ProtocolError) answer = { error: { code: error.code, message } };
      else if (error instanceof ToolError)
        answer = { error: { code: errorCodes.internalError, message } };
      else throw error;
    }
    await this.#host.repository.change(record.id, (current) =>
      current.questions && Object.hasOwn(current.questions, key)
        ? answeredTask(current, new Map([[key, answer]]))
        : undefined,
    );
  }
}
