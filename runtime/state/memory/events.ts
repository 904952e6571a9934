import { parseEventId } from "../event-id.js";
import type { EventLimits } from "../event-limits.js";
import { ExpiringMap } from "./expiring-map.js";
import { SessionLog } from "./session-log.js";
import type { EventStore, MissedEvents } from "../state.js";

/** Limits of the events that a process keeps. */
export interface MemoryEventLimits extends EventLimits {
  /** Approximate maximum bytes of all sessions; beyond, of the caller with the most, the session idle for longest loses its oldest events. Default: 64 MiB. */
  readonly bytesInAll?: number;
}

/** Stores the events of this process's sessions. */
export class MemoryEvents implements EventStore {
  readonly #limits: Required<EventLimits>;
  readonly #bytesInAll: number;
  readonly #sessions: ExpiringMap<SessionLog>;
  /** Counts over all sessions, so that an id is never reused, even after its session expired. */
  #lastPlace = 0;

  constructor(limits: Required<MemoryEventLimits>, maxSessions: number) {
    this.#limits = limits;
    this.#bytesInAll = limits.bytesInAll;
    this.#sessions = new ExpiringMap({ limit: maxSessions });
  }

  async append(session: string, stream: string, message: string, share?: string): Promise<string> {
    const log = this.#sessions.get(session) ?? new SessionLog(this.#limits);
    const id = log.append(stream, ++this.#lastPlace, message);
    this.#sessions.set(session, log, this.#limits.ttlMs, { share, size: log.bytes });
    this.#makeRoom(log);
    return id;
  }

  async end(session: string, stream: string): Promise<void> {
    this.#sessions.get(session)?.end(stream);
  }

  async after(session: string, eventId: string): Promise<MissedEvents | undefined> {
    const at = parseEventId(eventId);
    if (!at) return undefined;
    const found = this.#sessions.get(session)?.after(at.stream, Number(at.place));
    return found && { stream: at.stream, ...found };
  }

  async delete(session: string): Promise<void> {
    this.#sessions.delete(session);
  }

  close(): void {
    this.#sessions.clear();
  }

  /** Drops the oldest events of the caller with the most, but never the one just appended, however large. */
  #makeRoom(newest: SessionLog): void {
    while (this.#sessions.totalSize > this.#bytesInAll) {
      const oldest = this.#sessions.oldestOfLargest();
      if (!oldest || (oldest.value === newest && newest.count === 1)) return;
      oldest.value.forgetOldest();
      if (oldest.value.count === 0) this.#sessions.delete(oldest.key);
      else this.#sessions.resize(oldest.key, oldest.value.bytes);
    }
  }
}
