import { Lazy } from "../../protocol/lazy.js";
import type { Caller } from "../../session/caller.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskRequests, TaskHost } from "./requests.js";
import { taskSettings } from "./settings.js";

/** The tasks of a server. Their code is loaded with the first request that concerns a task. */
export class LazyTasks {
  readonly #taskRequests: Lazy<TaskRequests>;
  #closed = false;

  /** @throws RangeError if an option is out of range */
  constructor(host: TaskHost) {
    const settings = taskSettings(host.options.tasks);
    this.#taskRequests = new Lazy(async () => {
      const { TaskRequests } = await import("./requests.js");
      const taskRequests = new TaskRequests(host, settings);
      // The server may have been closed while this code was loading.
      if (this.#closed) await taskRequests.close();
      return taskRequests;
    });
  }

  /**
   * Answers a request with the task code.
   *
   * @throws what `answer` throws; the request's reason if it is cancelled before
   */
  answer<R>(
    request: IncomingRequest,
    answer: (taskRequests: TaskRequests) => Promise<R>,
  ): Promise<R> {
    return this.#taskRequests.use(async (taskRequests) => {
      request.throwIfAborted();
      return answer(taskRequests);
    });
  }

  /** Returns the scopes that requests about a task need. @param id unchecked */
  async scopesOf(id: unknown, caller: Caller): Promise<readonly string[]> {
    if (typeof id !== "string") return [];
    return this.#taskRequests.use((taskRequests) => taskRequests.scopesOf(id, caller));
  }

  /** Ends the tasks that run in this process. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#taskRequests.ifLoaded((taskRequests) => taskRequests.close());
  }
}
