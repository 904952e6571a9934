import { member, type JsonObject } from "../../protocol/json.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { OpenById } from "../../session/open-by-id.js";
import type { Progress } from "../client-options.js";
import type { OpenRequest } from "./open-request.js";

/** Hands progress to the request that it belongs to, which then has more time. @see MCP 2026-07-28, Progress */
export class ProgressReports {
  readonly #open: OpenById<OpenRequest>;
  readonly #failed: (error: unknown) => void;

  /** @param failed called with the error of a user's handler */
  constructor(open: OpenById<OpenRequest>, failed: (error: unknown) => void) {
    this.#open = open;
    this.#failed = failed;
  }

  report(params: JsonObject): void {
    // The token is the id of the request.
    const request = this.#open.get(member(params, "progressToken"));
    const progress = readProgress(params);
    if (!request || !progress) return;
    request.idleAt = performance.now() + request.timeoutMs;
    const { onProgress } = request.options;
    if (onProgress) void recover(() => onProgress(progress), this.#failed);
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
