/** A client made of nothing but messages, which checks every one it gets against the official schemas. */
import assert from "node:assert/strict";
import { memoryPair, serveTransport, type OpenApiServer } from "../../../runtime/index.js";
import type { Revision } from "../../../runtime/protocol/revisions.js";
import { checkServerMessage } from "./official-schemas.js";

export interface Answer {
  readonly id?: string | number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Notification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** The `_meta` of a request of 2026-07-28. */
export function envelope(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    [versionKey]: "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...more,
  };
}

interface Waiting {
  readonly method: string;
  readonly revision: Revision;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

export class Peer {
  readonly revision: Revision;
  /** Everything that came, parsed, in order. */
  readonly received: unknown[] = [];
  readonly notifications: Notification[] = [];
  /** Resolves when the server is done. */
  readonly finished: Promise<void>;
  readonly #transport;
  readonly #waiting = new Map<string | number, Waiting>();
  #nextId = 1;

  constructor(server: OpenApiServer, revision: Revision) {
    this.revision = revision;
    const [ours, theirs] = memoryPair();
    this.#transport = ours;
    this.finished = serveTransport(server, theirs);
    ours.start({
      message: (text) => this.#receive(JSON.parse(text)),
      tooLong: () => {},
      end: () => {},
      close: () => {},
    });
  }

  /** A peer that has done its handshake, where the revision has one. */
  static async connect(server: OpenApiServer, revision: Revision): Promise<Peer> {
    const peer = new Peer(server, revision);
    if (revision !== "2026-07-28") {
      const { result } = await peer.request("initialize", {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: "peer", version: "1" },
      });
      assert.equal(result?.["protocolVersion"], revision);
      peer.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    return peer;
  }

  send(message: unknown): void {
    this.#transport.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends a request and waits for its answer. `_meta` is added as the revision wants it. */
  request(
    method: string,
    params: Record<string, unknown> = {},
    id: string | number = this.#nextId++,
  ): Promise<Answer> {
    const meta = params["_meta"] as Record<string, unknown> | undefined;
    const full =
      this.revision === "2026-07-28" ? { ...params, _meta: envelope(meta) } : { ...params };
    const revision =
      full["_meta"] && meta?.[versionKey] !== undefined ? "2026-07-28" : this.revision;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, revision, resolve, reject });
      this.send({ jsonrpc: "2.0", id, method, params: full });
    });
  }

  /** The result of a tool call. */
  async call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>) {
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

  end(): Promise<void> {
    this.#transport.end();
    return this.finished;
  }

  close(): Promise<void> {
    void this.#transport.close();
    return this.finished;
  }

  #receive(message: unknown): void {
    this.received.push(message);
    for (const each of Array.isArray(message) ? (message as unknown[]) : [message]) {
      const { id, method } = each as Answer & Partial<Notification>;
      const waiting = id === undefined ? undefined : this.#waiting.get(id);
      if (method !== undefined) this.notifications.push(each as Notification);
      if (id !== undefined) this.#waiting.delete(id);
      try {
        checkServerMessage(waiting?.revision ?? this.revision, each, waiting?.method ?? "ping");
        waiting?.resolve(each as Answer);
      } catch (error) {
        if (!waiting) throw error;
        waiting.reject(error);
      }
    }
  }
}
