import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import { tasksExtension } from "../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import {
  errorMessage,
  readMessage,
  type Message,
  type RequestId,
} from "../../protocol/json-rpc.js";
import { Log } from "../../protocol/log.js";
import type { LogLevel } from "../../protocol/model.js";
import { isModern, latestLegacyRevision, type Revision } from "../../protocol/revisions.js";
import { OpenById } from "../../session/open-by-id.js";
import type { ChannelReceiver, ClientChannel } from "../channel.js";
import type { ClientOptions } from "../client-options.js";
import { McpAnswerError, McpClientError, McpConnectionError, McpTimeoutError } from "../errors.js";
import { declaredCapabilities } from "./capabilities.js";
import { defaultClientInfo } from "./client-info.js";
import { Deadlines } from "./deadlines.js";
import { ProgressReports } from "./progress-reports.js";
import { errorOfAnswer } from "./answer-error.js";
import { OpenRequest, type ExchangeOptions, type ReadResult } from "./open-request.js";
import { RareWarnings } from "./rare-warnings.js";
import { handledAs, type NotificationHandler } from "./notification-handler.js";
import { notificationText, RequestWriter, withTrace } from "./request-writer.js";
import { ServerRequests } from "./server-requests.js";
import { SessionRenewal } from "./session-renewal.js";
import { within } from "./within.js";

const defaultTimeoutMs = 60_000;
const defaultMaxMs = 10 * 60_000;
const noOptions: ExchangeOptions = {};
const unusableTimes = "The options timeoutMs and maxMs must be numbers above 0.";

/** Requests and their responses over one channel, in the revision that was agreed on. It knows messages, not tools. */
export class Exchange implements ChannelReceiver {
  readonly channel: ClientChannel;
  readonly options: ClientOptions;
  /** The server, by the name that the caller gave it. */
  readonly server: string;
  readonly log: Log;
  /** What the server says that it has; unknown before the handshake. */
  serverCapabilities: ServerCapabilities | undefined;
  readonly #open = new OpenById<OpenRequest>();
  #lastId = 0;
  readonly #deadlines = new Deadlines(this.#open, (request) => this.#timeOut(request));
  readonly #handlers = new Map<string, Set<NotificationHandler>>();
  readonly #serverRequests: ServerRequests;
  readonly #warnings: RareWarnings;
  readonly #progress: ProgressReports;
  readonly #timeoutMs: number;
  readonly #maxMs: number;
  #writer: RequestWriter;
  /** Declares the extension for tasks as well. */
  #taskWriter: RequestWriter | undefined;
  #logLevel: LogLevel | undefined;
  #isClosed = false;
  #closeError: Error | undefined;
  readonly #onCredentials: (() => void)[] = [];
  readonly #onClose = new Set<(error: Error | undefined) => void>();
  /** Of sessions that the server has lost. */
  readonly renewal = new SessionRenewal((error) =>
    this.log.warn(`The new session of ${this.server} lacks a part of the lost one`, error),
  );

  constructor(channel: ClientChannel, options: ClientOptions, server: string) {
    this.channel = channel;
    this.options = options;
    this.server = server;
    this.log = new Log(options.log);
    this.#warnings = new RareWarnings(this.log);
    this.#logLevel = options.logLevel;
    this.#timeoutMs = options.requestTimeoutMs ?? defaultTimeoutMs;
    this.#maxMs = options.maxRequestMs ?? defaultMaxMs;
    this.#writer = this.#writerOf(latestLegacyRevision, options);
    this.#serverRequests = new ServerRequests(this);
    this.#progress = new ProgressReports(this.#open, (error) =>
      this.log.error("A handler of progress failed", error),
    );
    channel.start(this);
  }

  get revision(): Revision {
    return this.#writer.revision;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Writes requests in this revision from now on. */
  speak(revision: Revision): void {
    this.#writer = this.#writerOf(revision, this.options);
    this.#taskWriter = undefined;
  }

  /** Whether every request declares the extension for tasks. */
  get declaresTasks(): boolean {
    return member(this.options.extensions ?? {}, tasksExtension) !== undefined;
  }

  get logLevel(): LogLevel | undefined {
    return this.#logLevel;
  }

  /** Asks for log messages of this level with each request from now on; since 2026-07-28. */
  wantLogs(level: LogLevel): void {
    this.#logLevel = level;
    this.speak(this.revision);
  }

  /**
   * Sends a request and waits for its result.
   *
   * @param read reads the result when it arrives, which costs less than another promise
   * @throws McpCallError with the server's error; McpTimeoutError; McpConnectionError; McpAnswerError; the signal's reason
   */
  request<T = JsonObject>(
    method: string,
    params: JsonObject,
    options: ExchangeOptions = noOptions,
    read?: ReadResult<T>,
  ): Promise<T> {
    // While a new session begins, only its handshake may pass.
    if (this.renewal.isDue && method !== "initialize") {
      return this.renewal.begin().then(() => this.request(method, params, options, read));
    }
    return new Promise((resolve, reject) => {
      const { signal, headers, timeoutMs = this.#timeoutMs, maxMs = this.#maxMs } = options;
      if (signal?.aborted) return reject(signal.reason as Error);
      if (this.#isClosed) return reject(this.#closedError(method));
      if (!(timeoutMs > 0 && maxMs > 0)) return reject(new TypeError(unusableTimes));
      const id = (this.#lastId += 1);
      const withProgress = method === "tools/call" || options.onProgress !== undefined;
      const writer = options.withTasks ? this.#writerWithTasks() : this.#writer;
      const meta = withTrace(this.options.telemetry, options.meta);
      const text = writer.write(id, method, params, withProgress, meta, options.envelope);
      const sent = { id, method, params, text, revision: writer.revision, headers };
      const times = { now: performance.now(), timeoutMs, maxMs };
      const request = new OpenRequest(
        sent,
        options,
        times,
        read,
        resolve as (value: unknown) => void,
        reject,
      );
      this.#open.add(id, request);
      this.#deadlines.add(request);
      if (signal) request.onAbort(() => this.#abort(request));
      options.onSend?.(id);
      this.channel.request(sent);
    });
  }

  /** Sends a notification. @throws McpConnectionError if it can't be sent; McpTimeoutError if the server does not take it */
  async notify(
    method: string,
    params: JsonObject = {},
    options: Pick<ExchangeOptions, "signal" | "timeoutMs"> = noOptions,
  ): Promise<void> {
    if (this.#isClosed) throw this.#closedError(method);
    const send = (): Promise<void> => this.channel.send(notificationText(method, params));
    const limits = { timeoutMs: this.#timeoutMs, ...options };
    await within(send, limits, (ms) => this.timeoutError(`did not take ${method} within ${ms} ms`));
  }

  /** Calls the handler for each notification of a method, or of `otherMethods`. @returns a function that ends it */
  onNotification(method: string, handler: NotificationHandler): () => void {
    let handlers = this.#handlers.get(method);
    if (!handlers) this.#handlers.set(method, (handlers = new Set()));
    const all = handlers.add(handler);
    return () => void all.delete(handler);
  }

  /** Tells the handlers of a notification what the server could not tell. */
  announce(method: string, params: JsonObject = {}): void {
    const handlers = this.#handlers.get(handledAs(method)) ?? [];
    for (const handler of handlers) this.#call(method, handler, params);
  }

  /** Calls the handler when the requests may have got other credentials. */
  onCredentials(handler: () => void): void {
    this.#onCredentials.push(handler);
  }

  /** Calls the handler when the connection has ended; with an error unless `close` was called. @returns a function that ends it */
  onClose(handler: (error: Error | undefined) => void): () => void {
    this.#onClose.add(handler);
    if (this.#isClosed) handler(this.#closeError);
    return () => void this.#onClose.delete(handler);
  }

  /** Ends the connection. Open requests fail. */
  async close(): Promise<void> {
    this.#end(undefined);
    await this.channel.close();
  }

  message(value: unknown): void {
    if (!Array.isArray(value)) return this.#receive(value);
    // Servers of 2025-03-26 may send batches; the handshake of a later one comes alone.
    const mayBatch = this.revision <= "2025-03-26";
    if (!mayBatch) this.unreadable(new Error("the server sent an array of messages"));
    for (const each of value as unknown[]) {
      if (mayBatch) this.#receive(each);
      else this.#answeredInArray(each);
    }
  }

  /** Nobody must wait for an answer that can't be taken. */
  #answeredInArray(value: unknown): void {
    const message = readMessage(value);
    if (message.kind !== "response" || message.id === undefined) return;
    const request = this.#take(message.id);
    const what = `${this.server} answered ${request?.sent.method} in an array, which ${this.revision} does not have.`;
    request?.reject(new McpAnswerError(what, { server: this.server }));
  }

  failed(id: RequestId, error: Error): void {
    this.#take(id)?.reject(error);
  }

  unreadable(error: Error): void {
    this.#warnings.warn(`${this.server} sent what is no message of the protocol: ${error.message}`);
  }

  waits(id: RequestId, isWaiting: boolean): void {
    const request = this.#open.get(id);
    if (!request) return;
    request.waits = isWaiting;
    if (isWaiting) return;
    this.#deadlines.add(request);
    for (const handler of this.#onCredentials) handler();
  }

  sessionLost(id: RequestId): void {
    const request = this.#open.get(id);
    if (!request) return;
    if (!this.renewal.isPossible || request.isRepeated || request.sent.method === "initialize") {
      return this.failed(id, this.#error("has ended the session and began no new one"));
    }
    request.isRepeated = true;
    this.renewal.begin().then(
      () => {
        if (this.#open.get(id)) this.channel.request(request.sent);
      },
      (error: unknown) => this.#take(id)?.reject(error),
    );
  }

  closed(error: Error | undefined): void {
    this.#end(error ?? new Error("the server closed the connection"));
  }

  /** Sends the response to a request of the server. */
  respond(text: string): void {
    // Since 2026-07-28 no request of a server comes over HTTP, and nothing there takes a response.
    if (isModern(this.revision) && this.channel.kind === "http") return;
    this.channel.send(text).catch((error: unknown) => {
      this.log.warn(`An answer could not be sent to ${this.server}`, error);
    });
  }

  #receive(value: unknown): void {
    const message = readMessage(value);
    switch (message.kind) {
      case "response":
        return this.#answered(message.id, message.body);
      case "notification":
        return this.#notified(message.method, message.params);
      case "request":
        return this.#serverRequests.receive(message);
      case "invalid":
        return this.#malformed(message, value);
    }
  }

  #malformed(
    { id, error, isResponse }: Extract<Message, { kind: "invalid" }>,
    value: unknown,
  ): void {
    const asks = isObject(value) && member(value, "method") !== undefined;
    const request = asks || id === undefined ? undefined : this.#take(id);
    if (request) {
      const what = `${this.server} answered ${request.sent.method} with no response: ${error.message}`;
      return request.reject(new McpAnswerError(what, { server: this.server }));
    }
    // A request must have a response, even if it can't be understood.
    if (!isResponse && id !== undefined) this.respond(errorMessage(id, error));
    this.unreadable(error);
  }

  #answered(id: RequestId | undefined, body: JsonObject): void {
    const request = id === undefined ? undefined : this.#take(id);
    // It may be the late answer to a request that was cancelled.
    if (!request) return;
    const { method } = request.sent;
    const error = member(body, "error");
    // Some servers say null when there is none.
    if (error !== undefined && error !== null)
      return request.reject(errorOfAnswer(error, method, this.server));
    const result = member(body, "result");
    const fault = isObject(result)
      ? this.#faultOf(request, result)
      : "a result that is not an object";
    if (fault === undefined) return request.resolve(result as JsonObject, this.server);
    const what = `${this.server} answered ${method} with ${fault}.`;
    request.reject(new McpAnswerError(what, { server: this.server }));
  }

  /** Since 2026-07-28 a result says what it is; one of a kind that was not agreed on can't be read. */
  #faultOf({ options }: OpenRequest, result: JsonObject): string | undefined {
    const type = member(result, "resultType");
    if (type === undefined || type === "complete" || !isModern(this.revision)) return undefined;
    if (type === "input_required") return undefined;
    if (type === "task" && (options.withTasks || this.declaresTasks)) return undefined;
    return `a result of the unknown type ${String(JSON.stringify(type)).slice(0, 100)}`;
  }

  #notified(method: string, params: JsonObject): void {
    if (method === "notifications/progress") this.#progress.report(params);
    else if (method === "notifications/cancelled") this.#serverRequests.cancel(params);
    this.announce(method, params);
  }

  #call(method: string, handler: NotificationHandler, params: JsonObject): void {
    try {
      handler(params, method);
    } catch (error) {
      this.log.error(`A handler of ${method} failed`, error);
    }
  }

  #take(id: RequestId): OpenRequest | undefined {
    const request = this.#open.take(id);
    if (request && this.#open.size === 0) this.#deadlines.rest();
    return request;
  }

  #abort(request: OpenRequest): void {
    this.#cancel(request, "The client cancelled the request.");
    request.reject(request.options.signal?.reason);
  }

  #timeOut(request: OpenRequest): void {
    const { method } = request.sent;
    this.#cancel(request, "The request timed out.");
    const waited = request.idleAt > request.latestAt ? "in time, in spite of its progress" : "";
    const limit = waited || `within ${request.timeoutMs} ms`;
    request.reject(this.timeoutError(`did not answer ${method} ${limit}`));
  }

  timeoutError(what: string): McpTimeoutError {
    return new McpTimeoutError(`${this.server} ${what}.`, { server: this.server });
  }

  #cancel({ sent }: OpenRequest, reason: string): void {
    this.#take(sent.id);
    // The specification forbids to cancel the handshake.
    if (sent.method !== "initialize") this.channel.cancel(sent.id, reason);
  }

  #end(error: Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeError = error;
    this.#deadlines.close();
    this.#serverRequests.close();
    for (const request of this.#open.all()) {
      this.#open.take(request.sent.id);
      request.reject(this.#closedError(request.sent.method));
    }
    for (const handler of this.#onClose) handler(error);
  }

  #closedError(method: string): Error {
    const cause = this.#closeError;
    if (cause instanceof McpClientError) return cause;
    const why = cause === undefined ? "the client was closed" : cause.message;
    return this.#error(`can't answer ${method}: ${why}`, cause);
  }

  #error(what: string, cause?: Error): McpConnectionError {
    return new McpConnectionError(`${this.server} ${what}.`, { server: this.server, cause });
  }

  #writerOf(revision: Revision, options: ClientOptions): RequestWriter {
    const info = options.clientInfo ?? defaultClientInfo;
    const capabilities = declaredCapabilities(options, revision);
    return new RequestWriter(revision, info, capabilities, this.#logLevel);
  }

  #writerWithTasks(): RequestWriter {
    const extensions = { [tasksExtension]: {}, ...this.options.extensions };
    return (this.#taskWriter ??= this.#writerOf(this.revision, { ...this.options, extensions }));
  }
}
