import { Lazy } from "../../protocol/lazy.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskRequests, TaskHost } from "./requests.js";
import { taskSettings } from "./settings.js";

/** The tasks of a server. What works on them is loaded with the first that is begun or asked for. */
export class LazyTasks {
  readonly #taskRequests: Lazy<TaskRequests>;
  #closed = false;

  /** @throws RangeError for an option that can't be used */
  constructor(host: TaskHost) {
    const settings = taskSettings(host.options.tasks);
    this.#taskRequests = new Lazy(async () => {
      const { TaskRequests } = await import("./requests.js");
      const taskRequests = new TaskRequests(host, settings);
      // For a request that waited for something else until then.
      if (this.#closed) await taskRequests.close();
      return taskRequests;
    });
  }

  /**
   * Has something asked of the tasks.
   *
   * @throws what `answer` does; the request's reason when it is cancelled before
   */
  ask<R>(request: IncomingRequest, answer: (taskRequests: TaskRequests) => Promise<R>): Promise<R> {
    return this.#taskRequests.use(async (taskRequests) => {
      request.throwIfAborted();
      return answer(taskRequests);
    });
  }

  /** Ends the tasks that this process works on. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#taskRequests.ifLoaded((taskRequests) => taskRequests.close());
  }
}
