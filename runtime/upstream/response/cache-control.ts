import type { ResponseHeaders } from "../exchange/response-headers.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";

/**
 * Reads how long and for whom a response may be cached; undefined if the API does not state it.
 *
 * @param isPersonal true if the request carried credentials; then only a response marked `public` may be shared
 * @see RFC 9111 section 5.2.2
 */
export function cacheHints(headers: ResponseHeaders, isPersonal: boolean): CacheHints | undefined {
  if (variesByAll(headers)) return { ttlMs: 0, cacheScope: "private" };
  const control = headers.get("cache-control");
  if (control === null) return undefined;
  const directives = directivesOf(control);
  if (["no-store", "no-cache"].some((name) => directives.has(name))) {
    return { ttlMs: 0, cacheScope: "private" };
  }
  const varies = /\b(?:authorization|cookie)\b/i.test(headers.get("vary") ?? "");
  const isPublic =
    !directives.has("private") && !varies && (directives.has("public") || !isPersonal);
  const age = secondsOf(headers.get("age")?.trim()) ?? 0;
  const shared = isPublic ? secondsOf(directives.get("s-maxage")) : undefined;
  const fresh = shared ?? secondsOf(directives.get("max-age"));
  if (fresh === undefined) return undefined;
  const ttlMs = Math.max(0, fresh - age) * 1000;
  return { ttlMs, cacheScope: isPublic ? "public" : "private" };
}

/** Whether no other request can get the same response. @see RFC 9110 section 12.5.5 */
function variesByAll(headers: ResponseHeaders): boolean {
  return headers.get("vary")?.includes("*") ?? false;
}

function directivesOf(control: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const directive of control.split(",")) {
    const [name = "", value = ""] = directive.split("=", 2);
    directives.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return directives;
}

/** Upper limit, in seconds; a longer lifetime makes no difference. */
const longest = 366 * 24 * 3600;

function secondsOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value), longest) : undefined;
}
