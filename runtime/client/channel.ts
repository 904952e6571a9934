/** What a client needs of a transport: more than whole messages, because HTTP repeats parts of a request in headers. */
import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { Revision } from "../protocol/revisions.js";
import type { Network } from "../session/network.js";
import type { ClientTransportKind } from "./client.js";

/** A request, encoded once. */
export interface ChannelRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** The whole message as JSON text. */
  readonly text: string;
  /** The revision that the message is written in. */
  readonly revision: Revision;
  /** Arguments that HTTP repeats, as `Mcp-Param-*` headers; since 2026-07-28. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Receives what a channel brings. */
export interface ChannelReceiver {
  /** A parsed message (`parseJson`), or an array of them before 2025-06-18. */
  message(value: unknown): void;
  /** A request can't be answered any more: it was not sent, its stream broke for good, or its response is not MCP. */
  failed(id: RequestId, error: Error): void;
  /** A request waits for a token, perhaps for the user to log in. That takes none of its time. */
  waits(id: RequestId, isWaiting: boolean): void;
  /** The server no longer knows the session (404). A new one is begun and the request repeated once. */
  sessionLost(id: RequestId): void;
  /** A message that belongs to no request could not be read. */
  unreadable(error: Error): void;
  /** Nothing more will arrive, and nothing can be sent. */
  closed(error: Error | undefined): void;
}

/**
 * A connection to a server. Adapters make one of a `Transport` (stdio, WebSocket, memory); Streamable HTTP and HTTP+SSE
 * are written for it.
 */
export interface ClientChannel {
  readonly kind: ClientTransportKind;
  readonly network?: Network | undefined;
  /** Before 2026-07-28 over HTTP, once the server has given one. */
  readonly sessionId?: string | undefined;
  /** Called once, before anything is sent. */
  start(receiver: ChannelReceiver): void;
  /** Sends a request. Its response arrives at the receiver. */
  request(request: ChannelRequest): void;
  /** Sends a notification, or a response to a request of the server. Rejects if it can't be sent. */
  send(text: string): Promise<void>;
  /**
   * Cancels a request: closes its stream since 2026-07-28 over HTTP, else sends `notifications/cancelled`. Nothing more of
   * the request arrives.
   *
   * @returns the notification, if one was sent
   */
  cancel(id: RequestId, reason: string): string | undefined;
  /** The handshake is done: over HTTP, the version goes into headers from now on, and the stream of the session opens. */
  opened(revision: Revision): void;
  /** Forgets the session, before a new handshake on the same channel. */
  reset(): void;
  close(): Promise<void>;
}
