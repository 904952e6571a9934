import { Late } from "../../protocol/lazy.js";
import { eventLimits } from "../event-limits.js";
import { MemoryBus } from "./bus.js";
import type { MemoryEventLimits } from "./events.js";
import type { MemoryStores } from "./stores.js";
import type { EventStore, SessionStore, State, TaskStore } from "../state.js";

export interface MemoryStateOptions {
  readonly events?: MemoryEventLimits;
  /** How many sessions are kept; then the one that was silent longest is forgotten. Default 100,000. */
  readonly maxSessions?: number;
  /** How many tasks are kept; then the one that changed longest ago is forgotten. Default 100,000. */
  readonly maxTasks?: number;
}

/**
 * What a server keeps, in the memory of its process: for servers that run once. Everything in it is bounded and ends with
 * the process.
 *
 * @throws RangeError for a limit that leaves no room
 */
export function memoryState(options: MemoryStateOptions = {}): State {
  const maxSessions = atLeastOne("maxSessions", options.maxSessions ?? 100_000);
  const maxTasks = atLeastOne("maxTasks", options.maxTasks ?? 100_000);
  const events = {
    ...eventLimits(options.events ?? {}),
    bytesInAll: options.events?.bytesInAll ?? 64 * 1024 * 1024,
  };
  // A conversation over standard input and output keeps nothing, unless it has tasks.
  const stores = new Late(async () => {
    const { MemoryStores } = await import("./stores.js");
    return new MemoryStores({ events, maxSessions, maxTasks });
  });
  const bus = new MemoryBus();
  return {
    sessions: lateSessions(stores),
    events: lateEvents(stores),
    tasks: lateTasks(stores),
    bus,
    async close() {
      bus.close();
      await stores.ifBegun(async (all) => all.close());
    },
  };
}

function lateSessions(stores: Late<MemoryStores>): SessionStore {
  return {
    load: (id) => stores.with(({ sessions }) => sessions.load(id)),
    save: (id, facts, ttlMs) => stores.with(({ sessions }) => sessions.save(id, facts, ttlMs)),
    touch: (id, ttlMs) => stores.with(({ sessions }) => sessions.touch(id, ttlMs)),
    delete: (id) => stores.with(({ sessions }) => sessions.delete(id)),
  };
}

function lateEvents(stores: Late<MemoryStores>): EventStore {
  return {
    append: (session, stream, message) =>
      stores.with(({ events }) => events.append(session, stream, message)),
    end: (session, stream) => stores.with(({ events }) => events.end(session, stream)),
    after: (session, eventId) => stores.with(({ events }) => events.after(session, eventId)),
    delete: (session) => stores.with(({ events }) => events.delete(session)),
  };
}

function lateTasks(stores: Late<MemoryStores>): TaskStore {
  return {
    load: (id) => stores.with(({ tasks }) => tasks.load(id)),
    save: (id, task, ttlMs) => stores.with(({ tasks }) => tasks.save(id, task, ttlMs)),
    replace: (id, expected, task, ttlMs) =>
      stores.with(({ tasks }) => tasks.replace(id, expected, task, ttlMs)),
    delete: (id) => stores.with(({ tasks }) => tasks.delete(id)),
    list: (owner, after, limit) => stores.with(({ tasks }) => tasks.list(owner, after, limit)),
    own: (owner, id) => stores.with(({ tasks }) => tasks.own(owner, id)),
  };
}

function atLeastOne(name: string, value: number): number {
  if (!(value >= 1)) throw new RangeError(`${name} has to be at least 1; it is ${value}.`);
  return value;
}
