/** What Streamable HTTP and HTTP+SSE need of an HTTP client. There are two: undici, and any `fetch`. */

export interface HttpRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  /** Names and values in turn. Those of the connection itself, such as `host` and `content-length`, are the sender's. */
  readonly headers: string[];
  readonly body: string | undefined;
}

export type HttpMethod = "GET" | "POST" | "DELETE";

export interface HttpAnswer {
  readonly status: number;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** Receives what becomes of a request. */
export interface HttpSink {
  head(answer: HttpAnswer): void;
  data(bytes: Uint8Array): void;
  /** The answer is complete. */
  end(): void;
  /**
   * No connection was made, or it broke.
   *
   * @param stale nothing of an answer came, on a connection that had been kept open: the server may have closed it before
   */
  failed(error: Error, stale: boolean): void;
}

/** A request on its way. */
export interface Sending {
  /** Gives the request up. Its sink may still be told. */
  destroy(): unknown;
}

/** @param url of the server, whose origin all requests go to */
export type NewSender = (url: URL) => HttpSender;

/** Sends requests to one origin. Follows no redirects. */
export interface HttpSender {
  /** @throws TypeError for a header that HTTP can't carry */
  send(request: HttpRequest, sink: HttpSink): Sending;
  /** Closes the connections that are kept open. */
  close(): void;
}

/**
 * How long after a request a broken connection can still mean that the server had closed it before. Later the server may have
 * worked on the request, and it is not sent again.
 */
export const staleMs = 2_000;
