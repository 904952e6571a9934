import { encodeProgress } from "../protocol/codec/codec.js";
import { metaOf, type Envelope } from "../protocol/envelope.js";
import { member, type JsonObject } from "../protocol/json.js";
import { notificationMessage, type RequestId } from "../protocol/json-rpc.js";
import { copyDigits } from "../protocol/read-integers.js";
import type { ClientCapabilities } from "../protocol/client-requests.js";
import { logLevels, type Implementation, type LogLevel } from "../protocol/model.js";
import type { Revision } from "../protocol/revisions.js";
import { Cancellable } from "../protocol/cancellable.js";
import type { Caller } from "./caller.js";
import { logMessage } from "./log-message.js";
import type { Network } from "./network.js";
import type { ScopeCheck } from "./scope-check.js";
import type { ServerSide } from "./server-side.js";
import type { Session } from "./session.js";
import type { Stopping } from "./stopping.js";

/** Sends a notification of a request, as JSON text, over the channel that its response will take. */
export type Notify = (message: string) => void;

/** A request that was read and admitted. */
export interface RequestFacts {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly protocolVersion: Revision;
  /** Present since 2026-07-28. */
  readonly envelope?: Envelope | undefined;
  /** Present before 2026-07-28, if the transport keeps sessions. */
  readonly session?: Session | undefined;
  /** False if the transport keeps none. */
  readonly keepsSessions?: boolean | undefined;
  /** Absent if only the response can be sent. */
  readonly notify?: Notify | undefined;
  /** The sender, if it is known. */
  readonly caller?: Caller | undefined;
  /** Compares the sender's scopes. */
  readonly authorizer?: ScopeCheck | undefined;
  /** The address of the sender, if it is known. */
  readonly peer?: string | undefined;
  /** Present over HTTP. Returns a header's value by its lower-case name. */
  readonly headers?: ((name: string) => string | undefined) | undefined;
  /** Present if the client can resume the stream over another connection. */
  readonly disconnect?: ((retryMs: number | undefined) => void) | undefined;
  /** Signals that the transport stops. */
  readonly stopping?: Stopping | undefined;
  /** How the request was transported, if that is known. */
  readonly network?: Network | undefined;
}

/** A request that is being handled: its content, the way back to its sender, and its cancellation. */
export class IncomingRequest extends Cancellable {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly protocolVersion: Revision;
  readonly envelope: Envelope | undefined;
  readonly session: Session | undefined;
  readonly keepsSessions: boolean | undefined;
  readonly caller: Caller | undefined;
  readonly authorizer: ScopeCheck | undefined;
  readonly peer: string | undefined;
  readonly headers: ((name: string) => string | undefined) | undefined;
  /** The value of the server's lifespan, for handlers. */
  lifespan: unknown;
  /** The server that handles the request, once it does. */
  server: ServerSide | undefined;
  /** Set when a tool failed, for telemetry: its result is already encoded then. */
  toolFailed = false;
  readonly stopping: Stopping | undefined;
  readonly network: Network | undefined;
  readonly #disconnect: ((retryMs: number | undefined) => void) | undefined;
  readonly #notify: Notify | undefined;
  #settled = false;
  #lastProgress = -Infinity;

  constructor(facts: RequestFacts) {
    super();
    this.id = facts.id;
    this.method = facts.method;
    this.params = facts.params;
    this.protocolVersion = facts.protocolVersion;
    this.envelope = facts.envelope;
    this.session = facts.session;
    this.keepsSessions = facts.keepsSessions;
    this.caller = facts.caller;
    this.authorizer = facts.authorizer;
    this.peer = facts.peer;
    this.headers = facts.headers;
    this.stopping = facts.stopping;
    this.network = facts.network;
    this.#disconnect = facts.disconnect;
    this.#notify = facts.notify;
  }

  /** The request's `_meta`, or an empty object. */
  get meta(): JsonObject {
    return metaOf(this.params);
  }

  get clientInfo(): Implementation | undefined {
    return this.envelope ? this.envelope.clientInfo : this.session?.facts.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.envelope?.clientCapabilities ?? this.session?.facts.clientCapabilities ?? {};
  }

  /** True while notifications and, before 2026-07-28, requests can be sent to the client. */
  get canSend(): boolean {
    return this.#notify !== undefined && !this.#settled && !this.aborted;
  }

  /** Cancels the request, so that nothing more is sent for it. Does nothing after the response. */
  override abort(reason: unknown): void {
    if (!this.#settled) super.abort(reason);
  }

  /** Marks the request as answered, so that nothing more is sent for it. */
  settle(): void {
    this.#settled = true;
  }

  /** Sends a message of this request. @returns false if it can no longer be sent */
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
   * Sends progress if the client asked for it. Values that do not increase are dropped.
   *
   * @see MCP 2026-07-28, Progress
   */
  progress(progress: number, total?: number, message?: string): void {
    if (!this.canSend) return;
    const { meta } = this;
    const progressToken = member(meta, "progressToken");
    if (typeof progressToken !== "string" && !Number.isInteger(progressToken)) return;
    if (!Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const token = progressToken as string | number;
    // JSON writes `NaN` and `Infinity` as null, with which clients refuse the notification.
    const known = Number.isFinite(total) ? total : undefined;
    const params = encodeProgress(
      { progressToken: token, progress, total: known, message },
      this.protocolVersion,
    );
    // A large token has more digits than its number.
    copyDigits(meta, params);
    this.#notify?.(notificationMessage("notifications/progress", params));
  }

  /** The least severe level that both the client and the operator want; undefined: the client wants no messages. */
  get logLevel(): LogLevel | undefined {
    const wanted = this.envelope ? this.envelope.logLevel : this.session?.facts.logLevel;
    const least = this.server?.logLevel;
    if (wanted === undefined || least === undefined) return wanted;
    return logLevels.indexOf(least) > logLevels.indexOf(wanted) ? least : wanted;
  }

  /**
   * Sends a log message if the client wants messages of this level.
   *
   * @see MCP 2026-07-28, Logging
   */
  log(level: LogLevel, data: unknown, logger?: string): void {
    if (!this.canSend) return;
    const wanted = this.logLevel;
    if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    this.#notify?.(logMessage(level, data, logger));
  }
}
