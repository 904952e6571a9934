import { hasEnvelope, metaOf, readEnvelope } from "../protocol/envelope.js";
import { member } from "../protocol/json.js";
import { parseJson, readMessage, type Message, type RequestId } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { latestLegacyRevision } from "../protocol/revisions.js";
import { answer, refuse } from "./answer.js";
import { readBatch } from "./batch.js";
import { IncomingRequest } from "./incoming-request.js";
import type { Service } from "./service.js";
import { negotiate, type Session } from "./session.js";
import type { Transport } from "./transport.js";

/** How long requests that are still open may take once the client has closed its side. */
const graceMs = 60_000;

/**
 * Serves one client over a channel: the handshake of revisions before 2026-07-28 and requests of later ones, mixed as
 * the client likes.
 *
 * @returns a promise that resolves when the client is gone, every answer is out and the channel is closed
 */
export function serveConnection(
  service: Service,
  transport: Transport,
  stop?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    new Connection(service, transport, resolve).start(stop);
  });
}

class Connection {
  readonly #service: Service;
  readonly #transport: Transport;
  readonly #done: () => void;
  readonly #open = new Map<RequestId, IncomingRequest>();
  #session: Session | undefined;
  #ended = false;
  #closed = false;
  /** Messages being answered: single ones and batches. */
  #busy = 0;

  constructor(service: Service, transport: Transport, done: () => void) {
    this.#service = service;
    this.#transport = transport;
    this.#done = done;
  }

  start(stop: AbortSignal | undefined): void {
    this.#transport.start({
      message: (text) => this.#receive(text),
      tooLong: (limit) => {
        const error = new ProtocolError(
          errorCodes.invalidRequest,
          `A message may have at most ${limit} bytes.`,
        );
        this.#send(refuse(undefined, error).text);
      },
      end: () => this.#end(),
      close: () => this.#close("The client closed the connection."),
    });
    stop?.addEventListener("abort", () => this.#close("The server is stopping."), { once: true });
    if (stop?.aborted) this.#close("The server is stopping.");
  }

  #receive(text: string): void {
    if (this.#closed) return;
    this.#busy++;
    this.#answerText(text)
      .then((reply) => {
        if (reply !== undefined) this.#send(reply);
      })
      .catch((error: unknown) => console.error("A message could not be answered:", error))
      .finally(() => {
        this.#busy--;
        if (this.#ended && this.#busy === 0) this.#close("The client closed the connection.");
      });
  }

  /** The message to send back, if any. Never throws. */
  async #answerText(text: string): Promise<string | undefined> {
    let value: unknown;
    let batch: readonly unknown[] | undefined;
    try {
      value = parseJson(text);
      batch = readBatch(value, this.#session?.protocolVersion);
    } catch (error) {
      return refuse(undefined, error as ProtocolError).text;
    }
    if (!batch) return this.#answerMessage(readMessage(value), false);
    const replies = await Promise.all(
      batch.map((each) => this.#answerMessage(readMessage(each), true)),
    );
    const texts = replies.filter((each) => each !== undefined);
    return texts.length === 0 ? undefined : `[${texts.join(",")}]`;
  }

  async #answerMessage(message: Message, inBatch: boolean): Promise<string | undefined> {
    switch (message.kind) {
      case "invalid":
        return refuse(message.id, message.error).text;
      case "response":
        return undefined;
      case "notification":
        if (message.method === "notifications/cancelled") this.#cancel(message);
        return undefined;
      case "request":
        break;
    }
    let request: IncomingRequest;
    try {
      request = this.#admit(message, inBatch);
    } catch (error) {
      return refuse(message.id, error as ProtocolError).text;
    }
    this.#open.set(request.id, request);
    const reply = await answer(this.#service, request);
    this.#open.delete(request.id);
    return reply?.text;
  }

  /** @throws ProtocolError when the request can't be worked on */
  #admit(message: Message & { kind: "request" }, inBatch: boolean): IncomingRequest {
    if (this.#open.has(message.id)) {
      throw new ProtocolError(
        errorCodes.invalidRequest,
        "A request with this id is still being answered.",
      );
    }
    const { id, method, params } = message;
    const notify = (text: string): void => this.#send(text);
    const meta = metaOf(params);
    if (hasEnvelope(meta)) {
      const envelope = readEnvelope(meta);
      const { protocolVersion } = envelope;
      return new IncomingRequest({ id, method, params, protocolVersion, envelope, notify });
    }
    if (method === "initialize") {
      if (inBatch) {
        throw new ProtocolError(
          errorCodes.invalidRequest,
          "`initialize` must not be part of a batch.",
        );
      }
      this.#session = negotiate(params);
    }
    const session = this.#session;
    const protocolVersion = session?.protocolVersion ?? latestLegacyRevision;
    return new IncomingRequest({
      id,
      method,
      params,
      protocolVersion,
      notify,
      ...(session && { session }),
    });
  }

  #cancel(message: Message & { kind: "notification" }): void {
    const id = member(message.params, "requestId") as RequestId;
    const request = this.#open.get(id);
    if (!request || request.method === "initialize") return;
    request.abort(new DOMException("The client cancelled the request.", "AbortError"));
  }

  #send(text: string): void {
    if (!this.#closed) this.#transport.send(text);
  }

  #end(): void {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    if (this.#busy === 0) this.#close("The client closed the connection.");
    else setTimeout(() => this.#close("The client closed the connection."), graceMs).unref();
  }

  #close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const request of this.#open.values()) {
      request.abort(new DOMException(reason, "AbortError"));
    }
    this.#transport.close().then(this.#done, this.#done);
  }
}
