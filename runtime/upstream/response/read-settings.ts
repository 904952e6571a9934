import type { Redactors } from "../../protocol/text/redactor.js";

/** How a response is read. */
export interface ReadSettings {
  /** Of the request. */
  readonly url: string;
  /** Method and path template, for messages. */
  readonly call: string;
  /** The media types that were asked for; absent: any. */
  readonly accept?: string | undefined;
  /** Largest answer that a result may hold, in bytes. */
  readonly maxBytes: number;
  /** Largest answer that is read, in bytes; one above `maxBytes` is kept beside the result. */
  readonly keepBytes: number;
  readonly redactors: Redactors;
  /** The items of a stream; absent: a stream is text. */
  readonly stream?: "events" | "items" | undefined;
  /** Called with each item of a stream. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** True if the request carried credentials, so that caches must not share the answer. */
  readonly isPersonal: boolean;
}
