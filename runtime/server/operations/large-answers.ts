/** Responses too large for a result. Loaded with the first. */
import { defined } from "../../protocol/defined.js";
import { randomBytes } from "node:crypto";
import type { ContentBlock, ReadResourceResult } from "../../protocol/model.js";
import { ownerOf, shareOf } from "../../session/owner.js";
import { ExpiringMap } from "../../state/memory/expiring-map.js";
import type { CallContext } from "../types/call-context.js";
import { ResourceNotFound } from "../registry/resource-not-found.js";
import { aboutContent } from "../results/content.js";
import { textOf, toBase64, type Value } from "../results/value.js";

/** How long a response is stored after it was last read. */
const ttlMs = 15 * 60_000;
const maxAnswers = 100;
/** Maximum size of all stored responses together. */
const maxTotalBytes = 128 * 1024 * 1024;
/** Most bytes that one read returns: as much as a result may hold. */
const maxPartBytes = 1024 * 1024;
/** Characters of a text that the result itself shows. */
const maxHead = 4_000;

interface StoredAnswer {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly isText: boolean;
  /** Who may read it. Undefined without a user and a session: the unguessable id then protects it. */
  readonly owner: string | undefined;
}

/**
 * Stores a server's responses that are too large for results, so that their callers can read them as resources. They are in
 * this process's memory for 15 minutes; other processes do not have them. Beyond a limit, the caller with the most loses its
 * oldest.
 */
export class LargeAnswers {
  readonly #prefix: string;
  readonly #answers = new ExpiringMap<StoredAnswer>({
    limit: maxAnswers,
    maxSize: maxTotalBytes,
  });

  /** @param prefix prefix of the resources' URIs */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Stores a response.
   *
   * @param reason tells the model why the response is not in the result
   * @returns the beginning of a text, a link to the whole, and the response's notes
   */
  store(answer: Value, reason: string, ctx: CallContext): ContentBlock[] {
    const { text, bytes, mimeType } = bodyOf(answer);
    const isText = text !== undefined;
    const id = randomBytes(16).toString("base64url");
    const owner = ownerOf(ctx.caller, ctx.sessionId);
    const counted = { share: shareOf(ctx.caller), size: bytes.length };
    this.#answers.set(id, { bytes, mimeType, isText, owner }, ttlMs, counted);
    const uri = this.#prefix + id;
    const parts =
      bytes.length > maxPartBytes
        ? ` A read returns at most ${maxPartBytes} bytes; add ?offset=${maxPartBytes} to read on.`
        : "";
    const content: ContentBlock[] = [];
    if (isText) content.push({ type: "text", text: headOf(text) });
    content.push(
      {
        type: "text",
        text: `(${reason} ${isText ? "Its beginning is above. " : ""}Read all of it as the resource ${uri} within 15 minutes.${parts} If you can, request less data instead.)`,
      },
      {
        type: "resource_link",
        uri,
        name: "answer",
        title: "The whole response",
        description: `${bytes.length} bytes.${parts}`,
        mimeType,
        size: bytes.length,
      },
      ...aboutContent(answer),
    );
    return content;
  }

  /**
   * Reads a stored response: as much as one read returns, from byte `?offset=` on, at most `&length=` bytes.
   *
   * @throws ResourceNotFound when the response is not stored or belongs to another caller
   */
  read(uri: string, ctx: CallContext): ReadResourceResult {
    const match = /^([\w-]{22})(?:\?(.{0,100}))?$/.exec(uri.slice(this.#prefix.length));
    const stored = match && this.#answers.get(match[1]!);
    if (
      !match ||
      !stored ||
      (stored.owner !== undefined && stored.owner !== ownerOf(ctx.caller, ctx.sessionId))
    ) {
      throw new ResourceNotFound();
    }
    const id = match[1]!;
    this.#answers.touch(id, ttlMs);
    const { bytes, isText, mimeType } = stored;
    const query = new URLSearchParams(match[2]);
    const start = boundary(stored, wholeNumber(query.get("offset")) ?? 0);
    const length = Math.min(wholeNumber(query.get("length")) ?? maxPartBytes, maxPartBytes);
    let end = boundary(stored, start + length);
    // A length below one character would return nothing and never get further.
    if (end === start && length > 0) end = boundary(stored, start + 4);
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

/** Returns a response as bytes, and as text unless it is binary. */
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

/** Moves an offset in a text back to the start of a character. */
function boundary({ bytes, isText }: StoredAnswer, offset: number): number {
  let at = Math.min(offset, bytes.length);
  while (isText && at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function headOf(text: string): string {
  // Do not cut between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[maxHead - 1] ?? "") ? maxHead - 1 : maxHead;
  return text.length <= maxHead ? text : `${text.slice(0, end)}…`;
}
