/** A client of plain messages over any channel. Every message is checked in both directions. */
import assert from "node:assert/strict";
import type { Revision } from "../../../runtime/index.js";
import { metaKeys } from "../../../runtime/protocol/envelope.js";
import { isObject, type JsonObject } from "../../../runtime/protocol/json.js";
import { modernRevision } from "../../../runtime/protocol/revisions.js";
import { WireConversation } from "./conversation.js";

/** Carries a client's messages, one text each. */
export interface WireChannel {
  start(receive: (text: string) => void): void;
  send(text: string): void;
  /** Ends the sending side. */
  end(): void;
  /** Disconnects. */
  close(): void;
  /** Resolves when the server has finished with this client. */
  readonly finished: Promise<unknown>;
}

export interface WireOptions {
  readonly revision: Revision;
  readonly capabilities?: JsonObject;
  /** Answers to the server's requests, by method. */
  readonly answers?: WireAnswers;
}

export type WireAnswers = {
  readonly [method: string]: (params: JsonObject) => JsonObject | Promise<JsonObject>;
};

export interface WireMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface WireRequestOptions {
  readonly id?: string | number;
  /** Members of `_meta`, in addition to those that the revision requires. */
  readonly meta?: JsonObject;
  /** The request breaks the schema on purpose and is not checked. */
  readonly malformed?: boolean;
}

interface Waiting {
  resolve(answer: WireMessage): void;
  reject(reason: unknown): void;
}

export const wireClientInfo = { name: "wire", version: "1" };

export class WireClient {
  readonly revision: Revision;
  /** All received messages, parsed, in order. */
  readonly received: unknown[] = [];
  /** Received notifications and requests, in order. */
  readonly calls: WireMessage[] = [];
  readonly #channel: WireChannel;
  readonly #capabilities: JsonObject;
  readonly #answers: WireAnswers;
  readonly #conversation: WireConversation;
  readonly #waiting = new Map<string | number, Waiting>();
  readonly #watchers = new Set<() => void>();
  #problem: Error | undefined;
  #nextId = 1;

  constructor(channel: WireChannel, options: WireOptions) {
    this.revision = options.revision;
    this.#channel = channel;
    this.#capabilities = options.capabilities ?? {};
    this.#answers = { ping: () => ({}), ...options.answers };
    this.#conversation = new WireConversation(options.revision);
    channel.start((text) => this.#receive(text));
  }

  /** Connects, with a handshake if the revision has one. */
  static async connect(channel: WireChannel, options: WireOptions): Promise<WireClient> {
    const client = new WireClient(channel, options);
    await client.initialize();
    return client;
  }

  /** Does the handshake if the revision has one. @returns the server's answer */
  async initialize(): Promise<WireMessage | undefined> {
    if (this.revision === modernRevision) return undefined;
    const answer = await this.request("initialize", {
      protocolVersion: this.revision,
      capabilities: this.#capabilities,
      clientInfo: wireClientInfo,
    });
    assert.equal(answer.result?.["protocolVersion"], this.revision);
    this.notify("notifications/initialized");
    return answer;
  }

  /** Returns the received notifications in order, optionally of one method. */
  notifications(method?: string): WireMessage[] {
    return this.calls.filter(
      (each) => each.id === undefined && (method === undefined || each.method === method),
    );
  }

  /** Sends a request, with the `_meta` that its revision requires, and waits for the answer. */
  request(
    method: string,
    params: JsonObject = {},
    { id = this.#nextId++, meta, malformed = false }: WireRequestOptions = {},
  ): Promise<WireMessage> {
    const full =
      this.revision === modernRevision ? { ...modernMeta(this.#capabilities), ...meta } : meta;
    const message = { jsonrpc: "2.0", id, method, params: withMeta(params, full) };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (malformed) this.raw(message);
      else this.#send(message);
    });
  }

  notify(method: string, params?: JsonObject): void {
    this.#send({ jsonrpc: "2.0", method, ...(params && { params }) });
  }

  /** Sends a batch of messages. @see MCP 2025-03-26, Base Protocol, Batching */
  batch(messages: readonly JsonObject[]): void {
    this.#send(messages);
  }

  /** Sends a message unchecked. */
  raw(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.#conversation.malformed(text);
    this.#channel.send(text);
  }

  /** Waits until the received messages pass a test. */
  async until(fits: (received: readonly unknown[]) => boolean): Promise<void> {
    while (!fits(this.received)) {
      if (this.#problem) throw this.#problem;
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** Ends the sending side; answers may still arrive. */
  end(): void {
    this.#channel.end();
  }

  /** Disconnects. Fails if the server sent a wrong message. */
  async close(): Promise<void> {
    this.#channel.close();
    await this.finished();
  }

  /** Waits until the server has finished with this client. Fails if it sent a wrong message. */
  async finished(): Promise<void> {
    await this.#channel.finished;
    if (this.#problem) throw this.#problem;
  }

  #send(message: JsonObject | readonly JsonObject[]): void {
    if (this.#problem) throw this.#problem;
    // As on the wire: without undefined members.
    const text = JSON.stringify(message);
    this.#conversation.client(JSON.parse(text));
    this.#channel.send(text);
  }

  #receive(text: string): void {
    try {
      const value = JSON.parse(text) as unknown;
      this.received.push(value);
      this.#conversation.server(value);
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
        this.#deliver(each as WireMessage);
      }
    } catch (error) {
      this.#problem ??= error as Error;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    }
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }

  #deliver(message: WireMessage): void {
    const { id, method } = message;
    if (method !== undefined) {
      this.calls.push(message);
      if (id !== undefined) void this.#answer(message);
    } else if (id !== undefined) {
      this.#waiting.get(id)?.resolve(message);
      this.#waiting.delete(id);
    }
  }

  async #answer({ id, method = "", params }: WireMessage): Promise<void> {
    const answer = await answerTo(this.#answers, method, params);
    this.#send({ jsonrpc: "2.0", id, ...answer });
  }
}

/** Returns the members of `_meta` that every request has since 2026-07-28. */
export function modernMeta(capabilities: JsonObject): JsonObject {
  return {
    [metaKeys.protocolVersion]: modernRevision,
    [metaKeys.clientCapabilities]: capabilities,
    [metaKeys.clientInfo]: wireClientInfo,
  };
}

/** Adds to the `_meta` of params, whose own members win. */
export function withMeta(params: JsonObject, meta: JsonObject | undefined): JsonObject {
  if (!meta) return params;
  const own = params["_meta"];
  return { ...params, _meta: { ...meta, ...(isObject(own) && own) } };
}

/** Returns the `result` or `error` of a client's answer. */
export async function answerTo(
  answers: WireAnswers,
  method: string,
  params: JsonObject = {},
): Promise<JsonObject> {
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
  if (!answer) return { error: { code: -32601, message: `The client does not know ${method}.` } };
  return { result: await answer(params) };
}
