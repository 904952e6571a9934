import type { Revision } from "../../protocol/revisions.js";
import { isModern } from "../../protocol/revisions.js";

/** More targets than a process has; it only keeps hostile ones from filling the memory. */
const mostKnown = 1_000;

/**
 * Which of the targets of this process spoke a revision before 2026-07-28, so that they are not asked for a newer one with
 * each connection. @see MCP 2026-07-28, stdio, Backward Compatibility
 */
export class KnownEras {
  readonly #older = new Set<string>();

  isOlder(target: string): boolean {
    return this.#older.has(target);
  }

  learn(target: string, revision: Revision): void {
    this.#older.delete(target);
    if (isModern(revision)) return;
    this.#older.add(target);
    const [oldest] = this.#older;
    if (this.#older.size > mostKnown && oldest !== undefined) this.#older.delete(oldest);
  }
}
