import type { Revision } from "../../protocol/revisions.js";
import { isModern } from "../../protocol/revisions.js";

/** More targets than a process has; it only keeps hostile ones from filling the memory. */
const mostKnown = 1_000;

/**
 * Which eras the targets of this process are of, so that they are not asked with each connection. @see MCP 2026-07-28, stdio, Backward Compatibility
 */
export class KnownEras {
  readonly #older = new Map<string, boolean>();

  /** Whether a target has spoken a revision before 2026-07-28. */
  isOlder(target: string): boolean {
    return this.#older.get(target) === true;
  }

  /** Whether a target has spoken 2026-07-28 or later. */
  isNewer(target: string): boolean {
    return this.#older.get(target) === false;
  }

  learn(target: string, revision: Revision): void {
    this.#older.delete(target);
    this.#older.set(target, !isModern(revision));
    const [oldest] = this.#older.keys();
    if (this.#older.size > mostKnown && oldest !== undefined) this.#older.delete(oldest);
  }
}
