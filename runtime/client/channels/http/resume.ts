import { longestTimerMs } from "../../../protocol/limits/time-limit.js";
import type { Parcel } from "./delivery.js";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Returns how long to wait before a stream is taken up again.
 *
 * @param retryMs what the server asked for
 * @param drops connections in a row that brought nothing
 * @see MCP 2025-11-25, Transports, Sending Messages
 */
export function reconnectMs(retryMs: number | undefined, drops: number): number {
  // A server that asks for no pause must not be asked in a loop.
  if (retryMs !== undefined)
    return Math.min(Math.max(retryMs, 10 * 2 ** Math.min(drops, 10)), longestTimerMs);
  return Math.min(firstPauseMs * 2 ** Math.max(0, drops - 1), longestPauseMs);
}

/** Returns the request for a stream: that of the session, or the rest of one after an event. @see MCP 2025-11-25, Transports, Resumability and Redelivery */
export function resumeAfter(
  lastId: string | undefined,
  session: { sessionHeaders(): readonly string[] },
): Parcel {
  return {
    method: "GET",
    headers: () => [
      "accept",
      "text/event-stream",
      ...(lastId === undefined ? [] : ["last-event-id", lastId]),
      ...session.sessionHeaders(),
    ],
  };
}
