import { decodeTask, type TaskState } from "../../protocol/codec/decode-tasks.js";
import { member, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult, Task } from "../../protocol/model.js";
import { isModern } from "../../protocol/revisions.js";
import type { RequestOptions, RunningTask } from "../client.js";
import { McpAnswerError, McpClientError, McpTimeoutError } from "../errors.js";
import { errorOfAnswer } from "../exchange/answer-error.js";
import type { Exchange } from "../exchange/exchange.js";
import type { ExchangeOptions, ReadResult } from "../exchange/open-request.js";
import { readError } from "../exchange/read-error.js";
import { TaskAnswers } from "./task-answers.js";
import { Waking } from "./waking.js";

const defaultPollMs = 1_000;
/** Servers choose how often they are asked, within these limits. */
const leastPollMs = 10;
const mostPollMs = 60_000;

/**
 * A task of a server, which is asked for its state until it ends.
 *
 * @see MCP 2025-11-25, Tasks; SEP-2663, Task Polling
 */
export class FollowedTask implements RunningTask {
  readonly #exchange: Exchange;
  readonly #read: ReadResult<CallToolResult>;
  #task: Task;

  /** @param read reads the result of the call */
  constructor(exchange: Exchange, task: Task, read: ReadResult<CallToolResult>) {
    this.#exchange = exchange;
    this.#task = task;
    this.#read = read;
  }

  get task(): Task {
    return this.#task;
  }

  async refresh(options?: RequestOptions): Promise<Task> {
    return (await this.#state(options)).task;
  }

  async cancel(options?: RequestOptions): Promise<void> {
    const params = { taskId: this.#task.taskId };
    await this.#exchange.request("tasks/cancel", params, this.#sending(options), (result) => {
      // Since 2026-07-28 the result says nothing.
      if (isModern(this.#exchange.revision)) return;
      this.#task = decodeTask(result, this.#exchange.revision).task;
    });
  }

  /** Waits for the end, by asking as often as the server wants, or when it tells of a change. */
  async result(options: RequestOptions = {}): Promise<CallToolResult> {
    const { taskId } = this.#task;
    const waking = new Waking(options.signal);
    const answers = new TaskAnswers(this.#exchange, taskId, waking);
    const told = (params: JsonObject): void => {
      if (member(params, "taskId") === taskId) waking.wake();
    };
    const endings = [
      this.#exchange.onNotification("notifications/tasks", told),
      this.#exchange.onNotification("notifications/tasks/status", told),
      this.#exchange.onClose(() => waking.wake()),
    ];
    const until = performance.now() + (options.maxMs ?? Infinity);
    try {
      for (;;) {
        const state = await this.#state(options);
        const result = this.#outcome(state, options);
        if (result !== undefined) return await result;
        if (state.inputRequests) answers.answer(state.inputRequests);
        if (performance.now() >= until) throw this.#timeout(options);
        await waking.pause(Math.min(this.#pollMs(), until - performance.now()));
        answers.throwFailure();
      }
    } finally {
      answers.close();
      for (const end of endings) end();
    }
  }

  /** Returns the result of a task that has ended; undefined if it goes on. */
  #outcome(
    { task, result, error }: TaskState,
    options: RequestOptions,
  ): CallToolResult | Promise<CallToolResult> | undefined {
    const { revision, server } = this.#exchange;
    switch (task.status) {
      case "working":
        return undefined;
      case "input_required":
        // Before, the questions come while the client waits for the result.
        return isModern(revision) ? undefined : this.#legacyResult(options);
      case "cancelled":
        throw new McpClientError(`The task ${task.taskId} of ${server} was cancelled.`, { server });
      case "failed":
        if (!isModern(revision)) return this.#legacyResult(options);
        throw errorOfAnswer(error, `the task ${task.taskId}`, server);
      case "completed":
        if (!isModern(revision)) return this.#legacyResult(options);
        if (result) return this.#lastResult(result, "tasks/get");
        throw new McpAnswerError(
          `${server} answered tasks/get with a completed task that has no result.`,
          { server },
        );
    }
  }

  async #lastResult(result: JsonObject, method: string): Promise<CallToolResult> {
    try {
      return await this.#read(result);
    } catch (error) {
      throw readError(error, method, this.#exchange.server);
    }
  }

  /** @see MCP 2025-11-25, Tasks, Result Retrieval: the response is that of the call, and may take long */
  #legacyResult(options: RequestOptions): Promise<CallToolResult> {
    const params = { taskId: this.#task.taskId };
    const { timeoutMs = Infinity, maxMs = Infinity } = options;
    const times = { ...options, timeoutMs, maxMs };
    return this.#exchange.request("tasks/result", params, times, async (result) => {
      const read = await this.#lastResult(result, "tasks/result");
      this.#task = { ...this.#task, status: read.isError ? "failed" : "completed" };
      return read;
    });
  }

  #state(options: RequestOptions = {}): Promise<TaskState> {
    const { taskId } = this.#task;
    return this.#exchange.request("tasks/get", { taskId }, this.#sending(options), (result) => {
      const state = decodeTask(result, this.#exchange.revision);
      this.#task = state.task;
      return state;
    });
  }

  /** The time for the whole task is not that of each request. */
  #sending(options: RequestOptions = {}): ExchangeOptions {
    const { signal, timeoutMs, meta } = options;
    return { signal, timeoutMs, meta, withTasks: isModern(this.#exchange.revision) };
  }

  #pollMs(): number {
    const wanted = this.#task.pollIntervalMs ?? defaultPollMs;
    return Math.min(Math.max(wanted, leastPollMs), mostPollMs) || defaultPollMs;
  }

  #timeout({ maxMs }: RequestOptions): McpTimeoutError {
    const { server } = this.#exchange;
    const message = `The task ${this.#task.taskId} of ${server} did not end within ${maxMs} ms.`;
    return new McpTimeoutError(message, { server });
  }
}
