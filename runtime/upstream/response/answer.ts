import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { Media } from "../../contract/media.js";

/** What is known of an answer beside its body. */
interface AnswerBase {
  readonly status: number;
  /** Sentences for whoever reads the answer: why it is cut, where to ask for the rest. */
  readonly notes?: readonly string[];
  /** Where it leads. */
  readonly links?: readonly AnswerTarget[];
  /** How long it stays fresh, where the API says so. */
  readonly cache?: CacheHints;
}

/** What an answer leads to: a tool to call, or a resource to read. */
export interface AnswerTarget {
  readonly name: string;
  readonly description?: string;
  readonly tool?: string;
  /** Of a resource, or the template for it. */
  readonly uri?: string;
  readonly args: { readonly [arg: string]: unknown };
}

/** What a successful upstream call brought back. */
export type Answer =
  /** 204, 205, 304, a HEAD answer or no bytes at all. */
  | (AnswerBase & { readonly kind: "empty" })
  /** `application/json` and `+json`; the items of a stream. */
  | (AnswerBase & {
      readonly kind: "json";
      readonly value: unknown;
      /** The text of the value, present when it holds integers that `value` can't hold exactly. */
      readonly source?: string;
    })
  /** `text/*`, XML and the like, and bodies that claim to be JSON but are not. */
  | (AnswerBase & { readonly kind: "text"; readonly text: string; readonly mimeType: string })
  | (AnswerBase & {
      readonly kind: "media";
      readonly media: Media;
      /** The parts of a multipart answer. */
      readonly parts?: readonly AnswerPart[];
    });

/** One part of a multipart answer. */
export interface AnswerPart {
  /** Its name or its file's. */
  readonly name?: string;
  readonly answer: Answer;
}

/** An answer with what only the caller of the API needs of its response. */
export interface Reply {
  readonly answer: Answer;
  readonly headers: Headers;
  /** About how much memory the answer takes. */
  readonly bytes: number;
}

/** A reply, and where it was asked for. */
export type SentReply = Reply & { readonly url: string };

/** An answer with one more sentence about it. */
export function withNote<T extends Answer>(answer: T, note: string): T {
  return { ...answer, notes: [...(answer.notes ?? []), note] };
}
