/** Answers too large for a result. A module of its own: most servers never have one. */
import { defined } from "../../protocol/defined.js";
import { randomBytes } from "node:crypto";
import type { ContentBlock, ReadResourceResult } from "../../protocol/model.js";
import { ExpiringMap } from "../../state/memory/expiring-map.js";
import type { CallContext } from "../types/call-context.js";
import { ResourceNotFound } from "../registry/resource-not-found.js";
import { aboutContent } from "../results/content.js";
import { textOf, toBase64, type Value } from "../results/value.js";

/** How long an answer is kept after it was last read. */
const ttlMs = 15 * 60_000;
const maxAnswers = 100;
/** Of all answers that are kept together. */
const maxTotalBytes = 128 * 1024 * 1024;
/** What one read gives: as much as a result. */
const maxPartBytes = 1024 * 1024;
/** Of a text, what a result shows at once. */
const maxHead = 4_000;

interface Kept {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly isText: boolean;
  /** Who may read it; undefined where nobody is known: then its id, which nobody can guess, protects it. */
  readonly owner: string | undefined;
}

/**
 * The answers of one server that are too large for results, for their callers to read as resources. In memory, for a
 * quarter of an hour: another process does not have them.
 */
export class LargeAnswers {
  readonly #prefix: string;
  readonly #answers = new ExpiringMap<Kept>({
    limit: maxAnswers,
    left: ({ bytes }) => (this.#total -= bytes.length),
  });
  #total = 0;

  /** @param prefix what their URIs begin with */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Keeps an answer.
   *
   * @param what says why, for the model
   * @returns the beginning of a text, a link to all of it, and what is to be known of it
   */
  keep(answer: Value, what: string, ctx: CallContext): ContentBlock[] {
    const { text, bytes, mimeType } = bodyOf(answer);
    const isText = text !== undefined;
    const id = randomBytes(16).toString("base64url");
    this.#answers.set(id, { bytes, mimeType, isText, owner: ownerOf(ctx) }, ttlMs);
    this.#total += bytes.length;
    while (this.#total > maxTotalBytes) {
      const oldest = this.#answers.oldest();
      if (!oldest || oldest.key === id) break;
      this.#answers.delete(oldest.key);
    }
    const uri = this.#prefix + id;
    const parts =
      bytes.length > maxPartBytes
        ? ` A read gives at most ${maxPartBytes} bytes; ?offset=${maxPartBytes} gives the next.`
        : "";
    const content: ContentBlock[] = [];
    if (isText) content.push({ type: "text", text: headOf(text) });
    content.push(
      {
        type: "text",
        text: `(${what} ${isText ? "Above is its beginning. " : ""}All of it can be read as the resource ${uri} within 15 minutes.${parts} Asking for less may be better.)`,
      },
      {
        type: "resource_link",
        uri,
        name: "answer",
        title: "The whole answer",
        description: `${bytes.length} bytes.${parts}`,
        mimeType,
        size: bytes.length,
      },
      ...aboutContent(answer),
    );
    return content;
  }

  /**
   * Reads an answer: all of it, the part from `?offset=`, or `&length=` bytes of it.
   *
   * @throws ResourceNotFound when it is not there, or somebody else's
   */
  read(uri: string, ctx: CallContext): ReadResourceResult {
    const match = /^([\w-]{22})(?:\?(.{0,100}))?$/.exec(uri.slice(this.#prefix.length));
    const kept = match && this.#answers.get(match[1]!);
    if (!match || !kept || (kept.owner !== undefined && kept.owner !== ownerOf(ctx))) {
      throw new ResourceNotFound();
    }
    const id = match[1]!;
    this.#answers.touch(id, ttlMs);
    const { bytes, isText, mimeType } = kept;
    const query = new URLSearchParams(match[2]);
    const start = boundary(kept, wholeNumber(query.get("offset")) ?? 0);
    const length = Math.min(wholeNumber(query.get("length")) ?? maxPartBytes, maxPartBytes);
    let end = boundary(kept, start + length);
    // Less than a character would be nothing, for ever.
    if (end === start && length > 0) end = boundary(kept, start + 4);
    const part = bytes.subarray(start, end);
    const next = `${this.#prefix}${id}?offset=${end}`;
    const _meta = {
      "mcp-codegen/size": bytes.length,
      "mcp-codegen/offset": start,
      ...defined({ "mcp-codegen/next": end < bytes.length ? next : undefined }),
    };
    const contents = isText
      ? { uri, mimeType, text: Buffer.from(part.buffer, part.byteOffset, part.length).toString() }
      : { uri, mimeType, blob: toBase64(part) };
    return {
      contents: [
        { ...contents, ...defined({ _meta: part.length < bytes.length ? _meta : undefined }) },
      ],
    };
  }
}

/** What an answer is when it is read; `text` where it is one. */
function bodyOf(answer: Value): {
  readonly text?: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
} {
  if (answer.kind === "media") {
    const { data, mimeType } = answer.media;
    return { bytes: data, mimeType };
  }
  const { text, mimeType } = textBody(answer);
  return { text, bytes: Buffer.from(text), mimeType };
}

function textBody(answer: Exclude<Value, { readonly kind: "media" }>): {
  readonly text: string;
  readonly mimeType: string;
} {
  switch (answer.kind) {
    case "json":
      return { text: textOf(answer), mimeType: "application/json" };
    case "text":
      return { text: answer.text, mimeType: answer.mimeType ?? "text/plain" };
    case "empty":
      return { text: "", mimeType: "text/plain" };
  }
}

/** The user, else the session. */
function ownerOf({ caller, sessionId }: CallContext): string | undefined {
  if (caller) return `user:${caller.subject}`;
  return sessionId === undefined ? undefined : `session:${sessionId}`;
}

/** Where a part of a text may begin or end: not within a character. */
function boundary({ bytes, isText }: Kept, offset: number): number {
  let at = Math.min(offset, bytes.length);
  while (isText && at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function headOf(text: string): string {
  // Not between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[maxHead - 1] ?? "") ? maxHead - 1 : maxHead;
  return text.length <= maxHead ? text : `${text.slice(0, end)}…`;
}
