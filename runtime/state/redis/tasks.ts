import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import { RedisShares } from "./shares.js";
import { disownTasks, ownTask, replaceTask, tasksOfOwner } from "./task-scripts.js";
import type { TaskStore } from "../state.js";

/** Minimum time that an owner's list is kept after its last task was added. */
const ownerTtlMs = 7 * 86_400_000;

/** How many ids are checked with each added one, so that few ids of expired tasks remain. */
const checkedIds = 10;

/** Stores each task as a string in Redis, and the ids of each owner as a sorted set. */
export class RedisTasks implements TaskStore {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #shares: RedisShares;

  constructor(commands: RedisCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
    this.#shares = new RedisShares(commands, keys, "tasks");
  }

  async load(id: string): Promise<string | undefined> {
    const key = this.#keys.task(id);
    return (await this.#commands.run((client) => client.get(key))) ?? undefined;
  }

  async save(id: string, task: string, ttlMs?: number, share?: string): Promise<void> {
    const key = this.#keys.task(id);
    const ttl = lifetime(ttlMs);
    if (ttl === 0) return this.delete(id);
    await this.#commands.run((client) =>
      ttl === undefined ? client.set(key, task) : client.pSetEx(key, ttl, task),
    );
    if (share === undefined) return;
    const gone = await this.#shares.add(share, id, ttl);
    await Promise.all(gone.map((each) => this.delete(each)));
  }

  async replace(id: string, expected: string, task: string, ttlMs?: number): Promise<boolean> {
    const values = [expected, task, String(lifetime(ttlMs) ?? "")];
    const reply = await this.#commands.script(replaceTask, [this.#keys.task(id)], values);
    return Number(reply) === 1;
  }

  async delete(id: string): Promise<void> {
    const key = this.#keys.task(id);
    await this.#commands.run((client) => client.del(key));
  }

  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    const key = this.#keys.owner(owner);
    const step = Math.min(limit, 1000);
    const page: string[] = [];
    let last = after;
    while (page.length < limit) {
      const values = [String(step), ...(last === undefined ? [] : [last])];
      const ids = idsIn(await this.#commands.script(tasksOfOwner, [key], values));
      const alive = await this.#alive(ids);
      page.push(...ids.filter((_, index) => alive[index]));
      last = ids.at(-1);
      if (ids.length < step) break;
    }
    return page.slice(0, limit);
  }

  async own(owner: string, id: string): Promise<void> {
    const key = this.#keys.owner(owner);
    const task = this.#keys.task(id);
    const taskTtl = await this.#commands.run((client) => client.pTTL(task));
    // -1 means that the task never expires.
    const ttl = taskTtl === -1 ? "" : String(Math.max(taskTtl, ownerTtlMs));
    const values = [id, ttl, String(checkedIds)];
    const some = idsIn(await this.#commands.script(ownTask, [key], values));
    const others = some.filter((each) => each !== id);
    const alive = await this.#alive(others);
    const gone = others.filter((_, index) => !alive[index]);
    if (gone.length > 0) await this.#commands.script(disownTasks, [key], gone);
  }

  /** Sends one command per task, because a cluster keeps the tasks on different nodes. */
  async #alive(ids: readonly string[]): Promise<readonly boolean[]> {
    const keys = ids.map((id) => this.#keys.task(id));
    return Promise.all(
      keys.map(async (key) => (await this.#commands.run((client) => client.exists(key))) > 0),
    );
  }
}

function idsIn(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map(String) : [];
}
