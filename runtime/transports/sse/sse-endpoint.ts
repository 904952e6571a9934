import { atLeast } from "../../protocol/limits/check-limit.js";
import type { Caller } from "../../session/caller.js";
import type { Service } from "../../session/service.js";
import {
  createAdmission,
  plainRefusal,
  type Admission,
  type AdmissionOptions,
} from "../access/admission.js";
import { EventWriter } from "../http/event-writer.js";
import { splitTarget, type HeaderFields, type HttpExchange } from "../http/exchange.js";
import { preflightHeaders } from "../access/guard.js";
import { KeepAlive } from "../http/keep-alive.js";
import { readAccept } from "../http/media-types.js";
import { keepAliveOf, type StreamOptions } from "../http/options.js";
import { metadataAnswer } from "../access/metadata-answer.js";
import { sendPlain, SsePosts } from "./sse-posts.js";
import { SseSessions } from "./sse-sessions.js";

/** How a server is reached over HTTP+SSE of 2024-11-05. */
export interface SseOptions extends AdmissionOptions, StreamOptions {
  /** Path at which a client opens its stream; default `/sse`. */
  readonly ssePath?: string;
  /** Path to which it posts its messages; default `/messages`. */
  readonly messagePath?: string;
  /** Maximum size of a posted message in bytes; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Maximum number of open sessions; default 10,000. A caller with a token may have a tenth of them. */
  readonly maxSessions?: number;
}

/**
 * Serves HTTP+SSE on any host: streams at one path, messages posted to another.
 *
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export class SseEndpoint {
  readonly #sessions: SseSessions;
  readonly #ssePath: string;
  readonly #messagePath: string;
  readonly #messageUrl: string;
  readonly #posts: SsePosts;
  readonly #authorizer: SseOptions["authorizer"];
  readonly #admission: Admission;
  readonly #keepAlive: KeepAlive;

  constructor(service: Service, options: SseOptions) {
    const maxSessions = atLeast(1, "maxSessions", options.maxSessions ?? 10_000);
    this.#sessions = new SseSessions(service, maxSessions, options.authorizer);
    this.#ssePath = options.ssePath ?? "/sse";
    this.#messagePath = options.messagePath ?? "/messages";
    this.#messageUrl = relativeUrl(this.#ssePath, this.#messagePath);
    this.#posts = new SsePosts(service, this.#sessions, options);
    this.#authorizer = options.authorizer;
    this.#admission = createAdmission(options);
    this.#keepAlive = new KeepAlive(keepAliveOf(options));
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Opens no more sessions. Resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void> {
    return this.#sessions.close();
  }

  async handle(exchange: HttpExchange): Promise<void> {
    const { method, url, headers } = exchange;
    const { path, query } = splitTarget(url);
    const metadata = metadataAnswer(this.#authorizer, method, path);
    if (metadata) return sendPlain(exchange, metadata);
    let gone = false;
    exchange.outlet.onClose = () => {
      gone = true;
    };
    const outcome = await this.#admission({
      method,
      url,
      header: headers,
      localAddress: exchange.localAddress,
      remoteAddress: exchange.remoteAddress,
    });
    // A stream to a client that has disconnected would never end.
    if (gone) return;
    if (!outcome.admitted) return sendPlain(exchange, outcome.answer);
    const { caller, headers: fields } = outcome;
    const isStream = path === this.#ssePath;
    if (!isStream && path !== this.#messagePath) {
      return sendPlain(exchange, plainRefusal(404, "Nothing is served at this path.", fields));
    }
    if (method === "OPTIONS" && fields["access-control-allow-origin"] !== undefined) {
      const requested = headers("access-control-request-headers");
      return exchange.outlet.send(204, preflightHeaders(fields, requested));
    }
    const allow = isStream ? "GET" : "POST";
    if (method !== allow) {
      const reason = `Only ${allow} is supported at this path.`;
      return sendPlain(exchange, plainRefusal(405, reason, { ...fields, allow }));
    }
    if (isStream) this.#open(exchange, caller, fields);
    else this.#posts.take(exchange, query, caller, fields);
  }

  #open(exchange: HttpExchange, caller: Caller | undefined, fields: HeaderFields): void {
    const { headers, outlet } = exchange;
    if (!readAccept(headers("accept")).events) {
      return sendPlain(exchange, plainRefusal(406, "Accept must allow text/event-stream.", fields));
    }
    const refusal = this.#sessions.refusal(caller);
    if (refusal !== undefined) {
      return sendPlain(exchange, plainRefusal(503, refusal, { ...fields, "retry-after": "10" }));
    }
    const events = new EventWriter(outlet, fields, this.#keepAlive);
    const transport = this.#sessions.open(events, this.#messageUrl, caller, exchange);
    outlet.onClose = () => transport.disconnected();
  }
}

/**
 * Returns a path as a reference relative to another. A proxy or a framework may take a prefix off the paths that arrive here,
 * and only the client knows it.
 *
 * @see RFC 3986, section 4.2
 */
function relativeUrl(from: string, to: string): string {
  const folders = from.split("/").slice(0, -1);
  const target = to.split("/");
  const last = Math.min(folders.length, target.length - 1);
  let shared = 0;
  while (shared < last && folders[shared] === target[shared]) shared++;
  const up = "../".repeat(folders.length - shared);
  const rest = up + target.slice(shared).join("/");
  // An empty reference is the base itself, a colon would end a scheme, and a slash begin an absolute path.
  return /^[^/:]+(?:\/|$)/.test(rest) ? rest : `./${rest}`;
}
