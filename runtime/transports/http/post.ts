import { metaOf, type Envelope } from "../../protocol/envelope.js";
import { parseJson, readMessage, unreadRequest, type Message } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import {
  assumedRevision,
  isLegacyRevision,
  modernRevision,
  type LegacyRevision,
  type Revision,
} from "../../protocol/revisions.js";
import { answer, refuse, type Reply as Answer } from "../../session/answer.js";
import { andThen, type MaybePromise } from "../../session/maybe-promise.js";
import { readBatch, refuseInitializeInBatch } from "../../session/batch.js";
import { IncomingRequest, type RequestFacts } from "../../session/incoming-request.js";
import { negotiate, type SessionFacts } from "../../session/session.js";
import { scopedService } from "../access/scoped-service.js";
import { checkModernRequest, legacyRevision, versionMismatch } from "./check-request.js";
import type { Incoming } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import type { Accepted } from "./media-types.js";
import { ReplyStream, type Reply } from "./reply-stream.js";
import { SessionReply } from "./session-reply.js";

const overHttp = { transport: "tcp", protocol: "http" } as const;

type Request = Message & { readonly kind: "request" };

/**
 * Answers the body of a POST request, in whichever era it speaks. Never throws.
 *
 * @see MCP 2026-07-28, Streamable HTTP; MCP 2025-11-25, Transports, Streamable HTTP
 */
export function answerPost(incoming: Incoming, body: string, accepted: Accepted): void {
  const version = incoming.headers("mcp-protocol-version")?.trim();
  let value: unknown;
  let batch: readonly unknown[] | undefined;
  try {
    value = parseJson(body);
    batch = readBatch(value, batchRevision(version));
  } catch (error) {
    return incoming.refuse(400, error as ProtocolError, unreadRequest(error));
  }
  const post = new Post(incoming, version, accepted);
  if (batch) return post.inSession(batch, (messages, live) => post.batch(messages, live));
  const message = readMessage(value);
  switch (message.kind) {
    case "invalid":
      return incoming.refuse(400, message.error, message.id);
    case "response":
      return post.inSession(message, (response, live) => post.response(response, live));
    case "notification":
      return post.inSession(message, (notification, live) => post.notification(notification, live));
    case "request":
      return post.request(message);
  }
}

/** The revision that decides whether arrays are batches. */
function batchRevision(version: string | undefined): Revision | undefined {
  if (version === undefined) return assumedRevision;
  return isLegacyRevision(version) ? version : undefined;
}

class Post {
  readonly #incoming: Incoming;
  readonly #version: string | undefined;
  readonly #accepted: Accepted;

  constructor(incoming: Incoming, version: string | undefined, accepted: Accepted) {
    this.#incoming = incoming;
    this.#version = version;
    this.#accepted = accepted;
  }

  /** Goes on with the session that the request names, if any; 404 when there is no such session. */
  inSession<T>(what: T, next: (what: T, live: LiveSession | undefined) => void): void {
    const id = this.#incoming.sessionId;
    // Requests of 2026-07-28 may name a session, but have none.
    if (id === undefined || this.#version === modernRevision) return next(what, undefined);
    const found = this.#incoming.endpoint.sessions?.find(id, this.#incoming.caller);
    if (found instanceof Promise) {
      found.then(
        (live) => (live ? next(what, live) : this.#incoming.refuseSession()),
        (error: unknown) => this.#incoming.fail(error),
      );
    } else if (found) next(what, found);
    else this.#incoming.refuseSession();
  }

  response({ id, body }: Message & { kind: "response" }, live: LiveSession | undefined): void {
    if (this.#version === modernRevision) {
      const error = new ProtocolError(errorCodes.invalidRequest, "Nothing was asked.");
      return this.#incoming.refuse(400, error);
    }
    live?.receive(id, body);
    this.#incoming.accept();
  }

  notification(message: Message & { kind: "notification" }, live: LiveSession | undefined): void {
    const mismatch = versionMismatch(this.#version, metaOf(message.params));
    if (mismatch) return this.#incoming.refuse(400, mismatch);
    this.#take(message, live);
    this.#whenSaved(live, () => this.#incoming.accept());
  }

  request(message: Request): void {
    const revision = legacyRevision(message, this.#version);
    if (revision === undefined) return this.#modern(message);
    if (message.method === "initialize") return this.#initialize(message);
    this.inSession(message, (request, live) => this.#legacy(request, revision, live));
  }

  /** @see MCP 2025-03-26, Base Protocol, Batching */
  batch(values: readonly unknown[], live: LiveSession | undefined): void {
    const revision = live?.session.protocolVersion ?? assumedRevision;
    if (revision !== "2025-03-26") {
      const error = "This protocol version has no batches: send one message at a time.";
      return this.#incoming.refuse(400, new ProtocolError(errorCodes.invalidRequest, error));
    }
    const reply = this.#replyIn(live);
    const answers = values.map((value) => this.#inBatch(readMessage(value), revision, live, reply));
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
        return refuse(message.id, message.error);
      case "response":
        live?.receive(message.id, message.body);
        return undefined;
      case "notification":
        this.#take(message, live);
        return undefined;
      case "request":
        if (message.method === "initialize") return refuse(message.id, refuseInitializeInBatch());
        return this.#work(this.#legacyFacts(message, revision, live, reply), live, true);
    }
  }

  #modern(message: Request): void {
    const { endpoint, headers, outlet, fields, caller } = this.#incoming;
    const { id, method, params } = message;
    let envelope: Envelope;
    try {
      envelope = checkModernRequest(endpoint.service, message, this.#version, headers);
    } catch (error) {
      const refusal = error as ProtocolError;
      const status = refusal.code === errorCodes.methodNotFound ? 404 : 400;
      return this.#incoming.refuse(status, refusal, id);
    }
    if (!this.#incoming.mayDo(method, params)) return;
    // Leaving is how a client cancels.
    const cancel = (): void =>
      request.abort(new DOMException("The client closed the connection.", "AbortError"));
    const reply = new ReplyStream(outlet, fields, this.#accepted, endpoint.timers, cancel);
    const request = new IncomingRequest({
      id,
      method,
      params,
      protocolVersion: envelope.protocolVersion,
      envelope,
      headers,
      caller,
      notify: reply.notify,
      stopping: endpoint.stopping,
      network: overHttp,
    });
    void andThen(answer(endpoint.service, request), (answered) =>
      reply.finish(modernStatus(answered), answered),
    );
  }

  #initialize(message: Request): void {
    const { endpoint, caller, outlet, fields, headers } = this.#incoming;
    const { sessions } = endpoint;
    const { id, method, params } = message;
    const reply = new ReplyStream(outlet, fields, this.#accepted, endpoint.timers);
    let negotiated: SessionFacts;
    try {
      negotiated = negotiate(params);
    } catch (error) {
      return reply.finish(400, refuse(id, error as ProtocolError));
    }
    if (sessions?.full) {
      const error = "The server has too many sessions: try again later.";
      return reply.finish(503, refuse(id, new ProtocolError(errorCodes.internalError, error)));
    }
    const subject = caller && { subject: caller.subject };
    const live = sessions?.create({ ...negotiated, ...subject });
    const request = new IncomingRequest({
      id,
      method,
      params,
      protocolVersion: negotiated.protocolVersion,
      headers,
      caller,
      session: live?.session,
      network: overHttp,
    });
    void andThen(answer(endpoint.service, request), async (answered) => {
      if (live) {
        await live.keep();
        reply.addField("mcp-session-id", live.id);
      }
      reply.finish(200, answered);
    });
  }

  #legacy(message: Request, revision: LegacyRevision, live: LiveSession | undefined): void {
    if (!this.#incoming.mayDo(message.method, message.params)) return;
    if (live?.open.has(message.id)) {
      return this.#incoming.refuse(400, idInUse(), message.id);
    }
    const reply = this.#replyIn(live);
    const facts = this.#legacyFacts(message, revision, live, reply);
    void andThen(this.#work(facts, live, false), (answered) =>
      this.#whenSaved(live, () => reply.finish(200, answered)),
    );
  }

  #legacyFacts(
    { id, method, params }: Request,
    revision: LegacyRevision,
    live: LiveSession | undefined,
    { notify, disconnect }: Reply,
  ): RequestFacts {
    const { caller, headers, endpoint } = this.#incoming;
    return {
      id,
      method,
      params,
      protocolVersion: live?.session.protocolVersion ?? revision,
      headers,
      caller,
      session: live?.session,
      notify,
      disconnect,
      stopping: endpoint.stopping,
      network: overHttp,
    };
  }

  /** @param inBatch the scopes are checked for each request: one status can't refuse some of them */
  #work(
    facts: RequestFacts,
    live: LiveSession | undefined,
    inBatch: boolean,
  ): MaybePromise<Answer | undefined> {
    const { endpoint } = this.#incoming;
    const service = inBatch
      ? scopedService(endpoint.service, endpoint.authorizer)
      : endpoint.service;
    const request = new IncomingRequest(facts);
    if (!live) return answer(service, request);
    if (live.open.has(request.id)) return refuse(request.id, idInUse());
    live.open.set(request.id, request);
    return andThen(answer(service, request), (answered) => {
      live.open.delete(request.id);
      return answered;
    });
  }

  #take({ method, params }: Message & { kind: "notification" }, live?: LiveSession): void {
    if (method === "notifications/cancelled") live?.cancel(params);
    else this.#incoming.endpoint.service.notified(method, params, live?.session);
  }

  #replyIn(live: LiveSession | undefined): Reply {
    const { outlet, fields, endpoint } = this.#incoming;
    if (live) return new SessionReply(live, outlet, fields, this.#accepted, endpoint.timers);
    // Before 2026-07-28 leaving cancels nothing: a client says so in a message of its own.
    return new ReplyStream(outlet, fields, this.#accepted, endpoint.timers);
  }

  /** Waits for changes of the session to be kept: the client's next request may reach another process. */
  #whenSaved(live: LiveSession | undefined, next: () => void): void {
    if (live?.saving) void live.saving.then(next);
    else next();
  }
}

function modernStatus(answered: Answer | undefined): number {
  const errorCode = answered?.errorCode;
  if (errorCode === undefined) return 200;
  if (errorCode === errorCodes.methodNotFound) return 404;
  return errorCode === errorCodes.missingClientCapability ? 400 : 200;
}

/** @see MCP 2025-11-25, Base Protocol, Requests */
function idInUse(): ProtocolError {
  const message = "A request with this id is still being answered.";
  return new ProtocolError(errorCodes.invalidRequest, message);
}
