import { Lazy } from "../../protocol/lazy.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskDesk, TaskShare } from "./requests.js";
import { taskSettings } from "./settings.js";

/** The tasks of a server. What works on them is loaded with the first that is begun or asked for. */
export class ServerTasks {
  readonly #desk: Lazy<TaskDesk>;
  #closed = false;

  /** @throws RangeError for an option that can't be used */
  constructor(share: TaskShare) {
    const settings = taskSettings(share.options.tasks);
    this.#desk = new Lazy(async () => {
      const { TaskDesk } = await import("./requests.js");
      const desk = new TaskDesk(share, settings);
      // For a request that waited for something else until then.
      if (this.#closed) await desk.close();
      return desk;
    });
  }

  /**
   * Has something asked of the tasks.
   *
   * @throws what `answer` does; the request's reason when it is cancelled before
   */
  ask<R>(request: IncomingRequest, answer: (desk: TaskDesk) => Promise<R>): Promise<R> {
    return this.#desk.use(async (desk) => {
      request.throwIfAborted();
      return answer(desk);
    });
  }

  /** Ends the tasks that this process works on. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#desk.ifLoaded((desk) => desk.close());
  }
}
