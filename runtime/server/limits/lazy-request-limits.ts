import { Lazy } from "../../protocol/lazy.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import type { CallerLimits } from "../types/server-options.js";
import type { RequestLimits } from "./request-limits.js";

/** @throws RangeError for a limit below 1 */
export function lazyRequestLimits(
  limits: CallerLimits | undefined,
): Lazy<RequestLimits> | undefined {
  if (!limits) return undefined;
  atLeast(1, "limits.perMinute", limits.perMinute);
  atLeast(1, "limits.concurrent", limits.concurrent);
  return new Lazy(async () => {
    const { RequestLimits } = await import("./request-limits.js");
    return new RequestLimits(limits);
  });
}
