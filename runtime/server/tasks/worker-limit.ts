import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { TaskSettings } from "./settings.js";

/**
 * Limits the number of handlers that run tasks in this process. A handler counts until it returns, even if its task was
 * cancelled, because it still uses resources.
 *
 * @see MCP 2025-11-25, Tasks, Resource Management
 */
export class WorkerLimit {
  readonly #limits: Pick<TaskSettings, "maxRunning" | "maxRunningPerOwner">;
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  constructor(limits: Pick<TaskSettings, "maxRunning" | "maxRunningPerOwner">) {
    this.#limits = limits;
  }

  /**
   * @returns frees the place; further calls have no effect
   * @throws ProtocolError -32603 if the limit is reached
   */
  enter(owner: string | undefined): () => void {
    const { maxRunning, maxRunningPerOwner } = this.#limits;
    const own = owner === undefined ? 0 : (this.#byOwner.get(owner) ?? 0);
    if (this.#total >= maxRunning || own >= maxRunningPerOwner) {
      throw new ProtocolError(
        errorCodes.internalError,
        "Too many tasks are running. Try again when one of them has ended.",
      );
    }
    this.#total++;
    if (owner !== undefined) this.#byOwner.set(owner, own + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#total--;
      if (owner !== undefined) this.#leave(owner);
    };
  }

  #leave(owner: string): void {
    const remaining = (this.#byOwner.get(owner) ?? 1) - 1;
    if (remaining === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, remaining);
  }
}
