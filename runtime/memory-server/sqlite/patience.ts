/** Waits while other processes write. */
import { setTimeout as pause } from "node:timers/promises";

const maxWaitMs = 60_000;
const maxPauseMs = 100;

/**
 * Repeats work that finds the database locked, with growing pauses of random length.
 *
 * @throws what the work throws, if it is something else or there is no turn for a minute
 */
export async function patiently<T>(work: () => T): Promise<T> {
  const end = Date.now() + maxWaitMs;
  for (let limit = 2; ; limit = Math.min(limit * 2, maxPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || Date.now() > end) throw error;
    }
    await pause(Math.random() * limit);
  }
}

/** Both libraries give SQLite's code, one as a number and one by name. */
function isLocked(error: unknown): boolean {
  const { errcode, code } = error as {
    readonly errcode?: number;
    readonly code?: string;
  };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  return primary === 5 || primary === 6 || /^SQLITE_(?:BUSY|LOCKED)/.test(code ?? "");
}
