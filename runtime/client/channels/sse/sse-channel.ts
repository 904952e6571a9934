import { essenceOf } from "../../../contract/media-type.js";
import { notificationMessage, parseJson, type RequestId } from "../../../protocol/json-rpc.js";
import type { Revision } from "../../../protocol/revisions.js";
import type { Network } from "../../../session/network.js";
import type { ChannelReceiver, ChannelRequest, ClientChannel } from "../../channel.js";
import { McpConnectionError, McpHandshakeError, type McpClientError } from "../../errors.js";
import { Delivery, type DeliverySink, type Parcel } from "../http/delivery.js";
import { Errand } from "../http/errand.js";
import { EventFeed } from "../http/event-feed.js";
import {
  closedError,
  refusedRequest,
  tooLarge,
  unexpectedAnswer,
  unreadableMessage,
} from "../http/failures.js";
import { HttpLink, type HttpLinkOptions } from "../http/http-link.js";
import type { HttpAnswer, NewSender } from "../http/http-sender.js";

/** Most characters of an answer that is no stream. */
const maxText = 16 * 1024;

/**
 * HTTP+SSE: the messages of the server come on one stream, those of the client go by POST. The stream is the session: when it
 * breaks, the connection is over.
 *
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export class SseChannel implements ClientChannel, DeliverySink, Parcel {
  readonly kind = "sse";
  readonly method = "GET";
  readonly network: Network = { transport: "tcp", protocol: "http" };
  readonly link: HttpLink;
  readonly #feed: EventFeed;
  readonly #stream: Delivery;
  readonly #open = new Set<RequestId>();
  #receiver: ChannelReceiver | undefined;
  /** Where messages are posted to. The server names it first. */
  #endpoint: URL | undefined;
  /** What is sent once the endpoint is known. */
  #waiting: (() => void)[] = [];
  /** An answer that is no stream, and its beginning. */
  #wrong: HttpAnswer | undefined;
  #text = "";
  #decoder = new TextDecoder();
  #isClosed = false;

  /** @throws TypeError for a URL or header that can't be used */
  constructor(url: string | URL, newSender: NewSender, options: HttpLinkOptions = {}) {
    this.link = new HttpLink(url, newSender, options);
    this.#stream = new Delivery(this.link, this, this);
    this.#feed = new EventFeed(
      this.link.maxMessageBytes,
      (text) => this.#message(text),
      (name, data) => name === "endpoint" && this.#useEndpoint(data),
    );
  }

  get receiver(): ChannelReceiver {
    if (!this.#receiver) throw new Error("The channel was not started.");
    return this.#receiver;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    this.#stream.start();
  }

  request({ id, text }: ChannelRequest): void {
    this.#open.add(id);
    this.#post(text).catch((error: unknown) => {
      if (this.#open.delete(id)) this.receiver.failed(id, error as McpClientError);
    });
  }

  send(text: string): Promise<void> {
    return this.#post(text);
  }

  cancel(id: RequestId, reason: string): string {
    this.#open.delete(id);
    const text = notificationMessage("notifications/cancelled", { requestId: id, reason });
    this.send(text).catch(() => undefined);
    return text;
  }

  opened(revision: Revision): void {
    this.link.revision = revision;
  }

  reset(): void {
    // The stream is the session.
  }

  close(): Promise<void> {
    this.#close(undefined);
    return Promise.resolve();
  }

  headers(): string[] {
    return ["accept", "text/event-stream"];
  }

  accepted(answer: HttpAnswer): void {
    const isStream = essenceOf(answer.header("content-type") ?? "") === "text/event-stream";
    if (isStream) this.#feed.begin();
    else this.#wrong = answer;
  }

  data(bytes: Uint8Array): void {
    if (this.#wrong) {
      this.#text += this.#decoder.decode(bytes, { stream: true });
      if (this.#text.length > maxText) this.end();
      return;
    }
    try {
      this.#feed.feed(bytes);
    } catch {
      this.#close(tooLarge(this.link.maxMessageBytes, this.link));
    }
  }

  end(): void {
    const wrong = this.#wrong;
    if (wrong) {
      this.#close(unexpectedAnswer(wrong, this.#text, this.#stream.secrets(), this.link));
    } else this.#close(this.#error("ended the stream of its messages"));
  }

  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void {
    this.#close(refusedRequest(answer, text, secrets, this.link));
  }

  failed(error: McpClientError): void {
    this.#close(error);
  }

  #message(text: string): void {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return this.receiver.unreadable(unreadableMessage(error, this.link));
    }
    this.receiver.message(value);
  }

  #useEndpoint(data: string): void {
    // Only the first one counts. Another place could be anybody's.
    if (this.#endpoint) return;
    const base = this.#stream.url;
    const url = URL.canParse(data, base.href) ? new URL(data, base) : undefined;
    if (url?.origin !== base.origin || url.username !== "" || url.password !== "") {
      const { name } = this.link;
      const where = JSON.stringify(data.slice(0, 100));
      const message = `${name} wants messages at ${where}, which is not on its own origin. They are not sent there.`;
      return this.#close(new McpHandshakeError(message, { server: name }));
    }
    this.#endpoint = url;
    for (const send of this.#waiting.splice(0)) send();
  }

  async #post(text: string): Promise<void> {
    if (this.#isClosed) throw closedError(this.link);
    if (!this.#endpoint) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#isClosed) throw closedError(this.link);
    const { revision } = this.link;
    const hasVersion = revision !== undefined && revision >= "2025-06-18";
    const headers = [
      "content-type",
      "application/json",
      "accept",
      "application/json, text/event-stream",
      ...(hasVersion ? ["mcp-protocol-version", revision] : []),
    ];
    const url = this.#endpoint!;
    const parcel = { method: "POST", url, body: text, headers: () => [...headers] } as const;
    await new Errand(this.link, parcel, this.link.patienceMs).taken;
  }

  #close(error: McpClientError | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stream.destroy();
    this.link.sender.close();
    for (const send of this.#waiting.splice(0)) send();
    this.receiver.closed(error);
  }

  #error(what: string): McpConnectionError {
    return new McpConnectionError(`${this.link.name} ${what}.`, { server: this.link.name });
  }
}
