/** Writes results as JSON text, with the members that 2026-07-28 requires of all results. */
import { exactJson, hasDigits } from "../exact-json.js";
import { metaKeys } from "../envelope.js";
import { isObject, type JsonObject } from "../json.js";
import type { Implementation } from "../model.js";
import { copyDigits } from "../read-integers.js";
import { structuredText, type WrittenResult } from "./written-result.js";
import { isModern, type Revision } from "../revisions.js";

/** For how long and for whom a result may be cached. @see MCP 2026-07-28, Caching */
export interface CacheHints {
  /** Milliseconds for which the client may keep the answer. */
  readonly ttlMs: number;
  /** Whether only the same user may get the kept answer, or everybody. */
  readonly cacheScope: "private" | "public";
}

/** The metadata of a result since 2026-07-28. */
export interface ResultFacts {
  /** Default: `complete`. @see MCP 2026-07-28 ResultType */
  readonly resultType?: "complete" | "input_required" | "task";
  readonly cache?: CacheHints;
  /** The server that made the result. Default: this server. */
  readonly serverInfo?: Implementation;
}

/** Reserved members, written only here and since 2026-07-28. Values that a handler sets are dropped. */
const reserved = ["resultType", "ttlMs", "cacheScope"] as const;
/** Members that are written anew since 2026-07-28. */
const written = [...reserved, "_meta"] as const;

/** Length of a text from which it is not copied into a longer one. */
const longText = 16 * 1024;

/** Writes the results of a server. Their common members are encoded once. */
export class ResultWriter {
  #server: Implementation;
  /** The common members of a complete result and the closing brace. */
  #tail: string;

  constructor(server: Implementation) {
    this.#server = server;
    this.#tail = tailOf(server);
  }

  /** Names another server in results from now on. */
  set server(server: Implementation) {
    this.#server = server;
    this.#tail = tailOf(server);
  }

  /** Returns what `write` does in parts, if the structured content was encoded before and is long; undefined for other results. */
  partsOf(result: JsonObject, revision: Revision): readonly string[] | undefined {
    const { [structuredText]: structured } = result as Partial<WrittenResult>;
    if (structured === undefined || structured.length < longText) return undefined;
    const content = contentText(result["content"]);
    const tail = isModern(revision) ? `,${this.#tail}` : "}";
    return ['{"content":', content, ',"structuredContent":', structured, tail];
  }

  /**
   * Encodes a result as JSON text. Since 2026-07-28 it has its type, its server and, where that revision requires it, its
   * caching hints; before, none of these is sent.
   *
   * @see MCP 2026-07-28, Base Protocol, Responses
   */
  write(result: JsonObject, revision: Revision, facts?: ResultFacts): string {
    const members = facts === undefined ? knownMembers(result) : undefined;
    if (members !== undefined) {
      return isModern(revision) ? `{${members},${this.#tail}` : `{${members}}`;
    }
    if (!isModern(revision)) return textOf(without(reserved, result));
    const body = without(written, result);
    const { _meta: meta } = result;
    if (facts === undefined && !hasOwnMeta(meta)) return append(body, this.#tail);
    const { resultType = "complete", cache, serverInfo = this.#server } = facts ?? {};
    const rest = JSON.stringify({
      resultType,
      ...(cache && { ttlMs: wholeMs(cache.ttlMs), cacheScope: cache.cacheScope }),
      _meta: { ...(isObject(meta) && meta), [metaKeys.serverInfo]: serverInfo },
    });
    return append(body, rest.slice(1));
  }
}

/** Encodes the members of a result of which parts need no general encoder; undefined for other results. */
function knownMembers(result: JsonObject): string | undefined {
  const { [structuredText]: structured } = result as Partial<WrittenResult>;
  if (structured !== undefined) {
    return `"content":${contentText(result["content"])},"structuredContent":${structured}`;
  }
  const only = hasOnly(result, "content", "content") ? onlyText(result["content"]) : undefined;
  return only && `"content":${only}`;
}

function contentText(content: unknown): string {
  return onlyText(content) ?? JSON.stringify(content);
}

/** Encodes content that is one text and nothing else, as that of most tools is. */
function onlyText(content: unknown): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const block: unknown = content[0];
  if (!isObject(block) || block["type"] !== "text" || !hasOnly(block, "type", "text")) {
    return undefined;
  }
  const { text } = block;
  return typeof text === "string" ? `[{"type":"text","text":${JSON.stringify(text)}}]` : undefined;
}

/** Whether JSON has no members of an object but these. */
function hasOnly(object: JsonObject, one: string, other: string): boolean {
  for (const name in object) if (name !== one && name !== other) return false;
  return object["toJSON"] === undefined;
}

/** Whether metadata says anything but the name of a server, which is replaced. */
function hasOwnMeta(meta: unknown): boolean {
  return isObject(meta) && Object.keys(meta).some((name) => name !== metaKeys.serverInfo);
}

/** Appends members to the encoded result, because copying its members would cost time that grows with it. */
function append(body: JsonObject, tail: string): string {
  const text = textOf(body);
  return text === "{}" ? `{${tail}` : `${text.slice(0, -1)},${tail}`;
}

/** Encodes a result with the digits of large integers in its structured content, or in the result of its task. */
function textOf(body: JsonObject): string {
  return hasDigits(body) || hasDigits(body["structuredContent"]) || hasDigits(body["result"])
    ? exactJson(body)!
    : JSON.stringify(body);
}

/** Returns the result without some members; the same object if it has none of them. */
function without(names: readonly string[], result: JsonObject): JsonObject {
  if (!hasAny(names, result)) return result;
  const body: Record<string, unknown> = { ...result };
  // Not deleted, because that makes an object slow.
  for (const name of names) if (body[name] !== undefined) body[name] = undefined;
  if (hasDigits(result)) copyDigits(result, body);
  return body;
}

function hasAny(names: readonly string[], result: JsonObject): boolean {
  for (const name of names) if (result[name] !== undefined) return true;
  return false;
}

/** @see MCP 2026-07-28 CacheableResult: an integer, not negative */
function wholeMs(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
}

function tailOf(server: Implementation): string {
  return `"resultType":"complete","_meta":${JSON.stringify({ [metaKeys.serverInfo]: server })}}`;
}
