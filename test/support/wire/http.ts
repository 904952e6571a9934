/** A client of Streamable HTTP made of plain requests. Every message is checked in both directions. */
import assert from "node:assert/strict";
import type { Revision } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { modernRevision } from "../../../runtime/protocol/revisions.js";
import { CheckedFetch, type FetchLike } from "./checked-fetch.js";
import {
  answerTo,
  modernMeta,
  wireClientInfo,
  withMeta,
  type WireAnswers,
  type WireMessage,
  type WireOptions,
  type WireRequestOptions,
} from "./client.js";
import { sseEvents, type SseEvent } from "./sse.js";

export interface WireHttpOptions extends WireOptions {
  /** Sent with every request. */
  readonly headers?: Record<string, string>;
  /** Default: the global `fetch`. */
  readonly fetch?: FetchLike;
}

export interface WireHttpRequestOptions extends WireRequestOptions {
  /** Headers that are added to the usual ones or replace them. */
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** False: do not resume a stream that ended before the answer. */
  readonly resume?: boolean;
}

export interface WireHttpReply {
  readonly status: number;
  readonly headers: Headers;
  /** The answer; undefined if there was none. */
  readonly message: WireMessage | undefined;
  readonly result: WireMessage["result"];
  readonly error: WireMessage["error"];
  /** Notifications before the answer on its stream. */
  readonly notifications: readonly WireMessage[];
  /** All events of the stream. */
  readonly events: readonly SseEvent[];
}

/** Parameters that `Mcp-Name` repeats, by method. */
const names: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Connects, with a handshake if the revision has one. */
export async function wireHttp(url: string | URL, options: WireHttpOptions): Promise<WireHttp> {
  const client = new WireHttp(url, options);
  await client.initialize();
  return client;
}

export class WireHttp {
  readonly revision: Revision;
  readonly url: string;
  /** Id given by the server; tests may change it. */
  sessionId: string | undefined;
  readonly #options: WireHttpOptions;
  readonly #checked: CheckedFetch;
  readonly #answers: WireAnswers;
  #initialized = false;
  #nextId = 1;

  constructor(url: string | URL, options: WireHttpOptions) {
    this.url = String(url);
    this.revision = options.revision;
    this.#options = options;
    this.#checked = new CheckedFetch(options.fetch);
    this.#answers = { ping: () => ({}), ...options.answers };
  }

  /** Does the handshake if the revision has one. @returns the server's answer */
  async initialize(): Promise<WireHttpReply | undefined> {
    if (this.revision === modernRevision) return undefined;
    const reply = await this.request("initialize", {
      protocolVersion: this.revision,
      capabilities: this.#options.capabilities ?? {},
      clientInfo: wireClientInfo,
    });
    assert.equal(reply.result?.["protocolVersion"], this.revision, JSON.stringify(reply.message));
    this.sessionId = reply.headers.get("mcp-session-id") ?? undefined;
    this.#initialized = true;
    assert.equal(await this.notify("notifications/initialized"), 202);
    return reply;
  }

  /** Sends a request and reads until its answer has arrived, over several connections if necessary. */
  async request(
    method: string,
    params: JsonObject = {},
    options: WireHttpRequestOptions = {},
  ): Promise<WireHttpReply> {
    const { id = this.#nextId++, meta, headers, signal, malformed = false } = options;
    const isModern = this.revision === modernRevision;
    const full = isModern ? { ...modernMeta(this.#options.capabilities ?? {}), ...meta } : meta;
    const message = { jsonrpc: "2.0", id, method, params: withMeta(params, full) };
    const own = { ...(isModern && mcpHeaders(method, params)), ...headers };
    const response = await this.#post(message, own, malformed, signal);
    const events: SseEvent[] = [];
    const notifications: WireMessage[] = [];
    let answer = await this.#read(response, id, events, notifications);
    while (!answer && events.length > 0 && options.resume !== false) {
      const last = events.findLast((event) => event.id !== undefined)?.id;
      if (last === undefined) break;
      const retry = events.findLast((event) => event.retry !== undefined)?.retry ?? 0;
      await new Promise((resolve) => setTimeout(resolve, retry));
      const next = await this.get({ "last-event-id": last }, signal);
      assert.equal(next.status, 200, "the stream can be taken up again");
      answer = await this.#read(next, id, events, notifications);
    }
    return {
      status: response.status,
      headers: response.headers,
      message: answer,
      result: answer?.result,
      error: answer?.error,
      notifications,
      events,
    };
  }

  /** @returns the status */
  async notify(method: string, params?: JsonObject): Promise<number> {
    const headers = this.revision === modernRevision ? mcpHeaders(method, params ?? {}) : {};
    const message = { jsonrpc: "2.0", method, ...(params && { params }) };
    const response = await this.#post(message, headers, false);
    await response.text();
    return response.status;
  }

  /** Opens a stream that belongs to no request, or resumes one if `last-event-id` is given. */
  get(headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    return this.raw({
      method: "GET",
      headers: { accept: "text/event-stream", ...headers },
      signal,
    });
  }

  /** Yields the messages of a stream, and answers the server's requests. */
  async *messages(response: Response): AsyncGenerator<WireMessage> {
    if (!response.body) return;
    for await (const event of sseEvents(response.body)) {
      if (event.data === "") continue;
      const message = JSON.parse(event.data) as WireMessage;
      if (message.method !== undefined && message.id !== undefined) void this.#answer(message);
      yield message;
    }
  }

  /** Ends the session. @returns the status */
  async delete(): Promise<number> {
    const response = await this.raw({ method: "DELETE" });
    await response.text();
    return response.status;
  }

  /**
   * Sends any HTTP request with the session's headers.
   *
   * @param init.malformed the body is not checked
   */
  raw(init: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal | undefined;
    readonly malformed?: boolean;
  }): Promise<Response> {
    const { method = "POST", headers, body, signal, malformed = false } = init;
    const hasVersion = this.#initialized || this.revision === modernRevision;
    const request = new Request(this.url, {
      method,
      headers: {
        ...(hasVersion &&
          this.revision >= "2025-06-18" && { "mcp-protocol-version": this.revision }),
        ...(this.sessionId !== undefined && { "mcp-session-id": this.sessionId }),
        ...this.#options.headers,
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    return this.#checked.fetch(request, malformed);
  }

  #post(
    message: JsonObject,
    headers: Record<string, string>,
    malformed: boolean,
    signal?: AbortSignal,
  ): Promise<Response> {
    const usual = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify(message);
    return this.raw({ headers: { ...usual, ...headers }, body, malformed, signal });
  }

  /** Reads a response until the answer or its end. */
  async #read(
    response: Response,
    id: string | number,
    events: SseEvent[],
    notifications: WireMessage[],
  ): Promise<WireMessage | undefined> {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      const text = await response.text();
      return text === "" ? undefined : (JSON.parse(text) as WireMessage);
    }
    let answer: WireMessage | undefined;
    for await (const event of sseEvents(response.body as ReadableStream<Uint8Array>)) {
      events.push(event);
      if (event.data === "") continue;
      const message = JSON.parse(event.data) as WireMessage;
      if (message.method === undefined) {
        assert.equal(message.id, id, "the stream answers its own request");
        answer = message;
      } else if (message.id === undefined) notifications.push(message);
      else void this.#answer(message);
    }
    return answer;
  }

  async #answer({ id, method = "", params }: WireMessage): Promise<void> {
    const answer = await answerTo(this.#answers, method, params);
    const response = await this.#post({ jsonrpc: "2.0", id, ...answer }, {}, false);
    assert.equal(response.status, 202, await response.text());
  }
}

/** Returns the headers that repeat parts of a request since 2026-07-28. */
export function mcpHeaders(method: string, params: JsonObject): Record<string, string> {
  const name = params[names[method] ?? ""];
  return {
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": headerValue(name) }),
  };
}

/** @see MCP 2026-07-28, Streamable HTTP, Header Value Encoding */
export function headerValue(text: string): string {
  const plain = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (plain && !text.startsWith("=?base64?")) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
