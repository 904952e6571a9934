import { MemoryEvents, type MemoryEventLimits } from "./events.js";
import { MemorySessions } from "./sessions.js";
import { MemoryTasks } from "./tasks.js";

/** The options of `memoryState`, checked and with the defaults filled in. */
export interface MemoryLimits {
  readonly events: Required<MemoryEventLimits>;
  readonly maxSessions: number;
  readonly maxTasks: number;
}

/** The stores of a state in memory. */
export class MemoryStores {
  readonly sessions: MemorySessions;
  readonly events: MemoryEvents;
  readonly tasks: MemoryTasks;

  constructor({ events, maxSessions, maxTasks }: MemoryLimits) {
    this.sessions = new MemorySessions(maxSessions);
    this.events = new MemoryEvents(events, maxSessions);
    this.tasks = new MemoryTasks(maxTasks);
  }

  close(): void {
    for (const part of [this.sessions, this.events, this.tasks]) part.close();
  }
}
