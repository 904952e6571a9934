/** Results as JSON text, with what 2026-07-28 wants of every one of them. */
import { metaKeys } from "../envelope.js";
import { isObject, type JsonObject } from "../json.js";
import type { Implementation } from "../model.js";
import { isModern, type Revision } from "../revisions.js";

/** How long and for whom a result may be cached. @see MCP 2026-07-28, Caching */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: "private" | "public";
}

/** What a result says of itself since 2026-07-28. */
export interface ResultFacts {
  /** Default `complete`. @see MCP 2026-07-28 ResultType */
  readonly resultType?: "complete" | "input_required" | "task";
  readonly cache?: CacheHints;
  /** Who made it; default: this server. */
  readonly serverInfo?: Implementation;
}

/** Written here only, and since 2026-07-28 only: whatever a handler puts there is left out. */
const reserved = ["resultType", "ttlMs", "cacheScope"] as const;

/** Writes the results of one server. What they have in common is turned into text once. */
export class ResultWriter {
  readonly #server: Implementation;
  /** The members of a complete result, and the end of the object. */
  readonly #tail: string;

  constructor(server: Implementation) {
    this.#server = server;
    this.#tail = `"resultType":"complete","_meta":${JSON.stringify({ [metaKeys.serverInfo]: server })}}`;
  }

  /**
   * A result as JSON text. Since 2026-07-28 it says of which type it is, who made it, and, where that revision asks
   * for it, how long it may be cached; before, none of these is sent.
   *
   * @see MCP 2026-07-28, Base Protocol, Responses
   */
  write(result: JsonObject, revision: Revision, facts?: ResultFacts): string {
    const body = withoutReserved(result);
    if (!isModern(revision)) return JSON.stringify(body);
    if (facts === undefined && body["_meta"] === undefined) return append(body, this.#tail);
    const { resultType = "complete", cache, serverInfo = this.#server } = facts ?? {};
    const meta = body["_meta"];
    const rest = JSON.stringify({
      resultType,
      ...(cache && { ttlMs: wholeMs(cache.ttlMs), cacheScope: cache.cacheScope }),
      _meta: { ...(isObject(meta) && meta), [metaKeys.serverInfo]: serverInfo },
    });
    return append(meta === undefined ? body : { ...body, _meta: undefined }, rest.slice(1));
  }
}

/** Joining texts costs nothing that grows with the result; copying its members does. */
function append(body: JsonObject, tail: string): string {
  const text = JSON.stringify(body);
  return text === "{}" ? `{${tail}` : `${text.slice(0, -1)},${tail}`;
}

function withoutReserved(result: JsonObject): JsonObject {
  if (!reserved.some((name) => Object.hasOwn(result, name))) return result;
  return { ...result, resultType: undefined, ttlMs: undefined, cacheScope: undefined };
}

/** @see MCP 2026-07-28 CacheableResult: an integer, not negative */
function wholeMs(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
}
