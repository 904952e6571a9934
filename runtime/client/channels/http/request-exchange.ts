import { essenceOf } from "../../../contract/media-type.js";
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import { parseJson, type RequestId } from "../../../protocol/json-rpc.js";
import { isModern, type Revision } from "../../../protocol/revisions.js";
import { unref } from "../../../protocol/unref.js";
import type { ChannelReceiver, ChannelRequest } from "../../channel.js";
import { McpConnectionError, type McpClientError } from "../../errors.js";
import { Delivery, type DeliverySink, type Parcel } from "./delivery.js";
import { EventFeed } from "./event-feed.js";
import { refusedRequest, tooLarge, unexpectedAnswer, unreadableMessage } from "./failures.js";
import type { HttpLink } from "./http-link.js";
import type { HttpAnswer } from "./http-sender.js";
import { answers, errorResponse, withId } from "./read-response.js";
import { resumeAfter, reconnectMs } from "./resume.js";
import { WholeBody } from "./whole-body.js";

/** What an exchange needs of its channel. */
export interface ExchangeHost {
  readonly link: HttpLink;
  readonly receiver: ChannelReceiver;
  readonly sessionId: string | undefined;
  /** Headers of the session: its id and version. */
  sessionHeaders(): readonly string[];
  /** Headers of a request, as a new list. */
  requestHeaders(request: ChannelRequest): string[];
  /** Takes the session that an answer to `initialize` may begin. @throws McpAnswerError for an id that is not valid */
  begin(answer: HttpAnswer): void;
  /** The exchange is over. */
  done(exchange: RequestExchange): void;
}

/** Connections in a row that may break without a message before the request fails. */
const maxDrops = 3;

/** How long a stream may stay open after the response. */
const lingerMs = 1_000;

/** A request and its answer: JSON, or a stream of events that is resumed when it breaks. */
export class RequestExchange implements DeliverySink, Parcel {
  readonly method = "POST";
  readonly body: string;
  /** Where `OpenExchanges` keeps it. */
  place = -1;
  readonly #host: ExchangeHost;
  readonly #request: ChannelRequest;
  #delivery: Delivery;
  /** The session to which the request belongs. */
  #session: string | undefined;
  #answer: HttpAnswer | undefined;
  #whole: WholeBody | undefined;
  #feed: EventFeed | undefined;
  #isOver = false;
  #drops = 0;
  #wasRepeated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ExchangeHost, request: ChannelRequest) {
    this.#host = host;
    this.#request = request;
    this.body = request.text;
    this.#delivery = new Delivery(host.link, this, this);
  }

  get id(): RequestId {
    return this.#request.id;
  }

  get methodName(): string {
    return this.#request.method;
  }

  get revision(): Revision {
    return this.#request.revision;
  }

  start(): void {
    this.#delivery.start();
  }

  headers(): string[] {
    this.#session = this.#host.sessionId;
    return this.#host.requestHeaders(this.#request);
  }

  /** Gives the request up. */
  destroy(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#delivery.destroy();
  }

  accepted(answer: HttpAnswer): void {
    this.#answer = answer;
    if (this.#request.method === "initialize") {
      try {
        this.#host.begin(answer);
      } catch (error) {
        return this.#fail(error as McpClientError);
      }
    }
    if (essenceOf(answer.header("content-type") ?? "") === "text/event-stream") {
      const { maxMessageBytes } = this.#host.link;
      this.#feed ??= new EventFeed(maxMessageBytes, (text) => this.#event(text));
      this.#feed.begin();
      return;
    }
    this.#whole = new WholeBody();
    const length = Number(answer.header("content-length"));
    if (length > this.#host.link.maxMessageBytes) this.#tooLarge();
  }

  waits(isWaiting: boolean): void {
    this.#host.receiver.waits(this.#request.id, isWaiting);
  }

  data(bytes: Uint8Array): void {
    if (!this.#whole) {
      try {
        this.#feed?.feed(bytes);
      } catch {
        this.#tooLarge();
      }
      return;
    }
    this.#whole.add(bytes);
    if (this.#whole.size > this.#host.link.maxMessageBytes) this.#tooLarge();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    if (!this.#whole) return this.#dropped(false);
    const text = this.#whole.text();
    if (/^\s*[{[]/.test(text)) this.#read(text);
    else this.#fail(this.#unexpected(text));
  }

  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void {
    const { receiver, link } = this.#host;
    const { id } = this.#request;
    if (this.#feed) {
      // The server that keeps the events may be away for a moment.
      if (answer.status >= 500) return this.#dropped(true);
      return this.#fail(refusedRequest(answer, text, secrets, link));
    }
    const error = errorResponse(text, id);
    if (this.#session !== undefined && isSessionLost(answer.status, error)) {
      return this.#sessionLost();
    }
    if (!error || answer.status === 401 || answer.status === 403) {
      return this.#fail(refusedRequest(answer, text, secrets, link));
    }
    this.#finish();
    receiver.message(error);
  }

  failed(error: McpClientError): void {
    if (this.#isOver) return;
    if (this.#feed) this.#dropped(true, error);
    else this.#fail(error);
  }

  /** A message of the stream. */
  #event(text: string): void {
    if (this.#isOver) return;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return this.#fail(unreadableMessage(error, this.#host.link));
    }
    this.#deliver(value);
    if (!this.#isOver) return;
    this.#timer = unref(setTimeout(() => this.#delivery.destroy(), lingerMs));
  }

  /** The whole body, as one message or a batch. */
  #read(text: string): void {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return this.#fail(unreadableMessage(error, this.#host.link));
    }
    this.#deliver(value);
    if (!this.#isOver) this.#fail(this.#unexpected(text));
  }

  #deliver(value: unknown): void {
    const { receiver } = this.#host;
    const { id } = this.#request;
    if (answers(value, id)) {
      this.#finish();
      return receiver.message(value);
    }
    if (Array.isArray(value)) {
      // Other revisions have no batches, so this one answers nothing.
      const isBatch = this.#request.revision <= "2025-03-26";
      if (isBatch && value.some((each) => answers(each, id))) this.#finish();
      return receiver.message(value);
    }
    const error = isObject(value) && isObject(member(value, "error")) && withId(value, id);
    if (error) this.#finish();
    receiver.message(error || value);
  }

  /** The stream ended or broke before the response. */
  #dropped(isBroken: boolean, error?: McpClientError): void {
    const feed = this.#feed!;
    const { link } = this.#host;
    // A server may end a connection at will, if it says so. @see MCP 2025-11-25, Transports, Sending Messages
    const isFruitful = feed.hadMessage || (feed.hadNotes && !isBroken);
    this.#drops = isFruitful ? 0 : this.#drops + 1;
    feed.hadMessage = feed.hadNotes = false;
    const { lastId } = feed;
    if (lastId === undefined || isModern(this.#request.revision)) {
      return this.#fail(
        error ?? this.#lost("The connection ended before the answer was complete."),
      );
    }
    if (this.#drops >= maxDrops) {
      const what = `The stream of the answer broke ${maxDrops} times in a row.`;
      return this.#fail(this.#lost(what, error));
    }
    const again = (): void => {
      this.#delivery = new Delivery(link, resumeAfter(lastId, this.#host), this);
      this.#delivery.start();
    };
    this.#timer = setTimeout(again, reconnectMs(feed.retryMs, this.#drops));
  }

  /** The server no longer knows the session of the request. It did nothing yet. */
  #sessionLost(): void {
    const { receiver, sessionId } = this.#host;
    if (sessionId !== undefined && sessionId !== this.#session && !this.#wasRepeated) {
      // Another request has found out before, and a new session began meanwhile.
      this.#wasRepeated = true;
      this.#delivery = new Delivery(this.#host.link, this, this);
      return this.start();
    }
    this.#finish();
    receiver.sessionLost(this.#request.id);
  }

  #finish(): void {
    this.#isOver = true;
    this.#host.done(this);
  }

  #fail(error: McpClientError): void {
    if (this.#isOver) return;
    this.#finish();
    this.#delivery.destroy();
    this.#host.receiver.failed(this.#request.id, error);
  }

  #tooLarge(): void {
    this.#fail(tooLarge(this.#host.link.maxMessageBytes, this.#host.link));
  }

  #unexpected(text: string): McpClientError {
    return unexpectedAnswer(this.#answer!, text, this.#delivery.secrets(), this.#host.link);
  }

  #lost(what: string, cause?: Error): McpConnectionError {
    const { name } = this.#host.link;
    const again = "The server may have done what was asked; ask it before you repeat the request.";
    return new McpConnectionError(`${name}: ${what} ${again}`, { server: name, cause });
  }
}

/**
 * Whether an answer says that the session is gone: 404, or the 400 of servers that follow an early example of the official SDK.
 *
 * @see MCP 2025-11-25, Transports, Session Management
 */
function isSessionLost(status: number, error: JsonObject | undefined): boolean {
  const { code, message } = (error?.["error"] ?? {}) as { code?: unknown; message?: unknown };
  if (status === 404) return code !== -32601;
  return status === 400 && code === -32000 && /\bsession\b/i.test(String(message));
}
