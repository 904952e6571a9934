/** Checks the messages of both sides of a channel. */
import assert from "node:assert/strict";
import type { Revision } from "../../../runtime/index.js";
import { metaKeys } from "../../../runtime/protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../../runtime/protocol/json.js";
import {
  isLegacyRevision,
  latestLegacyRevision,
  modernRevision,
} from "../../../runtime/protocol/revisions.js";
import { checkMessage, type Answered } from "./check.js";

interface Open extends Answered {
  readonly revision: Revision;
}

/** Follows one client and one server. Fails at the first message that its sender must not send. */
export class WireConversation {
  /** Revision of the session; before the handshake, the one that the client will offer. */
  #session: Revision;
  #modern = false;
  readonly #asked = { client: new Map<unknown, Open>(), server: new Map<unknown, Open>() };

  constructor(revision: Revision) {
    this.#session = revision;
  }

  /** Checks what the client sends: one message or a batch. */
  client(value: unknown): void {
    this.#checkBatch(value);
    for (const message of messagesIn(value)) {
      const revision = this.#note(message);
      const answered = isAnswer(message) ? this.#take("server", message) : undefined;
      checkMessage(answered?.revision ?? revision, "client", message, answered);
    }
  }

  /** Notes requests that are malformed on purpose, so that their answers are recognised. */
  malformed(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    for (const message of messagesIn(value)) if (isObject(message)) this.#note(message, true);
  }

  /** Checks what the server sends: one message or a batch. */
  server(value: unknown): void {
    this.#checkBatch(value);
    for (const message of messagesIn(value)) this.#server(message);
  }

  /** @see MCP 2025-03-26, Base Protocol, Batching */
  #checkBatch(value: unknown): void {
    const allowed = !Array.isArray(value) || this.#session <= "2025-03-26";
    assert.ok(allowed, `${this.#session} has no batches`);
  }

  #server(message: unknown): void {
    if (isAnswer(message)) {
      const answered = this.#take("client", message);
      const result = member(message, "result");
      if (answered?.method === "initialize" && isObject(result)) {
        const version = member(result, "protocolVersion");
        if (isLegacyRevision(version)) this.#session = version;
        return checkMessage(this.#session, "server", message, answered);
      }
      return checkMessage(answered?.revision ?? this.#session, "server", message, answered);
    }
    if (isObject(message) && Object.hasOwn(message, "id")) {
      this.#asked.server.set(member(message, "id"), {
        method: String(member(message, "method")),
        params: member(message, "params"),
        revision: this.#session,
      });
    }
    try {
      checkMessage(this.#session, "server", message);
    } catch (error) {
      // A notification may belong to a request of either era.
      if (!this.#modern) throw error;
      checkMessage(modernRevision, "server", message);
    }
  }

  /** Remembers a client's request. @returns its revision */
  #note(message: unknown, malformed = false): Revision {
    if (!isObject(message)) return this.#session;
    const method = member(message, "method");
    const params = member(message, "params");
    const meta = isObject(params) ? member(params, "_meta") : undefined;
    let revision = this.#session;
    if (isObject(meta) && member(meta, metaKeys.protocolVersion) === modernRevision) {
      revision = modernRevision;
      this.#modern = true;
    } else if (method === "initialize") {
      const version = isObject(params) ? member(params, "protocolVersion") : undefined;
      revision = isLegacyRevision(version) ? version : latestLegacyRevision;
    }
    const id = member(message, "id");
    const repeated = malformed && this.#asked.client.has(id);
    if (typeof method === "string" && id !== undefined && !repeated) {
      this.#asked.client.set(id, { method, params, revision });
    }
    return revision;
  }

  #take(requester: "client" | "server", answer: JsonObject): Open | undefined {
    const id = member(answer, "id");
    const open = this.#asked[requester].get(id);
    // An error may belong to another request with the same id.
    if (Object.hasOwn(answer, "result")) this.#asked[requester].delete(id);
    return open;
  }
}

function messagesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isAnswer(message: unknown): message is JsonObject {
  return (
    isObject(message) &&
    !Object.hasOwn(message, "method") &&
    (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"))
  );
}
