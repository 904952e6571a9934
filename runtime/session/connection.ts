import { hasEnvelope, metaOf, readEnvelope, type Envelope } from "../protocol/envelope.js";
import { member } from "../protocol/json.js";
import { parseJson, readMessage, unreadRequest, type Message } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { latestLegacyRevision, type Revision } from "../protocol/revisions.js";
import { answerWith, refuse, type Reply } from "./answer.js";
import { isPromiseLike, type MaybePromise } from "../protocol/maybe-promise.js";
import { readBatch, refuseInitializeInBatch } from "./batch.js";
import { IncomingRequest } from "./incoming-request.js";
import { OpenById } from "./open-by-id.js";
import type { Sender } from "./scope-check.js";
import type { Service } from "./service.js";
import { negotiate, Session } from "./session.js";
import { Stopping } from "./stopping.js";
import type { Transport } from "./transport.js";
import { unref } from "../protocol/unref.js";

/** How a connection sends messages and for whom it speaks. */
export interface ConnectionOptions extends Sender {
  /** Closes the connection early. */
  readonly stop?: AbortSignal | undefined;
  /** Returns a header of the request that opened the channel, by its lower-case name. */
  readonly headers?: ((name: string) => string | undefined) | undefined;
}

/** Far more than clients need. The limit keeps a client from filling the memory with slow calls. */
const maxOpenRequests = 10_000;
/** How long open requests may continue after the client has closed its side. */
const graceMs = 60_000;

/**
 * Serves one client over a channel. The client may mix the handshake of revisions before 2026-07-28 with requests of later
 * ones.
 *
 * @returns a promise that resolves when the client is gone, all responses are sent and the channel is closed
 */
export function serveConnection(
  service: Service,
  transport: Transport,
  options: ConnectionOptions = {},
): Promise<void> {
  return new Promise((resolve) => {
    new Connection(service, transport, options, resolve).start(options.stop);
  });
}

class Connection {
  readonly #service: Service;
  readonly #transport: Transport;
  readonly #options: ConnectionOptions;
  readonly #done: () => void;
  readonly #stopping = new Stopping();
  /** The requests that have no response yet, of both eras. */
  readonly #open = new OpenById<IncomingRequest>();
  #session: Session | undefined;
  #detach: (() => void) | undefined;
  /** A field, so that it can be removed: the signal of all connections must not keep closed ones. */
  readonly #onStop = (): void => this.#stop();
  readonly #notify = (text: string): void => void this.#send(text);
  #ended = false;
  #closed = false;
  /** Number of messages (single ones and batches) that have no response yet. */
  #busy = 0;

  constructor(
    service: Service,
    transport: Transport,
    options: ConnectionOptions,
    done: () => void,
  ) {
    this.#service = service;
    this.#transport = transport;
    this.#options = options;
    this.#done = done;
  }

  start(stop: AbortSignal | undefined): void {
    this.#transport.start({
      message: (text) => this.#receive(text),
      tooLong: (limit) => {
        const error = new ProtocolError(
          errorCodes.invalidRequest,
          `A message must have at most ${limit} bytes.`,
        );
        this.#send(refuse(undefined, error).text);
      },
      end: () => this.#end(),
      close: () => this.#close("The client closed the connection."),
    });
    if (this.#closed) return;
    stop?.addEventListener("abort", this.#onStop, { once: true });
    if (stop?.aborted) this.#stop();
  }

  #receive(text: string): void {
    if (this.#closed) return;
    this.#busy++;
    try {
      this.#answerText(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  #answerText(text: string): void {
    let value: unknown;
    let batch: readonly unknown[] | undefined;
    try {
      value = parseJson(text);
      batch = readBatch(value, this.#session?.protocolVersion);
    } catch (error) {
      return this.#reply(refuse(unreadRequest(error), error as ProtocolError));
    }
    if (!batch) return void this.#answerMessage(readMessage(value), false, this.#reply);
    const textOf = (reply: Reply | undefined): string | undefined => reply?.text;
    const answers = batch.map(async (each) => this.#answerMessage(readMessage(each), true, textOf));
    Promise.all(answers).then(
      (replies) => {
        const texts = replies.filter((each) => each !== undefined);
        this.#reply(texts.length === 0 ? undefined : { text: `[${texts.join(",")}]` });
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** Ends what a message began, with the response if there is one. Never throws. */
  readonly #reply = (reply: Reply | undefined): void => {
    try {
      if (reply !== undefined) this.#send(reply.text, true);
    } catch (error) {
      return this.#fail(error);
    }
    this.#over();
  };

  #fail(error: unknown): void {
    this.#service.log.error("Failed to answer a message", error);
    this.#over();
  }

  #over(): void {
    this.#busy--;
    if (this.#ended && this.#busy === 0) this.#close("The client closed the connection.");
  }

  /**
   * Answers one message.
   *
   * @param take receives the response, or undefined if the message has none; must not throw
   * @returns what `take` returned
   */
  #answerMessage<T>(
    message: Message,
    inBatch: boolean,
    take: (reply: Reply | undefined) => T,
  ): MaybePromise<T> {
    switch (message.kind) {
      case "invalid":
        return take(message.isResponse ? undefined : refuse(message.id, message.error));
      case "response":
        if (message.id !== undefined) this.#session?.outgoing.receive(message.id, message.body);
        return take(undefined);
      case "notification":
        this.#notified(message);
        return take(undefined);
      case "request":
        break;
    }
    let request: IncomingRequest;
    try {
      request = this.#admit(message, inBatch);
    } catch (error) {
      return take(refuse(message.id, error as ProtocolError));
    }
    let isOpen = false;
    const answered = answerWith(this.#service, request, (reply) => {
      if (isOpen) this.#open.take(request.id);
      return take(reply);
    });
    // Nothing can happen to a request that is answered at once, and a Map that changes costs a call a tenth of its time.
    if (!isPromiseLike(answered)) return answered;
    isOpen = true;
    this.#open.add(request.id, request);
    // Its handler may have closed the connection.
    if (this.#closed) request.abort(closedError("The connection is closed."));
    return answered;
  }

  /** @throws ProtocolError if the request must not be handled */
  #admit(message: Message & { kind: "request" }, inBatch: boolean): IncomingRequest {
    if (this.#open.get(message.id)) {
      throw new ProtocolError(
        errorCodes.invalidRequest,
        "A request with this id is still open. Use another id.",
      );
    }
    if (this.#open.size >= maxOpenRequests) {
      throw new ProtocolError(
        errorCodes.invalidRequest,
        `At most ${maxOpenRequests} requests may be open at once. Wait for responses first.`,
      );
    }
    const { method, params } = message;
    const meta = metaOf(params);
    if (hasEnvelope(meta)) {
      const envelope = readEnvelope(meta);
      return this.#incoming(message, envelope.protocolVersion, envelope, undefined);
    }
    if (method === "initialize") {
      if (inBatch) throw refuseInitializeInBatch();
      this.#begin(new Session(negotiate(params), { push: (text) => this.#send(text) }));
    }
    const session = this.#session;
    const revision = session?.protocolVersion ?? latestLegacyRevision;
    return this.#incoming(message, revision, undefined, session);
  }

  #incoming(
    { id, method, params }: Message & { kind: "request" },
    protocolVersion: Revision,
    envelope: Envelope | undefined,
    session: Session | undefined,
  ): IncomingRequest {
    const { caller, authorizer, peer, headers } = this.#options;
    return new IncomingRequest({
      id,
      method,
      params,
      protocolVersion,
      envelope,
      session,
      caller,
      authorizer,
      peer,
      headers,
      notify: this.#notify,
      stopping: this.#stopping,
      network: this.#transport.network,
    });
  }

  #begin(session: Session): void {
    this.#detach?.();
    this.#session?.outgoing.close(new Error("The client began a new session."));
    this.#session = session;
    session.sender = this.#options;
    this.#detach = this.#service.attach(session);
  }

  #notified({ method, params }: Message & { kind: "notification" }): void {
    if (method === "notifications/cancelled") this.#cancel(member(params, "requestId"));
    else this.#service.notified(method, params, this.#session);
  }

  #cancel(id: unknown): void {
    const request = this.#open.get(id);
    if (!request || request.method === "initialize") return;
    request.abort(new DOMException("The client cancelled the request.", "AbortError"));
  }

  /** @returns false if the channel is closed */
  #send(text: string, mayWait = false): boolean {
    if (this.#closed) return false;
    this.#transport.send(text, mayWait);
    return true;
  }

  #end(): void {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    // The client can no longer answer requests or receive notifications.
    this.#session?.outgoing.close(new Error("The client closed the connection."));
    this.#stopping.stop();
    if (this.#busy === 0) this.#close("The client closed the connection.");
    else unref(setTimeout(() => this.#close("The client closed the connection."), graceMs));
  }

  #stop(): void {
    this.#stopping.stop();
    // Subscriptions end with a response, which must be sent first.
    setImmediate(() => this.#close("The server is stopping."));
  }

  #close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.stop?.removeEventListener("abort", this.#onStop);
    this.#detach?.();
    const error = closedError(reason);
    for (const request of this.#open.all()) request.abort(error);
    this.#session?.outgoing.close(error);
    this.#transport.close().then(this.#done, this.#done);
  }
}

function closedError(reason: string): DOMException {
  return new DOMException(reason, "AbortError");
}
