import type { Log } from "../../protocol/log.js";
import type { Bus, State, TaskStore } from "../../state/state.js";
import { readTask, timeLeft, type TaskRecord } from "./record.js";

/** Ids are UUIDs; what is longer is nobody's. */
const maxTaskIdLength = 100;

/** Several processes may change one task; that one of them loses this often in a row is no accident. */
const maxAttempts = 100;

/** Messages between processes can get lost: then a change is noticed this much later. */
const recheckMs = 10_000;

/** The tasks of a server, wherever they are kept, and the news of their changes. */
export class TaskRepository {
  readonly #tasks: TaskStore;
  readonly #bus: Bus;
  readonly #log: Log;

  constructor({ tasks, bus }: Pick<State, "tasks" | "bus">, log: Log) {
    this.#tasks = tasks;
    this.#bus = bus;
    this.#log = log;
  }

  /** Resolves when every process that shares the state finds the task. */
  async create(record: TaskRecord): Promise<void> {
    await this.#tasks.save(record.id, JSON.stringify(record), timeLeft(record));
    if (record.owner !== undefined) await this.#tasks.own(record.owner, record.id);
  }

  /** A task that is still kept. */
  async load(id: string): Promise<TaskRecord | undefined> {
    return (await this.#load(id))?.record;
  }

  /** Ids of an owner's tasks, oldest first. @see TaskStore.list */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    return this.#tasks.list(owner, after, limit);
  }

  /**
   * Changes a task, whoever else does so at the same time.
   *
   * @param edit gives the next state; undefined leaves the task as it is
   * @returns the task afterwards; undefined when it is gone
   */
  async change(
    id: string,
    edit: (record: TaskRecord) => TaskRecord | undefined,
  ): Promise<TaskRecord | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const found = await this.#load(id);
      if (!found) return undefined;
      const { text, record } = found;
      const edited = edit(record);
      if (!edited) return record;
      const left = Math.max(timeLeft(edited), 1);
      if (await this.#tasks.replace(id, text, JSON.stringify(edited), left)) {
        this.#bus.publish(channelOf(id), "changed");
        return edited;
      }
    }
    throw new Error(`A task changes too often to be changed: ${id}`);
  }

  /**
   * Tells each state of a task that differs from the one before, in their order; undefined once it is gone. The first
   * is the one it has now. Some may be left out when several changes come at once, but never the last.
   *
   * @returns stops
   */
  follow(id: string, listener: (record: TaskRecord | undefined) => void): () => void {
    let last: string | undefined = "";
    let stopped = false;
    let reading = false;
    let again = false;
    const read = async (): Promise<void> => {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      do {
        again = false;
        try {
          const found = await this.#load(id);
          if (stopped || found?.text === last) continue;
          last = found?.text;
          listener(found?.record);
        } catch (error) {
          this.#log.error("A task could not be read", error, { task: id });
        }
      } while (again && !stopped);
      reading = false;
    };
    const unsubscribe = this.#bus.subscribe(channelOf(id), () => void read());
    const timer = setInterval(() => void read(), recheckMs);
    // Waiting for news is no reason for a process to stay.
    timer.unref();
    // What changes before is read now, and what changes after is heard of.
    void this.#bus.settled().then(read);
    return () => {
      stopped = true;
      unsubscribe();
      clearInterval(timer);
    };
  }

  async #load(
    id: string,
  ): Promise<{ readonly text: string; readonly record: TaskRecord } | undefined> {
    if (id.length > maxTaskIdLength) return undefined;
    const text = await this.#tasks.load(id);
    if (text === undefined) return undefined;
    const record = readTask(text);
    return timeLeft(record) > 0 ? { text, record } : undefined;
  }
}

function channelOf(id: string): string {
  return `task:${id}`;
}
