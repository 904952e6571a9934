import { member, type JsonObject } from "../../protocol/json.js";
import type { Progress } from "../client-options.js";
import type { OpenRequests } from "./open-requests.js";

/** Hands progress to the request that it belongs to, which then has more time. @see MCP 2026-07-28, Progress */
export class ProgressReports {
  readonly #open: OpenRequests;

  constructor(open: OpenRequests) {
    this.#open = open;
  }

  report(params: JsonObject): void {
    // The token is the id of the request.
    const request = this.#open.get(member(params, "progressToken"));
    const progress = readProgress(params);
    if (!request || !progress) return;
    request.idleAt = performance.now() + request.timeoutMs;
    request.options.onProgress?.(progress);
  }
}

/** Returns undefined for malformed progress. */
export function readProgress(params: JsonObject): Progress | undefined {
  const progress = member(params, "progress");
  if (typeof progress !== "number") return undefined;
  const total = member(params, "total");
  const message = member(params, "message");
  return {
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}
