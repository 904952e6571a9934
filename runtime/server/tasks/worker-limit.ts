import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { TaskSettings } from "./settings.js";

/**
 * Counts the handlers that work on tasks in this process. One counts until it returns, even when its task was
 * cancelled: it still takes room.
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
   * @returns makes room again; once
   * @throws ProtocolError -32603 when there are too many
   */
  enter(owner: string | undefined): () => void {
    const { maxRunning, maxRunningPerOwner } = this.#limits;
    const own = owner === undefined ? 0 : (this.#byOwner.get(owner) ?? 0);
    if (this.#total >= maxRunning || own >= maxRunningPerOwner) {
      throw new ProtocolError(
        errorCodes.internalError,
        "Too many tasks are at work. Try again when one of them is over.",
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
    const rest = (this.#byOwner.get(owner) ?? 1) - 1;
    if (rest === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, rest);
  }
}
