import { anonymousShare } from "../../protocol/shares/anonymous-share.js";
import { exactJson, hasDigits } from "../../protocol/exact-json.js";
import { longestTimerMs } from "../../protocol/limits/time-limit.js";
import type { Log } from "../../protocol/log.js";
import type { Bus, State, TaskStore } from "../../state/state.js";
import { readTask, timeLeft, type TaskRecord } from "./record.js";
import { unref } from "../../protocol/unref.js";

/** Maximum length of an id from a client. Ids are UUIDs. */
const maxTaskIdLength = 100;

/** Losing to concurrent changes this many times in a row indicates a fault. */
const maxAttempts = 100;

/** Interval at which a task is read again, because messages between processes can get lost. */
const recheckMs = 10_000;

/** Encodes a task with the digits of large integers in its result. */
function textOf(record: TaskRecord): string {
  const isExact = hasDigits(record.result?.structuredContent);
  return isExact ? exactJson(record)! : JSON.stringify(record);
}

/** Stores the tasks of a server and announces their changes. */
export class TaskRepository {
  readonly #tasks: TaskStore;
  readonly #bus: Bus;
  readonly #log: Log;

  constructor({ tasks, bus }: Pick<State, "tasks" | "bus">, log: Log) {
    this.#tasks = tasks;
    this.#bus = bus;
    this.#log = log;
  }

  /** Stores a task. Resolves when every process that shares the state can find it. */
  async create(record: TaskRecord): Promise<void> {
    const { owner } = record;
    const share = owner?.startsWith("user:") ? owner : anonymousShare;
    await this.#tasks.save(record.id, textOf(record), timeLeft(record), share);
    if (owner !== undefined) await this.#tasks.own(owner, record.id);
  }

  /** Loads a task; undefined if it does not exist or has expired. */
  async load(id: string): Promise<TaskRecord | undefined> {
    return (await this.#load(id))?.record;
  }

  /** Returns the ids of an owner's tasks, oldest first. @see TaskStore.list */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    return this.#tasks.list(owner, after, limit);
  }

  /**
   * Changes a task atomically, even if others change it at the same time.
   *
   * @param edit returns the next state; undefined leaves the task unchanged
   * @returns the task afterwards; undefined if it is gone
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
      if (await this.#tasks.replace(id, text, textOf(edited), left)) {
        this.#bus.publish(channelOf(id), "changed");
        return edited;
      }
    }
    throw new Error(`Gave up changing a task after ${maxAttempts} concurrent changes: ${id}`);
  }

  /**
   * Reports each new state of a task in order, beginning with the current one; undefined once it is gone. States in rapid
   * succession may be skipped, except the last.
   *
   * @returns stops following
   */
  follow(id: string, listener: (record: TaskRecord | undefined) => void): () => void {
    let last: string | undefined = "";
    let stopped = false;
    let reading = false;
    let again = false;
    let expiry: ReturnType<typeof setTimeout> | undefined;
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
          if (stopped) continue;
          clearTimeout(expiry);
          // No store tells that a task has expired.
          if (found) expiry = unref(setTimeout(() => void read(), timerOf(found.record)));
          if (found?.text === last) continue;
          last = found?.text;
          listener(found?.record);
        } catch (error) {
          this.#log.error("A task could not be read", error, { task: id });
        }
      } while (again && !stopped);
      reading = false;
    };
    const unsubscribe = this.#bus.subscribe(channelOf(id), () => void read());
    // Following a task must not keep the process alive.
    const timer = unref(setInterval(() => void read(), recheckMs));
    // Reads after the subscription is active, so that no change is missed.
    void this.#bus.settled().then(read);
    return () => {
      stopped = true;
      unsubscribe();
      clearInterval(timer);
      clearTimeout(expiry);
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

/** Returns the delay of a timer for the end of a task. Longer delays than a timer can have are left to rechecks. */
function timerOf(record: TaskRecord): number {
  return Math.min(Math.max(timeLeft(record), 1), longestTimerMs);
}

function channelOf(id: string): string {
  return `task:${id}`;
}
