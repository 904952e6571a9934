import { encodeLogMessage } from "../protocol/codec/codec.js";
import { notificationMessage } from "../protocol/json-rpc.js";
import { isObject, member } from "../protocol/json.js";
import type { LogLevel } from "../protocol/model.js";

/**
 * Writes a log message for a client. It must not make a call fail, so data that JSON can't hold is replaced by the reason.
 *
 * @see MCP 2026-07-28, Logging
 */
export function logMessage(level: LogLevel, data: unknown, logger: string | undefined): string {
  // JSON writes an error as `{}`.
  const shown = data instanceof Error ? String(data) : data;
  try {
    return write(level, shown, logger);
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n", 1);
    const note = `This data is no JSON: ${reason}`;
    const message = isObject(shown) ? member(shown, "message") : undefined;
    return write(level, typeof message === "string" ? { message, data: note } : note, logger);
  }
}

function write(level: LogLevel, data: unknown, logger: string | undefined): string {
  return notificationMessage("notifications/message", encodeLogMessage(level, data, logger));
}
