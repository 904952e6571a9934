import { Lazy } from "../../protocol/lazy.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import { eventLimits } from "../event-limits.js";
import { MemoryBus } from "./bus.js";
import type { MemoryEventLimits } from "./events.js";
import type { MemoryStores } from "./stores.js";
import type { EventStore, SessionStore, State, TaskStore } from "../state.js";

/** Limits of state that is kept in the process. */
export interface MemoryStateOptions {
  /** Limits of the events that are kept for clients that lost their stream. */
  readonly events?: MemoryEventLimits;
  /** Maximum number of sessions; beyond, the caller with the most loses the one idle for longest. Default: 100,000. */
  readonly maxSessions?: number;
  /** Maximum number of tasks; beyond, the caller with the most loses the one that changed longest ago. Default: 100,000. */
  readonly maxTasks?: number;
}

/**
 * Keeps state in the memory of the process, for servers that run in one process. All of it is bounded and is lost when the
 * process ends.
 *
 * @throws RangeError for a limit below 1
 */
export function memoryState(options: MemoryStateOptions = {}): State {
  const maxSessions = atLeast(1, "maxSessions", options.maxSessions ?? 100_000);
  const maxTasks = atLeast(1, "maxTasks", options.maxTasks ?? 100_000);
  const events = {
    ...eventLimits(options.events ?? {}),
    bytesInAll: atLeast(1, "events.bytesInAll", options.events?.bytesInAll ?? 64 * 1024 * 1024),
  };
  // Loaded lazily, because a server on stdio stores nothing, unless it has tasks.
  const stores = new Lazy(async () => {
    const { MemoryStores } = await import("./stores.js");
    return new MemoryStores({ events, maxSessions, maxTasks });
  });
  const bus = new MemoryBus();
  return {
    sessions: lazySessions(stores),
    events: lazyEvents(stores),
    tasks: lazyTasks(stores),
    bus,
    async close() {
      bus.close();
      await stores.ifLoaded(async (all) => all.close());
    },
  };
}

function lazySessions(stores: Lazy<MemoryStores>): SessionStore {
  return {
    load: (id) => stores.use(({ sessions }) => sessions.load(id)),
    save: (id, facts, ttlMs, share) =>
      stores.use(({ sessions }) => sessions.save(id, facts, ttlMs, share)),
    touch: (id, ttlMs) => stores.use(({ sessions }) => sessions.touch(id, ttlMs)),
    delete: (id) => stores.use(({ sessions }) => sessions.delete(id)),
  };
}

function lazyEvents(stores: Lazy<MemoryStores>): EventStore {
  return {
    append: (session, stream, message, share) =>
      stores.use(({ events }) => events.append(session, stream, message, share)),
    end: (session, stream) => stores.use(({ events }) => events.end(session, stream)),
    after: (session, eventId) => stores.use(({ events }) => events.after(session, eventId)),
    delete: (session) => stores.use(({ events }) => events.delete(session)),
  };
}

function lazyTasks(stores: Lazy<MemoryStores>): TaskStore {
  return {
    load: (id) => stores.use(({ tasks }) => tasks.load(id)),
    save: (id, task, ttlMs, share) => stores.use(({ tasks }) => tasks.save(id, task, ttlMs, share)),
    replace: (id, expected, task, ttlMs) =>
      stores.use(({ tasks }) => tasks.replace(id, expected, task, ttlMs)),
    delete: (id) => stores.use(({ tasks }) => tasks.delete(id)),
    list: (owner, after, limit) => stores.use(({ tasks }) => tasks.list(owner, after, limit)),
    own: (owner, id) => stores.use(({ tasks }) => tasks.own(owner, id)),
  };
}
