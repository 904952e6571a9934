/** One HTTP request and the way back, free of any HTTP library: what a host has to offer to serve MCP. */

export type HeaderFields = Readonly<Record<string, string>>;

export interface HttpExchange {
  readonly method: string;
  /** The request's target: a path with its query, or the whole URL. */
  readonly url: string;
  /** A header's value by its lower-case name; several joined by a comma. */
  readonly headers: (name: string) => string | undefined;
  readonly outlet: Outlet;
  /** Reads the body, no more than `limit` bytes of it, and calls once with what came of it. */
  readBody(limit: number, done: (body: Body) => void): void;
}

/** Text, or text and bytes in UTF-8 in turn. */
export type Content = string | readonly (string | Uint8Array)[];

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notUtf8" };

/** Where the answer goes: either `send` once, or `open`, any number of `write` and `end`. None of them throws. */
export interface Outlet {
  /** The whole response. */
  send(status: number, headers: HeaderFields, body?: Content): void;
  /** Begins a response that grows, with status 200. */
  open(headers: HeaderFields): void;
  write(text: string): void;
  /** Bytes of what was written that the client has not read yet. */
  readonly unreadBytes: number;
  end(): void;
  /** Called once when the client is gone before the answer is out; set it later than that, and it is called then. */
  onClose: (() => void) | undefined;
}
