/** What calls of an API need of an HTTP client. There are two: undici in Node, and any `fetch`. */
import type { ClientCertificate } from "../request/credentials.js";
import type { PlacedRequest } from "../request/request.js";
import type { ResponseHeaders } from "./response-headers.js";

/** A request on its way to one place. Redirects are not followed. */
export interface SentRequest extends PlacedRequest {
  /** Presented in the TLS handshake. */
  readonly certificate?: ClientCertificate | undefined;
}

/** A response whose body has not been read. One that isn't read must be discarded, so that its connection is free again. */
export interface ApiResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** The body, if all of it was there when the sender returned the response and it has no coding. It may be read once more. */
  readonly whole?: Uint8Array | undefined;
  /**
   * Passes the decoded body on, part by part, until `take` returns false: then the rest is not fetched.
   *
   * @throws what broke the connection, and the reason for which the call was stopped
   */
  read(take: (part: Uint8Array) => boolean): Promise<void>;
  /** Ends the response without its body. */
  discard(): void;
}

/** What may stop a request, such as the time limit of its call. */
export interface Stoppable {
  /** Aborted when the request must stop; made for those who need one. */
  readonly signal: AbortSignal;
  /** Sets what stops the request, in place of what stopped the one before. */
  onStop(stop: (reason: unknown) => void): void;
}

/** Sends requests to an API. */
export interface ApiSender {
  /**
   * @returns the response, as soon as its header fields are there; a short one once its body is there, too
   * @throws ToolError for a request that this sender can't send; what broke the connection
   */
  send(request: SentRequest, stoppable: Stoppable): Promise<ApiResponse>;
}
