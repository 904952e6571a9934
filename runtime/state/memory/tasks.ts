import { ExpiringMap } from "./expiring-map.js";
import type { TaskStore } from "../state.js";

/** Maximum length of all tasks with their results together, about in bytes: a result may have megabytes. */
const maxTotalBytes = 256 * 1024 * 1024;

/** Stores the tasks of this process. */
export class MemoryTasks implements TaskStore {
  readonly #tasks: ExpiringMap<string>;
  /** Task ids of each owner, oldest first. Some belong to tasks that have expired. */
  readonly #owners = new Map<string, Set<string>>();
  #idCount = 0;

  constructor(maxTasks: number) {
    this.#tasks = new ExpiringMap({ limit: maxTasks, maxSize: maxTotalBytes });
  }

  async load(id: string): Promise<string | undefined> {
    return this.#tasks.get(id);
  }

  async save(id: string, task: string, ttlMs?: number, share?: string): Promise<void> {
    this.#tasks.set(id, task, ttlMs, { share, size: task.length });
  }

  async replace(id: string, expected: string, task: string, ttlMs?: number): Promise<boolean> {
    if (this.#tasks.get(id) !== expected) return false;
    this.#tasks.set(id, task, ttlMs, { size: task.length });
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#tasks.delete(id);
  }

  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    const ids = this.#owners.get(owner);
    if (!ids || (after !== undefined && !ids.has(after))) return [];
    const page: string[] = [];
    let reached = after === undefined;
    for (const id of ids) {
      if (page.length >= limit) break;
      if (reached && this.#tasks.get(id) !== undefined) page.push(id);
      reached ||= id === after;
    }
    return page;
  }

  async own(owner: string, id: string): Promise<void> {
    let ids = this.#owners.get(owner);
    if (!ids) this.#owners.set(owner, (ids = new Set()));
    if (ids.has(id)) return;
    ids.add(id);
    this.#idCount += 1;
    // Ids outlive their tasks for a while, because a page may continue after one.
    if (this.#idCount > 2 * this.#tasks.size + 1000) this.#clean(id);
  }

  close(): void {
    this.#tasks.clear();
    this.#owners.clear();
    this.#idCount = 0;
  }

  #clean(newest: string): void {
    this.#idCount = 0;
    for (const [owner, ids] of this.#owners) {
      for (const id of ids) {
        if (id !== newest && this.#tasks.get(id) === undefined) ids.delete(id);
      }
      this.#idCount += ids.size;
      if (ids.size === 0) this.#owners.delete(owner);
    }
  }
}
