import { isObject, member } from "../../../protocol/json.js";
import { notificationMessage, type RequestId } from "../../../protocol/json-rpc.js";
import { headersOfRequest } from "../../../protocol/headers/request-headers.js";
import { isModern, type Revision } from "../../../protocol/revisions.js";
import type { Network } from "../../../session/network.js";
import type { ChannelReceiver, ChannelRequest, ClientChannel } from "../../channel.js";
import { McpAnswerError } from "../../errors.js";
import type { Parcel } from "./delivery.js";
import { Errand } from "./errand.js";
import { closedError } from "./failures.js";
import { HttpLink, type HttpLinkOptions } from "./http-link.js";
import type { HttpAnswer, NewSender } from "./http-sender.js";
import { OpenExchanges } from "./open-exchanges.js";
import { RequestExchange, type ExchangeHost } from "./request-exchange.js";
import { SessionStream } from "./session-stream.js";

/** How long the end of a session may take. */
const endMs = 2_000;

/** Headers of every POST. @see MCP 2026-07-28, Streamable HTTP, Sending Messages to the Server */
const postHeaders = [
  "content-type",
  "application/json",
  "accept",
  "application/json, text/event-stream",
] as const;

/** Streamable HTTP, of 2025-03-26 and later. @see MCP 2026-07-28, Streamable HTTP; 2025-11-25, Transports */
export class HttpChannel implements ClientChannel, ExchangeHost {
  readonly kind = "http";
  readonly network: Network = { transport: "tcp", protocol: "http" };
  readonly link: HttpLink;
  sessionId: string | undefined;
  readonly #open = new OpenExchanges();
  readonly #errands = new Set<Errand>();
  #receiver: ChannelReceiver | undefined;
  #stream: SessionStream | undefined;
  /** The stream of the session opens once the server knows that the handshake is done. */
  #streamIsDue = false;
  #legacyHeaders: readonly string[] = postHeaders;
  #closing: Promise<void> | undefined;

  /** @throws TypeError for a URL or header that can't be used */
  constructor(url: string | URL, newSender: NewSender, options: HttpLinkOptions = {}) {
    this.link = new HttpLink(url, newSender, options);
  }

  get receiver(): ChannelReceiver {
    if (!this.#receiver) throw new Error("The channel was not started.");
    return this.#receiver;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
  }

  request(request: ChannelRequest): void {
    if (this.#closing) return this.receiver.failed(request.id, closedError(this.link));
    const exchange = new RequestExchange(this, request);
    this.#open.add(exchange);
    exchange.start();
  }

  send(text: string): Promise<void> {
    // It would open a connection that nobody closes.
    if (this.#closing) return Promise.reject(closedError(this.link));
    const { startMs, patienceMs } = this.link;
    const mostMs = this.#streamIsDue ? startMs : patienceMs;
    const errand = new Errand(this.link, this.#parcelOf(text), mostMs);
    this.#errands.add(errand);
    const opensStream = this.#streamIsDue;
    this.#streamIsDue = false;
    return errand.taken.finally(() => {
      this.#errands.delete(errand);
      if (opensStream) this.#openStream();
    });
  }

  cancel(id: RequestId, reason: string): string | undefined {
    const exchange = this.#open.find(id);
    if (!exchange) return undefined;
    this.#open.remove(exchange);
    exchange.destroy();
    // Closing the stream is not enough before 2026-07-28. @see MCP 2025-11-25, Cancellation
    if (isModern(exchange.revision) || exchange.methodName === "initialize") return undefined;
    const text = notificationMessage("notifications/cancelled", { requestId: id, reason });
    // The server will find out when it answers.
    this.send(text).catch(() => undefined);
    return text;
  }

  opened(revision: Revision): void {
    this.link.revision = revision;
    this.#writeHeaders();
    this.#streamIsDue = !isModern(revision);
  }

  reset(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.sessionId = this.link.revision = undefined;
    this.#writeHeaders();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  begin(answer: HttpAnswer): void {
    const id = answer.header("mcp-session-id");
    // @see MCP 2025-11-25, Transports, Session Management
    if (id !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(id)) {
      throw new McpAnswerError(`${this.link.name} began a session whose id is not visible ASCII.`, {
        server: this.link.name,
      });
    }
    this.sessionId = id;
    this.#writeHeaders();
  }

  sessionHeaders(): readonly string[] {
    return this.#legacyHeaders.slice(postHeaders.length);
  }

  requestHeaders({ method, params, revision, headers }: ChannelRequest): string[] {
    if (!isModern(revision)) {
      // A new session begins without the old one.
      return [...(method === "initialize" ? postHeaders : this.#legacyHeaders)];
    }
    const list = [...postHeaders, "mcp-protocol-version", revision];
    const own = headersOfRequest(method, params);
    for (const name in own) list.push(name, own[name]!);
    if (headers) for (const name in headers) list.push(name, headers[name]!);
    return list;
  }

  done(exchange: RequestExchange): void {
    this.#open.remove(exchange);
  }

  #parcelOf(text: string): Parcel {
    const { revision } = this.link;
    if (revision === undefined || !isModern(revision)) {
      return { method: "POST", body: text, headers: () => [...this.#legacyHeaders] };
    }
    const message: unknown = JSON.parse(text);
    const method = isObject(message) ? member(message, "method") : undefined;
    const params = isObject(message) ? member(message, "params") : undefined;
    const named = {
      id: 0,
      method: String(method),
      params: isObject(params) ? params : {},
      text,
      revision,
    };
    return { method: "POST", body: text, headers: () => this.requestHeaders(named) };
  }

  /** The headers of requests before 2026-07-28 change with the session only. */
  #writeHeaders(): void {
    const { revision } = this.link;
    const hasVersion = revision !== undefined && revision >= "2025-06-18";
    this.#legacyHeaders = [
      ...postHeaders,
      ...(this.sessionId === undefined ? [] : ["mcp-session-id", this.sessionId]),
      ...(hasVersion ? ["mcp-protocol-version", revision] : []),
    ];
  }

  #openStream(): void {
    if (this.#closing) return;
    this.#stream?.close();
    this.#stream = new SessionStream(this);
    this.#stream.open();
  }

  async #close(): Promise<void> {
    this.#stream?.close();
    for (const exchange of this.#open.clear()) exchange.destroy();
    for (const errand of this.#errands) errand.failed(closedError(this.link));
    if (this.sessionId !== undefined) await this.#endSession();
    this.link.sender.close();
    this.receiver.closed(undefined);
  }

  /** Tells the server that the session is over. A server need not allow that. */
  async #endSession(): Promise<void> {
    const headers = this.sessionHeaders();
    const end = { method: "DELETE", headers: () => [...headers] } as const;
    await new Errand(this.link, end, endMs).taken.catch(() => undefined);
  }
}
