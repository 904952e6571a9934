import { Lazy } from "../../protocol/lazy.js";
import type { CallerLimits } from "../types/server-options.js";
import type { RequestLimits } from "./request-limits.js";

/** @throws TypeError for a limit below 1 */
export function lazyRequestLimits(
  limits: CallerLimits | undefined,
): Lazy<RequestLimits> | undefined {
  if (!limits) return undefined;
  for (const [name, limit] of Object.entries(limits)) {
    if (!(Number(limit) >= 1))
      throw new TypeError(`limits.${name} must be at least 1, not ${limit}.`);
  }
  return new Lazy(async () => {
    const { RequestLimits } = await import("./request-limits.js");
    return new RequestLimits(limits);
  });
}
