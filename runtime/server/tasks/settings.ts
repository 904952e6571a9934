import type { TaskOptions } from "../types/server-options.js";

export type TaskSettings = Required<TaskOptions>;

const defaultSettings: TaskSettings = {
  ttlMs: 60 * 60_000,
  maxTtlMs: 24 * 60 * 60_000,
  pollIntervalMs: 1_000,
  maxRunning: 1_000,
  maxRunningPerOwner: 100,
};

/** Completes the options. @throws RangeError if a number is less than 1 */
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
