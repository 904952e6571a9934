import { defined } from "../../protocol/defined.js";
import type { Authorizer } from "../../authorization/authorizer.js";
import type { Caller } from "../../session/caller.js";
import { serveConnection } from "../../session/connection.js";
import { ShareCounts } from "../../protocol/shares/share-counts.js";
import { callerKey, shareOf } from "../../session/owner.js";
import type { Service } from "../../session/service.js";
import type { EventWriter } from "../http/event-writer.js";
import type { HttpExchange } from "../http/exchange.js";
import { leaveAll } from "../leave-all.js";
import { TokenExpiry } from "../access/token-expiry.js";
import { SseTransport } from "./sse-transport.js";

export interface SseSession {
  readonly transport: SseTransport;
  readonly sender: { caller?: Caller };
  readonly owner: string | undefined;
  readonly expiry: TokenExpiry;
  readonly served: Promise<void>;
}

/** The open sessions of HTTP+SSE. They live in this process, as their streams do. */
export class SseSessions {
  readonly #service: Service;
  readonly #authorizer: Authorizer | undefined;
  readonly #maxSessions: number;
  readonly #shares: ShareCounts;
  readonly #sessions = new Map<string, SseSession>();
  readonly #stop = new AbortController();
  #stopping = false;

  constructor(service: Service, maxSessions: number, authorizer: Authorizer | undefined) {
    this.#service = service;
    this.#authorizer = authorizer;
    this.#maxSessions = maxSessions;
    this.#shares = new ShareCounts(maxSessions);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Returns the reason why a caller can't open a session now; undefined when it can. */
  refusal(caller: Caller | undefined): string | undefined {
    if (this.#stopping) return "The server is stopping.";
    const isFull =
      this.#sessions.size >= this.#maxSessions || !this.#shares.hasRoom(shareOf(caller));
    return isFull ? "There are too many sessions." : undefined;
  }

  /**
   * Opens a session and sends the client the URL to post to.
   *
   * @param messageUrl URI without a query, relative to the stream's URL
   */
  open(
    events: EventWriter,
    messageUrl: string,
    caller: Caller | undefined,
    { headers, remoteAddress }: HttpExchange,
  ): SseTransport {
    const id = crypto.randomUUID();
    const transport = new SseTransport(events);
    events.event("endpoint", `${messageUrl}?sessionId=${id}`);
    const expiry = new TokenExpiry(caller, () => transport.shut());
    const sender = defined({ caller });
    const leave = this.#shares.enter(shareOf(caller));
    const served = serveConnection(this.#service, transport, {
      stop: this.#stop.signal,
      headers,
      ...defined({ authorizer: this.#authorizer, peer: remoteAddress }),
      get caller() {
        return sender.caller;
      },
    }).finally(() => {
      expiry.stop();
      leave();
      this.#sessions.delete(id);
    });
    this.#sessions.set(id, {
      transport,
      sender,
      owner: caller && callerKey(caller),
      expiry,
      served,
    });
    return transport;
  }

  /** Returns a session; undefined when it does not exist or belongs to another caller, which must look the same. */
  find(id: string, caller: Caller | undefined): SseSession | undefined {
    const session = this.#sessions.get(id);
    if (!session || session.owner !== (caller && callerKey(caller))) return undefined;
    session.expiry.renew(caller);
    return session;
  }

  /** Takes a message, with the rights of the token that it came with. */
  deliver({ sender, transport }: SseSession, text: string, caller: Caller | undefined): void {
    if (caller) sender.caller = caller;
    transport.deliver(text);
  }

  /** Ends all sessions when their requests are answered, or after five seconds. */
  async close(): Promise<void> {
    this.#stopping = true;
    const all = [...this.#sessions.values()];
    const channels = new Map(all.map(({ transport, served }) => [transport, served]));
    await leaveAll(channels, () => this.#stop.abort());
  }
}
