/** One HTTP request and its response, independent of any HTTP library. A host implements this to serve MCP. */

import type { Arrival } from "../access/guard.js";

export type HeaderFields = Readonly<Record<string, string>>;

export interface HttpExchange extends Arrival {
  readonly method: string;
  /** The request's target: a path with its query, or the whole URL. */
  readonly url: string;
  /** Returns a header's value by its lower-case name; several are joined with a comma. */
  readonly headers: (name: string) => string | undefined;
  readonly outlet: Outlet;
  /** Reads the body, at most `limit` bytes, and calls `done` once with the result. */
  readBody(limit: number, done: (body: Body) => void): void;
}

/** Text, or a sequence of text and UTF-8 bytes. */
export type Content = string | readonly (string | Uint8Array)[];

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notUtf8" };

/** The response: either one `send`, or `open`, any number of `write` and `end`. None of them throws. */
export interface Outlet {
  /** Sends the whole response. */
  send(status: number, headers: HeaderFields, body?: Content): void;
  /** Begins a streamed response with status 200. */
  open(headers: HeaderFields): void;
  write(text: string): void;
  /** Bytes that were written and not yet read by the client. */
  readonly unreadBytes: number;
  end(): void;
  /** Ends a streamed response at once. What the client has not read is lost. */
  cut(): void;
  /** Called once when the client disconnects before the response is sent, also if it is set after that. */
  onClose: (() => void) | undefined;
}

/** Splits a request's target, a path or a whole URL, into its path, still encoded, and its query without `?`. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const from = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3);
  const mark = target.indexOf("?");
  const path = mark === -1 ? target.slice(from) : target.slice(from, mark);
  return { path: from === -1 ? "/" : path, query: mark === -1 ? "" : target.slice(mark + 1) };
}
