import type { ResponseHeaders } from "../exchange/response-headers.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { Media } from "../../contract/media.js";

/** Facts about an answer beside its body. */
interface AnswerBase {
  readonly status: number;
  /** Sentences for the reader: why the answer is cut, where to get the rest. */
  readonly notes?: readonly string[];
  readonly links?: readonly AnswerTarget[];
  /** How long the answer stays fresh, if the API states it. */
  readonly cache?: CacheHints;
}

/** A link of an answer: a tool to call or a resource to read. */
export interface AnswerTarget {
  readonly name: string;
  readonly description?: string;
  readonly tool?: string;
  /** The URI of a resource, or its template. */
  readonly uri?: string;
  readonly args: { readonly [arg: string]: unknown };
}

/** The result of a successful upstream call. */
export type Answer =
  /** 204, 205, 304, a response to HEAD, or an empty body. */
  | (AnswerBase & { readonly kind: "empty" })
  /** `application/json` and `+json`; the items of a stream. */
  | (AnswerBase & {
      readonly kind: "json";
      readonly value: unknown;
      /** The JSON text, present when `value` can't hold all its integers exactly. */
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
  /** Name of the file, else of the part. */
  readonly name?: string;
  readonly answer: Answer;
}

/** An answer with the facts of its response that only the upstream code needs. */
export interface Reply {
  readonly answer: Answer;
  readonly headers: ResponseHeaders;
  /** Hides the call's credentials in a text of the headers. */
  readonly redact: (text: string) => string;
  /** Approximate memory size of the answer. */
  readonly bytes: number;
  /** Of the request. */
  readonly url: string;
}

/** Returns the answer with one more note. */
export function withNote<T extends Answer>(answer: T, note: string): T {
  return { ...answer, notes: [...(answer.notes ?? []), note] };
}
