import { essenceOf } from "../../../contract/media-type.js";
import { parseJson } from "../../../protocol/json-rpc.js";
import { unref } from "../../../protocol/unref.js";
import type { ChannelReceiver } from "../../channel.js";
import type { McpClientError } from "../../errors.js";
import { Delivery, type DeliverySink } from "./delivery.js";
import { EventFeed } from "./event-feed.js";
import { refusedRequest, tooLarge, unreadableMessage } from "./failures.js";
import type { HttpLink } from "./http-link.js";
import type { HttpAnswer } from "./http-sender.js";
import { reconnectMs, resumeAfter } from "./resume.js";

interface Host {
  readonly link: HttpLink;
  readonly receiver: ChannelReceiver;
  sessionHeaders(): readonly string[];
}

/** A stream that lasted so long was good, although it brought nothing. */
const goodMs = 5_000;

/**
 * The stream on which a server sends what belongs to no request; before 2026-07-28. It is opened again whenever it breaks,
 * until the server refuses it.
 *
 * @see MCP 2025-11-25, Transports, Listening for Messages from the Server
 */
export class SessionStream implements DeliverySink {
  readonly #host: Host;
  readonly #feed: EventFeed;
  #delivery: Delivery | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStream = false;
  #isClosed = false;
  /** When the stream began. */
  #since = 0;
  /** Attempts in a row that brought nothing. */
  #drops = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#feed = new EventFeed(host.link.maxMessageBytes, (text) => this.#message(text));
  }

  open(): void {
    if (this.#isClosed) return;
    this.#isStream = false;
    this.#delivery = new Delivery(
      this.#host.link,
      resumeAfter(this.#feed.lastId, this.#host),
      this,
    );
    this.#delivery.start();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#delivery?.destroy();
  }

  accepted(answer: HttpAnswer): void {
    this.#isStream = essenceOf(answer.header("content-type") ?? "") === "text/event-stream";
    // Such as the page of a proxy, for which the server's stream does not exist.
    if (!this.#isStream) return this.close();
    this.#since = performance.now();
    this.#feed.begin();
  }

  data(bytes: Uint8Array): void {
    try {
      this.#feed.feed(bytes);
    } catch {
      const { link, receiver } = this.#host;
      this.close();
      receiver.unreadable(tooLarge(link.maxMessageBytes, link));
    }
  }

  end(): void {
    this.#again();
  }

  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void {
    const { status } = answer;
    if (status === 400 && this.#feed.lastId !== undefined) {
      // The server may have dropped the events since.
      this.#feed.lastId = undefined;
      return this.#again();
    }
    if (status >= 500 && status !== 501) return this.#again();
    this.close();
    // Servers without the stream say so with 405, those that lost the session with 404: the next request tells.
    if (status !== 401 && status !== 403) return;
    const { link, receiver } = this.#host;
    receiver.unreadable(refusedRequest(answer, text, secrets, link));
  }

  failed(_error: McpClientError): void {
    this.#again();
  }

  #message(text: string): void {
    const { link, receiver } = this.#host;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return receiver.unreadable(unreadableMessage(error, link));
    }
    receiver.message(value);
  }

  #again(): void {
    if (this.#isClosed) return;
    const feed = this.#feed;
    const lasted = this.#isStream && performance.now() - this.#since > goodMs;
    this.#drops = lasted || (this.#isStream && feed.hadMessage) ? 0 : this.#drops + 1;
    // A client without open requests may let its process end.
    this.#timer = unref(setTimeout(() => this.open(), reconnectMs(feed.retryMs, this.#drops)));
  }
}
