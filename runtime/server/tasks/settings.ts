/** How long tasks are kept, and how many there may be. */
export interface TaskOptions {
  /** How long a task and its result are kept, from its creation; default an hour. */
  readonly ttlMs?: number;
  /** The longest a client may ask for (2025-11-25); default a day. */
  readonly maxTtlMs?: number;
  /** How often clients should ask for news; default every second. */
  readonly pollIntervalMs?: number;
  /** How many tasks one process works on at a time; default 1,000. */
  readonly maxRunning?: number;
  /** How many of them may be of one user or session; default 100. */
  readonly maxRunningPerOwner?: number;
}

export type TaskSettings = Required<TaskOptions>;

const defaultSettings: TaskSettings = {
  ttlMs: 60 * 60_000,
  maxTtlMs: 24 * 60 * 60_000,
  pollIntervalMs: 1_000,
  maxRunning: 1_000,
  maxRunningPerOwner: 100,
};

/** @throws RangeError for a number that can't be used */
export function taskSettings(options: TaskOptions = {}): TaskSettings {
  const settings = { ...defaultSettings, ...options };
  for (const [name, value] of Object.entries(settings)) {
    if (!(value >= 1)) throw new RangeError(`tasks.${name} must be at least 1; it is ${value}.`);
  }
  const ttlMs = Math.ceil(settings.ttlMs);
  return {
    ...settings,
    ttlMs,
    maxTtlMs: Math.max(ttlMs, Math.ceil(settings.maxTtlMs)),
    pollIntervalMs: Math.ceil(settings.pollIntervalMs),
  };
}
