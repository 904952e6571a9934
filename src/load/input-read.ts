import type { GuardedReadResult } from "./read-bytes.js";

/** An input that a run has read, or has tried to read. */
export interface InputRead {
  /** A `file:` or `http(s):` URL. That of a folder ends with `/`. */
  readonly url: string;
  readonly result: GuardedReadResult;
  /** Reads the same input again, under the same rules. */
  readonly again: () => GuardedReadResult | Promise<GuardedReadResult>;
}

/** What a server said of a document, to ask it later whether there is a newer one. */
export interface Validated {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly text: string;
  readonly bytes: number;
}

/** Documents that were fetched, by URL. */
export type ValidatedDocuments = Map<string, Validated>;
