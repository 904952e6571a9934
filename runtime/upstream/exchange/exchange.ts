import type { Cancellation } from "../../protocol/cancellable.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withinDeadline, type Deadline } from "./deadline.js";
import { HookFailure } from "./request-hooks.js";
import { follow, type RedirectSettings } from "./redirects.js";
import { hostOf } from "../request/request.js";
import { isBrokenConnection } from "../../net/retries.js";
import { seconds, waitBefore, type RetryPolicy } from "./retry.js";
import type { ApiResponse, SentRequest } from "./sender.js";

/** How a request is sent. */
export interface ExchangeSettings extends RedirectSettings, RetryPolicy {
  /** Milliseconds for sending, redirects, retries and reading together. */
  readonly timeoutMs: number;
  /** Cancels the exchange. */
  readonly signal: Cancellation | undefined;
}

/**
 * Sends a request and reads its response. If retries are allowed, sends it again when the API is busy, and once when
 * the connection breaks.
 *
 * @throws ToolError when the API can't be reached, takes too long or redirects elsewhere; what `read` throws; the
 *   signal's reason when it was aborted
 */
export async function exchange<T>(
  request: SentRequest,
  settings: ExchangeSettings,
  read: (response: ApiResponse, deadline: Deadline) => Promise<T>,
): Promise<T> {
  const host = hostOf(request.origin);
  return withinDeadline(settings.timeoutMs, settings.signal, host, async (deadline) => {
    let reconnects = Math.min(settings.retries, 1);
    for (let round = 0; ;) {
      try {
        const response = await follow(request, settings, deadline);
        const wait =
          round < settings.retries ? waitBefore(response, round, deadline.left()) : undefined;
        if (wait === undefined) return await read(response, deadline);
        response.discard();
        settings.onProgress?.(`${host} answered ${response.status}; retrying in ${seconds(wait)}.`);
        await deadline.pause(wait);
        round += 1;
      } catch (error) {
        if (deadline.aborted || error instanceof ToolError) throw error;
        if (error instanceof HookFailure) throw error.cause;
        if (reconnects > 0 && isBrokenConnection(error)) {
          reconnects -= 1;
          continue;
        }
        const reason = settings.redactor.text(await reasonOf(error));
        throw new ToolError(`The call to ${host} failed: ${reason}.`);
      }
    }
  });
}

/** Says in words what the cause's code means, such as `ECONNREFUSED`; returns its message if it has none. */
async function reasonOf(error: unknown): Promise<string> {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string") {
      const { networkErrorText } = await import("../../contract/network-errors.js");
      return networkErrorText(code);
    }
    if (level.cause === undefined) return level.message;
    level = level.cause;
  }
  return "unknown reason";
}
