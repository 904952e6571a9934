import { encodeLogMessage, encodeProgress } from "../protocol/codec/codec.js";
import { metaOf, type Envelope } from "../protocol/envelope.js";
import { member, type JsonObject } from "../protocol/json.js";
import { notificationMessage, type RequestId } from "../protocol/json-rpc.js";
import type { ClientCapabilities } from "../protocol/client-requests.js";
import { logLevels, type Implementation, type LogLevel } from "../protocol/model.js";
import type { Revision } from "../protocol/revisions.js";
import type { Caller } from "./caller.js";
import type { Network } from "./network.js";
import type { Session } from "./session.js";
import type { Stopping } from "./stopping.js";

/** Sends a notification that belongs to a request, as JSON text, to where its answer will go. */
export type Notify = (message: string) => void;

/** What a request is made of, by the time somebody may work on it. */
export interface RequestFacts {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly protocolVersion: Revision;
  /** Since 2026-07-28. */
  readonly envelope?: Envelope | undefined;
  /** Before 2026-07-28, where the transport keeps one. */
  readonly session?: Session | undefined;
  /** Absent where nothing but the answer can be sent. */
  readonly notify?: Notify | undefined;
  /** Who asks, where that is known. */
  readonly caller?: Caller | undefined;
  /** Present over HTTP: a header's value by its lower-case name. */
  readonly headers?: ((name: string) => string | undefined) | undefined;
  /** Present where the client can read on later, over another connection. */
  readonly disconnect?: ((retryMs: number | undefined) => void) | undefined;
  /** Tells when the transport stops. */
  readonly stopping?: Stopping | undefined;
  /** How it came, where that is known. */
  readonly network?: Network | undefined;
}

/** A request at work: what it says, its way back to the sender, and its cancellation. */
export class IncomingRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly protocolVersion: Revision;
  readonly envelope: Envelope | undefined;
  readonly session: Session | undefined;
  readonly caller: Caller | undefined;
  readonly headers: ((name: string) => string | undefined) | undefined;
  /** What the service holds while it serves, for handlers. */
  lifespan: unknown;
  /** Set once a tool was called and failed: the answer says so in a result, which is text by then. */
  toolFailed = false;
  readonly stopping: Stopping | undefined;
  readonly network: Network | undefined;
  readonly #disconnect: ((retryMs: number | undefined) => void) | undefined;
  readonly #notify: Notify | undefined;
  /** Made when first asked for: most requests are over before anyone could cancel them. */
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #settled = false;
  #lastProgress = -Infinity;

  constructor(facts: RequestFacts) {
    this.id = facts.id;
    this.method = facts.method;
    this.params = facts.params;
    this.protocolVersion = facts.protocolVersion;
    this.envelope = facts.envelope;
    this.session = facts.session;
    this.caller = facts.caller;
    this.headers = facts.headers;
    this.stopping = facts.stopping;
    this.network = facts.network;
    this.#disconnect = facts.disconnect;
    this.#notify = facts.notify;
  }

  /** The request's `_meta`. */
  get meta(): JsonObject {
    return metaOf(this.params);
  }

  get clientInfo(): Implementation | undefined {
    return this.envelope ? this.envelope.clientInfo : this.session?.facts.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.envelope?.clientCapabilities ?? this.session?.facts.clientCapabilities ?? {};
  }

  /** True when notifications and, before 2026-07-28, requests can be sent while this one is at work. */
  get canSend(): boolean {
    return this.#notify !== undefined && !this.#settled && this.#aborted === undefined;
  }

  /** Aborted when the client cancels the request or goes away. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#aborted !== undefined;
  }

  /** For work that begins late: a signal tells nothing to those that come after it was aborted. */
  throwIfAborted(): void {
    if (this.#aborted) throw this.#aborted.reason;
  }

  /** Cancels the request: nothing more is sent for it. Without effect once it is answered. */
  abort(reason: unknown): void {
    if (this.#aborted || this.#settled) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }

  /** Marks the request as answered: nothing may be sent for it any more. */
  settle(): void {
    this.#settled = true;
  }

  /** Sends a message that belongs to this request. @returns false when it can't be sent any more */
  send(text: string): boolean {
    if (!this.canSend) return false;
    this.#notify?.(text);
    return true;
  }

  /** @see CallContext.disconnect */
  disconnect(retryMs?: number): void {
    if (this.canSend) this.#disconnect?.(retryMs);
  }

  /**
   * Reports how far the work is, if the client asked for it. Values that don't rise are left out.
   *
   * @see MCP 2026-07-28, Progress
   */
  progress(progress: number, total?: number, message?: string): void {
    if (!this.#notify || this.#settled || this.#aborted) return;
    const progressToken = member(this.meta, "progressToken");
    if (typeof progressToken !== "string" && !Number.isInteger(progressToken)) return;
    if (!Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const params = encodeProgress(
      { progressToken: progressToken as string | number, progress, total, message },
      this.protocolVersion,
    );
    this.#notify(notificationMessage("notifications/progress", params));
  }

  /**
   * Sends a log message, if the client wants messages of this level.
   *
   * @see MCP 2026-07-28, Logging
   */
  log(level: LogLevel, data: unknown, logger?: string): void {
    if (!this.#notify || this.#settled || this.#aborted) return;
    const wanted = this.envelope ? this.envelope.logLevel : this.session?.facts.logLevel;
    if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    this.#notify(
      notificationMessage("notifications/message", encodeLogMessage(level, data, logger)),
    );
  }
}
