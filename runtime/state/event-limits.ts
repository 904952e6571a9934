/** How much is kept of what was sent on event streams. What is beyond is forgotten, oldest first. */
export interface EventLimits {
  /** Events of one stream. Default 256. */
  readonly perStream?: number;
  /** Events of one session. Default 1,000. */
  readonly perSession?: number;
  /** Bytes of one session, about; a single larger event is kept until the next one. Default 4 MiB. */
  readonly bytesPerSession?: number;
  /** For how long a session's events are kept after the last of them. Default an hour. */
  readonly ttlMs?: number;
}

/** What an event costs beside its message, about. */
export const eventOverhead = 100;

/**
 * Limits with the defaults filled in.
 *
 * @throws RangeError for one that leaves no room
 */
export function eventLimits(limits: EventLimits = {}): Required<EventLimits> {
  const all = {
    perStream: limits.perStream ?? 256,
    perSession: limits.perSession ?? 1000,
    bytesPerSession: limits.bytesPerSession ?? 4 * 1024 * 1024,
    ttlMs: limits.ttlMs ?? 3_600_000,
  };
  for (const [name, value] of Object.entries(all)) {
    if (!(value >= 1)) throw new RangeError(`events.${name} has to be at least 1; it is ${value}.`);
  }
  return all;
}
