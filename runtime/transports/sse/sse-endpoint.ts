import { parseJson } from "../../protocol/json-rpc.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import type { Caller } from "../../session/caller.js";
import type { Service } from "../../session/service.js";
import {
  createAdmission,
  isAdmitted,
  metadataAnswer,
  plainRefusal,
  type Admission,
  type AdmissionOptions,
  type PlainAnswer,
} from "../admission.js";
import { EventWriter } from "../http/event-writer.js";
import type { Body, HeaderFields, HttpExchange } from "../http/exchange.js";
import { preflightHeaders } from "../http/guard.js";
import { KeepAlive } from "../http/keep-alive.js";
import { isJsonType, readAccept } from "../http/media-types.js";
import { splitTarget } from "../target.js";
import { SseSessions } from "./sse-sessions.js";
import type { SseTransport } from "./sse-transport.js";

export interface SseOptions extends AdmissionOptions {
  /** Where a client opens its stream; default `/sse`. */
  readonly ssePath?: string;
  /** Where it posts its messages; default `/messages`. */
  readonly messagePath?: string;
  /** Longest posted message in bytes; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Most sessions at a time; default 10,000. */
  readonly maxSessions?: number;
}

/**
 * HTTP+SSE for a service, whatever carries the requests: a stream at one path, messages posted to another.
 *
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export class SseEndpoint {
  readonly #sessions: SseSessions;
  readonly #ssePath: string;
  readonly #messagePath: string;
  readonly #maxBodyBytes: number;
  readonly #authorizer: SseOptions["authorizer"];
  readonly #admission: Admission;
  readonly #keepAlive = new KeepAlive();

  constructor(service: Service, options: SseOptions) {
    this.#sessions = new SseSessions(service, options.maxSessions ?? 10_000);
    this.#ssePath = options.ssePath ?? "/sse";
    this.#messagePath = options.messagePath ?? "/messages";
    this.#maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;
    this.#authorizer = options.authorizer;
    this.#admission = createAdmission(options);
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Opens no more sessions, and resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void> {
    return this.#sessions.close();
  }

  /**
   * Answers a request.
   *
   * @param mount path under which a framework has put the endpoint, where it is not part of the request's URL
   */
  async handle(exchange: HttpExchange, mount = ""): Promise<void> {
    const { method, url, headers } = exchange;
    const { path, query } = splitTarget(url);
    const metadata = method === "GET" ? metadataAnswer(this.#authorizer, path) : undefined;
    if (metadata) return answer(exchange, metadata);
    let gone = false;
    exchange.outlet.onClose = () => {
      gone = true;
    };
    const outcome = await this.#admission({ method, url, header: headers });
    // A stream to nobody would never end.
    if (gone) return;
    if (!isAdmitted(outcome)) return answer(exchange, outcome);
    const { caller, headers: fields } = outcome;
    const isStream = path === this.#ssePath;
    if (!isStream && path !== this.#messagePath) {
      return answer(exchange, plainRefusal(404, "Nothing is served at this path.", fields));
    }
    if (method === "OPTIONS" && fields["access-control-allow-origin"] !== undefined) {
      const requested = headers("access-control-request-headers");
      return exchange.outlet.send(204, preflightHeaders(fields, requested));
    }
    const allow = isStream ? "GET" : "POST";
    if (method !== allow) {
      const reason = `Only ${allow} is served here.`;
      return answer(exchange, plainRefusal(405, reason, { ...fields, allow }));
    }
    if (isStream) this.#open(exchange, mount, caller, fields);
    else this.#take(exchange, query, caller, fields);
  }

  #open(
    exchange: HttpExchange,
    mount: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): void {
    const { headers, outlet } = exchange;
    if (!readAccept(headers("accept")).events) {
      return answer(exchange, plainRefusal(406, "Accept must allow text/event-stream.", fields));
    }
    const { refusal } = this.#sessions;
    if (refusal !== undefined) {
      return answer(exchange, plainRefusal(503, refusal, { ...fields, "retry-after": "10" }));
    }
    const events = new EventWriter(outlet, fields, this.#keepAlive);
    const messageUrl = mount + this.#messagePath;
    const transport = this.#sessions.open(events, messageUrl, caller, headers);
    outlet.onClose = () => transport.disconnected();
  }

  #take(
    exchange: HttpExchange,
    query: string,
    caller: Caller | undefined,
    fields: HeaderFields,
  ): void {
    const { headers } = exchange;
    const id = new URLSearchParams(query).get("sessionId");
    if (id === null) return answer(exchange, plainRefusal(400, "`sessionId` is missing.", fields));
    const session = this.#sessions.find(id, caller);
    if (!session) return answer(exchange, plainRefusal(404, "There is no such session.", fields));
    if (!isJsonType(headers("content-type"))) {
      const reason = "Content-Type must be application/json.";
      return answer(exchange, plainRefusal(415, reason, fields));
    }
    const length = headers("content-length");
    if (length !== undefined && Number(length) > this.#maxBodyBytes) {
      return answer(exchange, this.#deliver(session, { kind: "tooLarge" }, fields));
    }
    exchange.readBody(this.#maxBodyBytes, (body) =>
      answer(exchange, this.#deliver(session, body, fields)),
    );
  }

  #deliver(session: SseTransport, body: Body, fields: HeaderFields): PlainAnswer {
    if (body.kind === "tooLarge") {
      const reason = `A message may have at most ${this.#maxBodyBytes} bytes.`;
      return plainRefusal(413, reason, fields);
    }
    // Who posts no JSON hears of it here, not on the stream.
    if (body.kind === "notUtf8" || !isJson(body.text)) {
      const reason = "The body is not JSON in UTF-8.";
      return plainRefusal(400, reason, fields, errorCodes.parseError);
    }
    session.deliver(body.text);
    return { status: 202, headers: fields };
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function answer({ outlet }: HttpExchange, { status, headers, body }: PlainAnswer): void {
  outlet.send(status, headers, body);
}
