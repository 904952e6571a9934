import { defined } from "../../protocol/defined.js";
import { atLeast, finiteAtLeast } from "../../protocol/limits/check-limit.js";
import type { TaskOptions } from "../types/server-options.js";

export type TaskSettings = Required<TaskOptions>;

const defaultSettings: TaskSettings = {
  ttlMs: 60 * 60_000,
  maxTtlMs: 24 * 60 * 60_000,
  pollIntervalMs: 1_000,
  maxRunning: 1_000,
  maxRunningPerOwner: 100,
};

/** Completes the options. @throws RangeError if a number is less than 1, or a time that clients are told is infinite */
export function taskSettings(options: TaskOptions = {}): TaskSettings {
  const settings = { ...defaultSettings, ...defined(options) };
  for (const [name, value] of Object.entries(settings)) atLeast(1, `tasks.${name}`, value);
  const ttlMs = Math.ceil(finiteAtLeast(1, "tasks.ttlMs", settings.ttlMs));
  return {
    ...settings,
    ttlMs,
    maxTtlMs: Math.max(ttlMs, Math.ceil(finiteAtLeast(1, "tasks.maxTtlMs", settings.maxTtlMs))),
    pollIntervalMs: Math.ceil(finiteAtLeast(1, "tasks.pollIntervalMs", settings.pollIntervalMs)),
  };
}
