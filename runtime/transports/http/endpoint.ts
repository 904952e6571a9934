import { errorCodes } from "../../protocol/protocol-error.js";
import { Refusal } from "../../authorization/refusal.js";
import type { Caller } from "../../session/caller.js";
import type { Service } from "../../session/service.js";
import { Stopping } from "../../session/stopping.js";
import { metadataAnswer } from "../access/metadata-answer.js";
import { refuseHttp } from "./answers.js";
import { splitTarget, type HeaderFields, type HttpExchange } from "./exchange.js";
import { createGuard, preflightHeaders, type HostGuard } from "../access/guard.js";
import { safeFields } from "../access/safe-fields.js";
import { Incoming, type EndpointParts } from "./incoming.js";
import { KeepAlive } from "./keep-alive.js";
import { LiveSessions } from "./live-sessions.js";
import { isJsonType, readAccept } from "./media-types.js";
import { keepAliveOf, maxBodyBytesOf, patienceMs, type HttpOptions } from "./options.js";
import { Patience } from "./patience.js";
import { answerPost } from "./post.js";
import { answerDelete, answerGet } from "./streams.js";

/** Serves Streamable HTTP on any host: makes all checks in order, then answers. */
export class HttpEndpoint {
  readonly #guard: HostGuard;
  readonly #path: string | undefined;
  readonly #maxBodyBytes: number;
  readonly #parts: EndpointParts;

  /** Without `path`, every path is served: the host routes the requests. */
  constructor(service: Service, options: HttpOptions) {
    const { sessions = true, authorizer } = options;
    const interval = keepAliveOf(options);
    this.#guard = createGuard(options);
    this.#path = options.path;
    this.#maxBodyBytes = maxBodyBytesOf(options);
    this.#parts = {
      service,
      authorizer,
      sessions:
        sessions === false
          ? undefined
          : new LiveSessions(service, sessions === true ? {} : sessions, authorizer),
      timers: {
        keepAlive: new KeepAlive(interval),
        // The silence before a stream must not be longer than that on it.
        patience: new Patience(Math.min(patienceMs, interval / 2)),
      },
      stopping: new Stopping(),
    };
  }

  /** Answers a request. Never throws. @see MCP 2026-07-28, Streamable HTTP */
  handle(exchange: HttpExchange): void {
    const { headers, outlet, method, url } = exchange;
    const { authorizer, service } = this.#parts;
    const path = url === this.#path ? url : splitTarget(url).path;
    const metadata = metadataAnswer(authorizer, method, path ?? "");
    if (metadata) return outlet.send(metadata.status, metadata.headers, metadata.body);
    const verdict = this.#guard(headers("host"), headers("origin"), exchange);
    if (!verdict.allowed) return refuseHttp(outlet, 403, verdict.reason, safeFields);
    const fields = verdict.cors ?? safeFields;
    if (this.#path !== undefined && path !== this.#path) {
      return refuseHttp(outlet, 404, "Nothing is served at this path.", fields);
    }
    if (method === "OPTIONS" && verdict.cors) {
      const requested = headers("access-control-request-headers");
      return outlet.send(204, preflightHeaders(verdict.cors, requested));
    }
    // A request that arrived before the stop is open and will be answered, however long the check of its token takes.
    const late = this.#parts.stopping.stopped;
    if (!authorizer) return this.#admit(exchange, fields, undefined, late);
    authorizer.authenticate({ header: headers, method, url }).then(
      (caller) => this.#admit(exchange, fields, caller, late),
      (error: unknown) => {
        if (error instanceof Refusal) {
          return outlet.send(error.status, { ...fields, ...error.headers }, error.body);
        }
        service.log.error("An access token could not be checked", error);
        refuseHttp(outlet, 500, "The server failed to answer.", fields, errorCodes.internalError);
      },
    );
  }

  get sessionCount(): number {
    return this.#parts.sessions?.size ?? 0;
  }

  /** Takes no more requests, and ends subscriptions and event streams, which never end by themselves. */
  stop(): void {
    this.#parts.stopping.stop();
    this.#parts.sessions?.stopStreams();
  }

  close(): void {
    this.stop();
    this.#parts.sessions?.close();
  }

  #admit(
    exchange: HttpExchange,
    fields: HeaderFields,
    caller: Caller | undefined,
    late: boolean,
  ): void {
    const { method, headers, outlet } = exchange;
    const incoming = new Incoming(this.#parts, exchange, fields, caller, late);
    // An open request may need the client's answer to a question, or end a stream that was interrupted.
    if (late && !incoming.inKnownSession) return incoming.refuseLate();
    if (method === "GET") return answerGet(incoming);
    if (method === "DELETE") return answerDelete(incoming);
    if (method !== "POST") {
      const allow = this.#parts.sessions ? "POST, GET, DELETE" : "POST";
      return refuseHttp(outlet, 405, `The method ${method} is not supported here.`, {
        ...fields,
        allow,
      });
    }
    if (!isJsonType(headers("content-type"))) {
      return refuseHttp(outlet, 415, "Content-Type must be application/json.", fields);
    }
    const accepted = readAccept(headers("accept"));
    if (!accepted.json && !accepted.events) {
      const reason = "Accept must allow application/json and text/event-stream.";
      return refuseHttp(outlet, 406, reason, fields);
    }
    const length = headers("content-length");
    if (length !== undefined && Number(length) > this.#maxBodyBytes) {
      return this.#refuseSize(exchange, fields);
    }
    exchange.readBody(this.#maxBodyBytes, (body) => {
      switch (body.kind) {
        case "text":
          return answerPost(incoming, body.text, accepted);
        case "tooLarge":
          return this.#refuseSize(exchange, fields);
        case "notUtf8":
          return refuseBytes(exchange, fields);
      }
    });
  }

  #refuseSize({ outlet }: HttpExchange, fields: HeaderFields): void {
    const reason = `A request may have at most ${this.#maxBodyBytes} bytes.`;
    refuseHttp(outlet, 413, reason, fields);
  }
}

/** Bytes that are not UTF-8 are often compressed text. @see RFC 9110 sections 12.5.3 and 15.5.16 */
function refuseBytes({ outlet, headers }: HttpExchange, fields: HeaderFields): void {
  if (/^(identity)?$/i.test(headers("content-encoding") ?? "")) {
    const reason = "The body is not UTF-8.";
    return refuseHttp(outlet, 400, reason, fields, errorCodes.parseError);
  }
  const reason = "Compressed bodies are not supported: send the body without Content-Encoding.";
  refuseHttp(outlet, 415, reason, { ...fields, "accept-encoding": "identity" });
}
