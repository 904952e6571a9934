/** A client of a server in this process. It checks every message against the official schemas. */
import assert from "node:assert/strict";
import { serveTransport, type Revision } from "../../runtime/index.js";
import type { JsonObject } from "../../runtime/protocol/json.js";
import { memoryChannel } from "./wire/channels.js";
import { modernMeta, WireClient, type WireMessage } from "./wire/client.js";

export type Answer = WireMessage;

export interface Notification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

type Served = Parameters<typeof serveTransport>[0];

/** The `_meta` of a request of 2026-07-28. */
export function envelope(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...modernMeta({}), ...more };
}

export class Peer {
  readonly revision: Revision;
  readonly #client: WireClient;

  constructor(server: Served, revision: Revision) {
    this.revision = revision;
    const channel = memoryChannel((transport) => serveTransport(server, transport));
    this.#client = new WireClient(channel, { revision });
  }

  /** Connects, with a handshake if the revision has one. */
  static async connect(server: Served, revision: Revision): Promise<Peer> {
    const peer = new Peer(server, revision);
    await peer.#client.initialize();
    return peer;
  }

  /** All received messages, parsed, in order. */
  get received(): unknown[] {
    return this.#client.received;
  }

  get notifications(): Notification[] {
    return this.#client.notifications() as Notification[];
  }

  /** Sends a request with the `_meta` of its revision, and waits for the answer. */
  request(method: string, params: JsonObject = {}, id?: string | number): Promise<Answer> {
    return this.#client.request(method, params, id === undefined ? {} : { id });
  }

  /** Like `request`, for params that break the schema on purpose. */
  malformed(method: string, params: JsonObject = {}): Promise<Answer> {
    return this.#client.request(method, params, { malformed: true });
  }

  notify(method: string, params?: JsonObject): void {
    this.#client.notify(method, params);
  }

  /** Sends a text unchanged and unchecked. */
  raw(message: unknown): void {
    this.#client.raw(message);
  }

  async call(name: string, args?: JsonObject, meta?: JsonObject) {
    const answer = await this.request("tools/call", {
      name,
      ...(args && { arguments: args }),
      ...(meta && { _meta: meta }),
    });
    assert.ok(answer.result, JSON.stringify(answer.error));
    return answer.result as unknown as {
      content: { type: string; text?: string }[];
      structuredContent?: unknown;
      isError?: boolean;
    };
  }

  /** Ends the sending side. @returns a promise that resolves when the server is done */
  end(): Promise<void> {
    this.#client.end();
    return this.#client.finished();
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
