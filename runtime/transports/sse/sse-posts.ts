import { parseJson, readMessage, unreadRequest } from "../../protocol/json-rpc.js";
import { errorCodes, type ProtocolError } from "../../protocol/protocol-error.js";
import type { Caller } from "../../session/caller.js";
import type { Service } from "../../session/service.js";
import {
  plainRefusal,
  refusalAnswer,
  type AdmissionOptions,
  type PlainAnswer,
} from "../access/admission.js";
import type { Body, HeaderFields, HttpExchange } from "../http/exchange.js";
import { isJsonType } from "../http/media-types.js";
import { missingScopes } from "../access/scoped-service.js";
import type { SseSessions } from "./sse-sessions.js";
import { SseTransport } from "./sse-transport.js";

export function sendPlain({ outlet }: HttpExchange, { status, headers, body }: PlainAnswer): void {
  outlet.send(status, headers, body);
}

/** Whose message it is, and what every answer to it carries. */
interface Sender {
  readonly caller: Caller | undefined;
  readonly fields: HeaderFields;
}

/** The messages that clients of HTTP+SSE post. @see MCP 2024-11-05, Transports, HTTP with SSE */
export class SsePosts {
  readonly #service: Service;
  readonly #sessions: SseSessions;
  readonly #authorizer: AdmissionOptions["authorizer"];
  readonly #maxBodyBytes: number;

  constructor(
    service: Service,
    sessions: SseSessions,
    options: AdmissionOptions & { readonly maxBodyBytes?: number },
  ) {
    this.#service = service;
    this.#sessions = sessions;
    this.#authorizer = options.authorizer;
    this.#maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;
  }

  /** Answers a POST request that has been let in. */
  take(
    exchange: HttpExchange,
    query: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): void {
    const found = this.#begin(exchange, query, caller, fields);
    if (!(found instanceof SseTransport)) return sendPlain(exchange, found);
    exchange.readBody(this.#maxBodyBytes, (body) =>
      sendPlain(exchange, this.#deliver(found, body, { caller, fields })),
    );
  }

  /** The session that a message is for, or what is wrong with its head. */
  #begin(
    { headers }: HttpExchange,
    query: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): SseTransport | PlainAnswer {
    const id = new URLSearchParams(query).get("sessionId");
    if (id === null) return plainRefusal(400, "`sessionId` is missing.", fields);
    const session = this.#sessions.find(id, caller);
    if (!session) return plainRefusal(404, "There is no such session.", fields);
    if (!isJsonType(headers("content-type"))) {
      return plainRefusal(415, "Content-Type must be application/json.", fields);
    }
    const length = headers("content-length");
    const tooLong = length !== undefined && Number(length) > this.#maxBodyBytes;
    return tooLong ? this.#refuseSize(fields) : session;
  }

  #deliver(session: SseTransport, body: Body, sender: Sender): PlainAnswer {
    const { fields } = sender;
    if (body.kind === "tooLarge") return this.#refuseSize(fields);
    if (body.kind === "notUtf8") {
      return plainRefusal(400, "The body is not UTF-8.", fields, errorCodes.parseError);
    }
    let message: unknown;
    try {
      message = parseJson(body.text);
    } catch (error) {
      // Who posts no message hears of it here; a request is answered on the stream, whatever is wrong with it.
      const { message: reason, code } = error as ProtocolError;
      if (unreadRequest(error) === undefined) return plainRefusal(400, reason, fields, code);
    }
    const forbidden = this.#forbidden(message, sender);
    if (forbidden) return forbidden;
    session.deliver(body.text);
    return { status: 202, headers: fields };
  }

  /** The answer to a message, or a batch, that the caller's token has no scope for. */
  #forbidden(value: unknown, { caller, fields }: Sender): PlainAnswer | undefined {
    const authorizer = this.#authorizer;
    if (!authorizer || !caller) return undefined;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const message = readMessage(each);
      if (message.kind !== "request") continue;
      const { method, params } = message;
      const missing = missingScopes(this.#service, authorizer, caller, method, params);
      if (missing) return refusalAnswer(authorizer.insufficientScope(caller, missing), fields);
    }
    return undefined;
  }

  #refuseSize(fields: HeaderFields): PlainAnswer {
    const reason = `A message may have at most ${this.#maxBodyBytes} bytes.`;
    return plainRefusal(413, reason, fields);
  }
}
