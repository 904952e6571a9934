import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Session } from "../../session/session.js";

/** The requests of this process that wait for the result of a task. They can carry its messages. */
export class TaskListeners {
  /** Questions in progress by task and key; each promise resolves when its question is over. */
  readonly questions = new Map<string, Promise<void>>();
  readonly #byTask = new Map<string, Set<IncomingRequest>>();

  /** @returns removes the request */
  add(taskId: string, request: IncomingRequest): () => void {
    let requests = this.#byTask.get(taskId);
    if (!requests) this.#byTask.set(taskId, (requests = new Set()));
    const own = requests.add(request);
    return () => {
      own.delete(request);
      if (own.size === 0 && this.#byTask.get(taskId) === own) this.#byTask.delete(taskId);
    };
  }

  /** Sends a message of a task on the newest request that waits for it, or else to the session. */
  notify(taskId: string, session: Session | undefined, text: string): void {
    for (const request of [...(this.#byTask.get(taskId) ?? [])].reverse()) {
      if (request.send(text)) return;
    }
    session?.push(text);
  }
}
