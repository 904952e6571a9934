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
import { maxBodyBytesOf } from "../http/options.js";
import type { SseSession, SseSessions } from "./sse-sessions.js";

export function sendPlain({ outlet }: HttpExchange, { status, headers, body }: PlainAnswer): void {
  outlet.send(status, headers, body);
}

/** The sender of a message, and the headers that every answer must have. */
interface Sender {
  readonly caller: Caller | undefined;
  readonly fields: HeaderFields;
}

/** Handles the messages that clients of HTTP+SSE post. @see MCP 2024-11-05, Transports, HTTP with SSE */
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
    this.#maxBodyBytes = maxBodyBytesOf(options);
  }

  /** Answers an admitted POST request. */
  take(
    exchange: HttpExchange,
    query: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): void {
    const found = this.#begin(exchange, query, caller, fields);
    if ("status" in found) return sendPlain(exchange, found);
    exchange.readBody(this.#maxBodyBytes, (body) => {
      this.#deliver(found, body, { caller, fields }).then(
        (answer) => sendPlain(exchange, answer),
        (error: unknown) => {
          this.#service.log.error("A message could not be taken", error);
          const reason = "The server failed to answer.";
          sendPlain(exchange, plainRefusal(500, reason, fields, errorCodes.internalError));
        },
      );
    });
  }

  /** Returns the session that a message is for, or a refusal of the request's head. */
  #begin(
    { headers }: HttpExchange,
    query: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): SseSession | PlainAnswer {
    const id = new URLSearchParams(query).get("sessionId");
    if (id === null)
      return plainRefusal(400, "The query parameter `sessionId` is missing.", fields);
    const session = this.#sessions.find(id, caller);
    if (!session) return plainRefusal(404, "The session does not exist or has ended.", fields);
    if (!isJsonType(headers("content-type"))) {
      return plainRefusal(415, "Content-Type must be application/json.", fields);
    }
    const length = headers("content-length");
    const tooLong = length !== undefined && Number(length) > this.#maxBodyBytes;
    return tooLong ? this.#refuseSize(fields) : session;
  }

  async #deliver(session: SseSession, body: Body, sender: Sender): Promise<PlainAnswer> {
    const { fields } = sender;
    if (body.kind === "tooLarge") return this.#refuseSize(fields);
    if (body.kind === "notUtf8") {
      return plainRefusal(400, "The body is not UTF-8.", fields, errorCodes.parseError);
    }
    let message: unknown;
    try {
      message = parseJson(body.text);
    } catch (error) {
      // A body that is not a message is refused here. An invalid request with an ID is answered on the stream.
      const { message: reason, code } = error as ProtocolError;
      if (unreadRequest(error) === undefined) return plainRefusal(400, reason, fields, code);
    }
    const forbidden = await this.#forbidden(message, sender);
    if (forbidden) return forbidden;
    this.#sessions.deliver(session, body.text, sender.caller);
    return { status: 202, headers: fields };
  }

  /** Returns a refusal of a message, or a batch, whose scopes the caller's token lacks. */
  async #forbidden(value: unknown, { caller, fields }: Sender): Promise<PlainAnswer | undefined> {
    const authorizer = this.#authorizer;
    if (!authorizer || !caller) return undefined;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const message = readMessage(each);
      if (message.kind !== "request") continue;
      const { method, params } = message;
      const scopes = await this.#service.scopesFor(method, params, caller);
      if (scopes.length > 0 && !authorizer.allows(caller, scopes)) {
        return refusalAnswer(authorizer.insufficientScope(caller, scopes), fields);
      }
    }
    return undefined;
  }

  #refuseSize(fields: HeaderFields): PlainAnswer {
    const reason = `A message may have at most ${this.#maxBodyBytes} bytes.`;
    return plainRefusal(413, reason, fields);
  }
}
