import { readMessage, type Message, type RequestId } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { assumedRevision, type LegacyRevision } from "../../protocol/revisions.js";
import { answer, refuse, type Reply as Answer } from "../../session/answer.js";
import { refuseInitializeInBatch } from "../../session/batch.js";
import { IncomingRequest, type RequestFacts } from "../../session/incoming-request.js";
import { andThen, isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import { negotiate, type SessionFacts } from "../../session/session.js";
import { overHttp, type Incoming } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import type { Accepted } from "./media-types.js";
import { ReplyStream, type Reply } from "./reply-stream.js";
import { SessionReply } from "./session-reply.js";

type Request = Message & { readonly kind: "request" };

/** Answers requests of revisions before 2026-07-28, with or without a session. */
export class LegacyPost {
  readonly #incoming: Incoming;
  readonly #accepted: Accepted;

  constructor(incoming: Incoming, accepted: Accepted) {
    this.#incoming = incoming;
    this.#accepted = accepted;
  }

  initialize(message: Request): void {
    const { endpoint, caller, peer, outlet, fields, headers } = this.#incoming;
    const { sessions } = endpoint;
    const { id, method, params } = message;
    const reply = new ReplyStream(outlet, fields, this.#accepted, endpoint.timers);
    let negotiated: SessionFacts;
    try {
      negotiated = negotiate(params);
    } catch (error) {
      return reply.finish(400, refuse(id, error as ProtocolError));
    }
    const live = sessions?.create(negotiated, caller);
    if (sessions && !live) {
      const error = "The server has too many sessions; try again later.";
      return reply.finish(503, refuse(id, new ProtocolError(errorCodes.internalError, error)));
    }
    const request = new IncomingRequest({
      id,
      method,
      params,
      protocolVersion: negotiated.protocolVersion,
      headers,
      caller,
      peer,
      session: live?.session,
      network: overHttp,
    });
    // A stream is opened before the answer is there if that takes long.
    if (live) reply.setField("mcp-session-id", live.id);
    reply.watch();
    void andThen(answer(endpoint.service, request), async (answered) => {
      if (live && answered?.errorCode === undefined) await live.keep();
      else if (live) {
        live.close("The server refused to initialize the session.");
        reply.setField("mcp-session-id", undefined);
      }
      reply.finish(200, answered);
    });
  }

  request(message: Request, revision: LegacyRevision, live: LiveSession | undefined): void {
    this.#incoming.ifAllowed(message.method, message.params, () =>
      this.#handle(message, revision, live),
    );
  }

  #handle(message: Request, revision: LegacyRevision, live: LiveSession | undefined): void {
    if (live?.open.get(message.id)) {
      return this.#incoming.refuse(400, idInUse(), message.id);
    }
    const reply = this.#replyIn(live);
    const facts = this.#factsOf(message, revision, live, reply);
    const answered = this.#work(facts, live);
    if (!isPromiseLike(answered) && !live?.saving) return reply.finish(200, answered);
    reply.watch();
    void andThen(answered, (later) => whenSaved(live, () => reply.finish(200, later)));
  }

  /** @see MCP 2025-03-26, Base Protocol, Batching */
  batch(values: readonly unknown[], live: LiveSession | undefined): void {
    const revision = live?.session.protocolVersion ?? assumedRevision;
    if (revision !== "2025-03-26") {
      const error = "This protocol version has no batches: send one message at a time.";
      return this.#incoming.refuse(400, new ProtocolError(errorCodes.invalidRequest, error));
    }
    const messages = values.map(readMessage);
    if (!messages.some(isAnswered)) {
      for (const message of messages) this.#take(message, live);
      return whenSaved(live, () => this.#incoming.accept());
    }
    if (this.#incoming.late) return this.#incoming.refuseLate();
    const reply = this.#replyIn(live);
    reply.watch();
    const answers = messages.map((message) => this.#inBatch(message, revision, live, reply));
    void Promise.all(answers).then((settled) => {
      const texts = settled.filter((each) => each !== undefined).map(({ text }) => text);
      reply.finish(200, texts.length === 0 ? undefined : { text: `[${texts.join(",")}]` });
    });
  }

  async #inBatch(
    message: Message,
    revision: LegacyRevision,
    live: LiveSession | undefined,
    reply: Reply,
  ): Promise<Answer | undefined> {
    switch (message.kind) {
      case "invalid":
        return message.isResponse ? undefined : refuse(message.id, message.error);
      case "response":
      case "notification":
        this.#take(message, live);
        return undefined;
      case "request":
        if (message.method === "initialize") return refuse(message.id, refuseInitializeInBatch());
        return this.#work(this.#factsOf(message, revision, live, reply), live);
    }
  }

  #take(message: Message, live: LiveSession | undefined): void {
    if (message.kind === "response") live?.receive(message.id, message.body);
    else if (message.kind === "notification") notifyService(this.#incoming, message, live);
  }

  #factsOf(
    { id, method, params }: Request,
    revision: LegacyRevision,
    live: LiveSession | undefined,
    { notify, disconnect }: Reply,
  ): RequestFacts {
    const { caller, peer, headers, endpoint } = this.#incoming;
    return {
      id,
      method,
      params,
      protocolVersion: live?.session.protocolVersion ?? revision,
      headers,
      caller,
      authorizer: endpoint.authorizer,
      peer,
      session: live?.session,
      keepsSessions: endpoint.sessions !== undefined,
      notify,
      disconnect,
      stopping: endpoint.stopping,
      network: overHttp,
    };
  }

  #work(facts: RequestFacts, live: LiveSession | undefined): MaybePromise<Answer | undefined> {
    const { service } = this.#incoming.endpoint;
    const request = new IncomingRequest(facts);
    if (!live) return answer(service, request);
    if (live.open.get(request.id)) return refuse(request.id, idInUse());
    const answered = answer(service, request);
    // Nothing can happen to a request that is answered at once, and a Map that changes costs a call a tenth of its time.
    if (!isPromiseLike(answered)) return answered ?? this.#unanswered(live, request.id);
    live.began(request);
    return answered.then((later) => {
      live.open.take(request.id);
      return later ?? this.#unanswered(live, request.id);
    });
  }

  /**
   * Answers a request that was aborted. A client that cancelled it expects no answer, so its event stream is empty. JSON
   * can't be empty, and the end of the session is news to the client; both get an error.
   *
   * @see MCP 2025-11-25, Streamable HTTP, Sending Messages to the Server; Cancellation, Behavior Requirements
   */
  #unanswered({ endReason }: LiveSession, id: RequestId): Answer | undefined {
    if (endReason === undefined && this.#accepted.events) return undefined;
    const reason = endReason ?? "The client cancelled the request.";
    return refuse(id, new ProtocolError(errorCodes.internalError, reason));
  }

  #replyIn(live: LiveSession | undefined): Reply {
    const { outlet, fields, endpoint } = this.#incoming;
    if (live) return new SessionReply(live, outlet, fields, this.#accepted, endpoint.timers);
    // Before 2026-07-28 a client cancels with a notification, not by disconnecting.
    return new ReplyStream(outlet, fields, this.#accepted, endpoint.timers);
  }
}

function isAnswered(message: Message): boolean {
  return message.kind === "request" || (message.kind === "invalid" && !message.isResponse);
}

export function notifyService(
  incoming: Incoming,
  { method, params }: Message & { kind: "notification" },
  live: LiveSession | undefined,
): void {
  if (method === "notifications/cancelled") live?.cancel(params);
  else incoming.endpoint.service.notified(method, params, live?.session);
}

/** Waits until changes of the session are saved: the client's next request may reach another process. */
export function whenSaved(live: LiveSession | undefined, next: () => void): void {
  if (live?.saving) void live.saving.then(next);
  else next();
}

/** @see MCP 2025-11-25, Base Protocol, Requests */
function idInUse(): ProtocolError {
  const message = "A request with this id is still being answered.";
  return new ProtocolError(errorCodes.invalidRequest, message);
}
