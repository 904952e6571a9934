import { anonymousShare } from "../../protocol/shares/anonymous-share.js";
import { member } from "../../protocol/json.js";
import type { JsonObject } from "../../protocol/json.js";
import { isRequestId, type RequestId } from "../../protocol/json-rpc.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { OpenById } from "../../session/open-by-id.js";
import type { Service } from "../../session/service.js";
import { Session, type SessionFacts } from "../../session/session.js";
import type { EventWriter } from "./event-writer.js";
import { SessionStream, streamChannel, type StreamNews } from "./session-stream.js";

/** Messages between the processes that serve one session. */
type SessionNews =
  | { readonly kind: "response"; readonly id: RequestId; readonly body: JsonObject }
  | { readonly kind: "cancelled"; readonly requestId: RequestId }
  /** Asks which process writes a stream. */
  | { readonly kind: "whose"; readonly stream: string }
  | { readonly kind: "facts"; readonly from: string; readonly facts: SessionFacts }
  | { readonly kind: "closed" };

export interface LiveSessionOptions {
  readonly id: string;
  readonly facts: SessionFacts;
  readonly service: Service;
  readonly idleMs: number;
  readonly retryMs: number;
  /** Called when the session has ended, for any reason. */
  readonly onClosed: () => void;
}

/** A session over HTTP, of a revision before 2026-07-28, in this process. */
export class LiveSession {
  readonly id: string;
  readonly session: Session;
  readonly retryMs: number;
  /** The client's requests that this process works on. `began` adds one. */
  readonly open = new OpenById<IncomingRequest>();
  /** Time of the client's last request, in milliseconds since 1970. */
  lastUsed = Date.now();
  readonly #service: Service;
  readonly #idleMs: number;
  readonly #onClosed: () => void;
  readonly #streams = new Map<string, SessionStream>();
  /** The streams for messages that belong to no request, newest first. */
  #standalone: readonly SessionStream[] = [];
  /** Connections to which this process relays streams of other processes. */
  readonly #followers = new Set<EventWriter>();
  readonly #origin = crypto.randomUUID();
  readonly #stops: (() => void)[];
  #saving: Promise<void> | undefined;
  #lastTouch = Date.now();
  #endReason: string | undefined;

  constructor(options: LiveSessionOptions) {
    const { id, facts, service } = options;
    this.id = id;
    this.retryMs = options.retryMs;
    this.#service = service;
    this.#idleMs = options.idleMs;
    this.#onClosed = options.onClosed;
    const channel = {
      push: (text: string): boolean => this.#push(text),
      changed: (changed: SessionFacts): void => this.#save(changed),
    };
    this.session = new Session(facts, channel, { id, idPrefix: `${this.#origin.slice(0, 8)}-` });
    this.#stops = [
      service.attach(this.session),
      service.state.bus.subscribe(this.#channel, (news) => this.#onNews(news)),
    ];
  }

  /** What its session and events are counted in. */
  get share(): string {
    return this.session.facts.owner ?? anonymousShare;
  }

  get #channel(): string {
    return `session:${this.id}`;
  }

  /** Resolves when changes are saved where other processes find them; absent when there are none. */
  get saving(): Promise<void> | undefined {
    return this.#saving;
  }

  /** Why the session has ended in this process; undefined while it goes on. */
  get endReason(): string | undefined {
    return this.#endReason;
  }

  /** True while a request or stream is open, which must not be cut off. */
  get busy(): boolean {
    if (this.open.size > 0 || this.#followers.size > 0) return true;
    for (const stream of this.#streams.values()) if (stream.attached) return true;
    return false;
  }

  use(): void {
    const now = Date.now();
    this.lastUsed = now;
    if (now - this.#lastTouch < this.#idleMs / 4) return;
    this.touch();
  }

  /** Extends the lifetime of the session in the store. */
  touch(): void {
    this.#lastTouch = Date.now();
    this.#service.state.sessions
      .touch(this.id, this.#idleMs, this.share)
      .catch((error: unknown) => this.#service.log.error("A session could not be saved", error));
  }

  /** Saves the session in the store for the first time. */
  async keep(): Promise<void> {
    this.#save(this.session.facts);
    // Another process may serve the client's next request and must then reach this process.
    await Promise.all([this.#saving, this.#service.state.bus.settled()]);
  }

  /** Begins a stream for the answer to a request. */
  openStream(writer: EventWriter): SessionStream {
    const stream = this.#newStream();
    stream.attach(writer);
    if (this.session.protocolVersion >= "2025-11-25") stream.prime(this.retryMs);
    return stream;
  }

  /** Ends the streams that belong to no request. */
  stopStandalone(): void {
    for (const each of this.#standalone) each.end();
    this.#standalone = [];
  }

  /** Begins a stream for messages that belong to no request. */
  openStandalone(writer: EventWriter): void {
    // Ending a stream that is read would make its client open another.
    const read = this.#standalone.filter(({ attached }) => attached);
    for (const each of this.#standalone) if (!each.attached) each.end();
    this.#standalone = [this.openStream(writer), ...read];
  }

  /** Returns a stream that this process writes. */
  stream(id: string): SessionStream | undefined {
    return this.#streams.get(id);
  }

  /** Ends a connection with this session in this process, because its stream may never end. */
  addFollower(writer: EventWriter): void {
    this.#followers.add(writer);
    writer.whenClosed(() => this.#followers.delete(writer));
    if (this.#endReason !== undefined) writer.end();
  }

  /** Makes the process that writes a stream say so on the channel of the stream. */
  askForStream(stream: string): void {
    this.#notify({ kind: "whose", stream });
  }

  /** Takes the client's answer to a request of this process, or passes it to the process that sent the request. */
  receive(id: RequestId | undefined, body: JsonObject): void {
    if (id === undefined) return;
    if (!this.session.outgoing.receive(id, body)) this.#notify({ kind: "response", id, body });
  }

  /** Keeps a request that is not answered at once, so that it can be cancelled. */
  began(request: IncomingRequest): void {
    this.open.add(request.id, request);
    // Its handler may have ended the session.
    if (this.#endReason !== undefined) request.abort(endError(this.#endReason));
  }

  cancel(params: JsonObject): void {
    const requestId = member(params, "requestId");
    if (this.#abort(requestId) || !isRequestId(requestId)) return;
    this.#notify({ kind: "cancelled", requestId });
  }

  /** Ends the session in all processes, at the request of the client. */
  async end(): Promise<void> {
    this.#notify({ kind: "closed" });
    this.close("The client ended the session.");
    // What is being saved would come back.
    await this.#saving;
    const { sessions, events } = this.#service.state;
    await Promise.all([sessions.delete(this.id), events.delete(this.id)]);
  }

  /** Ends the session in this process only. */
  close(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    for (const stop of this.#stops) stop();
    const error = endError(reason);
    for (const request of this.open.all()) request.abort(error);
    this.session.outgoing.close(error);
    for (const stream of this.#streams.values()) stream.end();
    this.#endFollowers();
    this.#onClosed();
  }

  #endFollowers(): void {
    for (const each of this.#followers) each.end();
  }

  #newStream(): SessionStream {
    const { state, log } = this.#service;
    const { events, bus } = state;
    const id = crypto.randomUUID().slice(0, 8);
    const context = { session: this.id, share: this.share, events, bus, log };
    const stream = new SessionStream(id, context, () => this.#streams.delete(id));
    this.#streams.set(id, stream);
    return stream;
  }

  /**
   * Sends a message on one stream only: the newest that is read, or else the newest, whose client may resume it.
   *
   * @see MCP 2025-11-25, Streamable HTTP, Multiple Connections
   */
  #push(text: string): boolean {
    const stream = this.#standalone.find(({ attached }) => attached) ?? this.#standalone[0];
    stream?.send(text);
    return stream !== undefined;
  }

  #abort(requestId: unknown): boolean {
    const request = this.open.get(requestId);
    request?.abort(new DOMException("The client cancelled the request.", "AbortError"));
    return request !== undefined;
  }

  #save(facts: SessionFacts): void {
    if (this.#endReason !== undefined) return;
    this.#lastTouch = Date.now();
    const saving = (this.#saving ?? Promise.resolve())
      .then(() =>
        this.#service.state.sessions.save(this.id, JSON.stringify(facts), this.#idleMs, this.share),
      )
      .then(() => this.#notify({ kind: "facts", from: this.#origin, facts }))
      .catch((error: unknown) => this.#service.log.error("A session could not be saved", error))
      .finally(() => {
        if (this.#saving === saving) this.#saving = undefined;
      });
    this.#saving = saving;
  }

  #notify(news: SessionNews): void {
    let text: string;
    try {
      text = JSON.stringify(news);
    } catch {
      // A client can send an answer that is nested too deeply to serialize; no request asks for one.
      return;
    }
    this.#service.state.bus.publish(this.#channel, text);
  }

  #sayAlive(stream: string): void {
    const alive: StreamNews = { alive: true };
    this.#service.state.bus.publish(streamChannel(this.id, stream), JSON.stringify(alive));
  }

  #onNews(text: string): void {
    const news = JSON.parse(text) as SessionNews;
    switch (news.kind) {
      case "response":
        this.session.outgoing.receive(news.id, news.body);
        return;
      case "cancelled":
        this.#abort(news.requestId);
        return;
      case "whose":
        if (this.#streams.has(news.stream)) this.#sayAlive(news.stream);
        return;
      case "facts":
        if (news.from !== this.#origin) this.session.refresh(news.facts);
        return;
      case "closed":
        this.close("The client ended the session.");
    }
  }
}

function endError(reason: string): DOMException {
  return new DOMException(reason, "AbortError");
}
