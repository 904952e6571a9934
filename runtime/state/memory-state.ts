import { MemoryBus } from "./memory-bus.js";
import { MemoryEvents, type MemoryEventLimits } from "./memory-events.js";
import { MemorySessions } from "./memory-sessions.js";
import { MemoryTasks } from "./memory-tasks.js";
import type { State } from "./state.js";

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
  const sessions = new MemorySessions(maxSessions);
  const events = new MemoryEvents(options.events ?? {}, maxSessions);
  const tasks = new MemoryTasks(maxTasks);
  const bus = new MemoryBus();
  return {
    sessions,
    events,
    tasks,
    bus,
    async close() {
      for (const part of [sessions, events, tasks, bus]) part.close();
    },
  };
}

function atLeastOne(name: string, value: number): number {
  if (!(value >= 1)) throw new RangeError(`${name} has to be at least 1; it is ${value}.`);
  return value;
}
