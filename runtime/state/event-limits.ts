import { atLeast } from "../protocol/limits/check-limit.js";

/** How many sent events are kept for clients that resume a stream. Beyond a limit, the oldest events are dropped. */
export interface EventLimits {
  /** Maximum events of a stream. Default: 256. */
  readonly perStream?: number;
  /** Maximum events of a session. Default: 1,000. */
  readonly perSession?: number;
  /** Approximate maximum bytes of a session; a single larger event is kept until the next one. Default: 4 MiB. */
  readonly bytesPerSession?: number;
  /** How long a session's events are kept after the last one, in milliseconds. Default: one hour. */
  readonly ttlMs?: number;
}

/** Approximate bytes of an event beside its message. */
export const eventOverhead = 100;

/**
 * Fills in the defaults.
 *
 * @throws RangeError for a limit below 1
 */
export function eventLimits(limits: EventLimits = {}): Required<EventLimits> {
  const all = {
    perStream: limits.perStream ?? 256,
    perSession: limits.perSession ?? 1000,
    bytesPerSession: limits.bytesPerSession ?? 4 * 1024 * 1024,
    ttlMs: limits.ttlMs ?? 3_600_000,
  };
  for (const [name, value] of Object.entries(all)) atLeast(1, `events.${name}`, value);
  return all;
}
