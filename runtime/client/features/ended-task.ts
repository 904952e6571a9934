import type { CallToolResult, Task } from "../../protocol/model.js";
import type { RunningTask } from "../client.js";

/** A call of which the server made no task: it has ended with its result. */
export class EndedTask implements RunningTask {
  readonly task: Task = { taskId: "", status: "completed" };
  readonly #result: CallToolResult;

  constructor(result: CallToolResult) {
    this.#result = result;
  }

  result(): Promise<CallToolResult> {
    return Promise.resolve(this.#result);
  }

  refresh(): Promise<Task> {
    return Promise.resolve(this.task);
  }

  async cancel(): Promise<void> {
    // There is nothing left to cancel.
  }
}
