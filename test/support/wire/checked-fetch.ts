/** A `fetch` that checks every message in both directions. */
import assert from "node:assert/strict";
import type { Revision } from "../../../runtime/index.js";
import { metaKeys } from "../../../runtime/protocol/envelope.js";
import { isObject, member } from "../../../runtime/protocol/json.js";
import {
  assumedRevision,
  isLegacyRevision,
  latestLegacyRevision,
  modernRevision,
} from "../../../runtime/protocol/revisions.js";
import { checkMessage, type Answered } from "./check.js";
import { SseParser } from "./sse.js";

export type FetchLike = (request: Request) => Promise<Response>;

interface Open extends Answered {
  readonly revision: Revision;
}

/** Remembers the requests of both sides, so that answers on other connections can be checked. */
export class CheckedFetch {
  readonly #fetch: FetchLike;
  readonly #asked = { client: new Map<unknown, Open>(), server: new Map<unknown, Open>() };

  constructor(fetch: FetchLike = globalThis.fetch) {
    this.#fetch = fetch;
  }

  /**
   * Fetches. If the server sends a wrong message, reading the response's body fails.
   *
   * @param malformed the request's body breaks the schema on purpose and is not checked
   */
  async fetch(request: Request, malformed = false): Promise<Response> {
    const body = request.body ? await request.clone().text() : "";
    const exchange = new Map<unknown, Open>();
    const sent = parsed(body, malformed);
    const revision = revisionOf(request, sent);
    const batchFits = !Array.isArray(sent) || revision === "2025-03-26";
    assert.ok(malformed || batchFits, `${revision} has no batches`);
    for (const message of messagesIn(sent)) {
      this.#note(message, revision, exchange);
      if (!malformed) this.#checkSent(message, revision);
    }
    const response = await this.#fetch(request);
    if (!response.body) return response;
    const check = (text: string): void => {
      for (const message of messagesIn(JSON.parse(text)))
        this.#checkGot(message, revision, exchange);
    };
    const type = response.headers.get("content-type") ?? "";
    // The body of a refused token is OAuth's, not an MCP message.
    const isMessage =
      type.startsWith("application/json") && !response.headers.has("www-authenticate");
    const through = type.startsWith("text/event-stream")
      ? checkEvents(check)
      : checkWhole(isMessage ? check : () => {});
    return new Response(response.body.pipeThrough(through), response);
  }

  #note(message: unknown, revision: Revision, exchange: Map<unknown, Open>): void {
    if (!isObject(message) || !Object.hasOwn(message, "method")) return;
    const id = member(message, "id");
    if (id === undefined) return;
    const open = {
      method: String(member(message, "method")),
      params: member(message, "params"),
      revision,
    };
    exchange.set(id, open);
    this.#asked.client.set(id, open);
  }

  #checkSent(message: unknown, revision: Revision): void {
    const id = isObject(message) ? member(message, "id") : undefined;
    const isAnswer = isObject(message) && !Object.hasOwn(message, "method");
    checkMessage(revision, "client", message, isAnswer ? this.#asked.server.get(id) : undefined);
  }

  #checkGot(message: unknown, revision: Revision, exchange: ReadonlyMap<unknown, Open>): void {
    const id = isObject(message) ? member(message, "id") : undefined;
    if (isObject(message) && Object.hasOwn(message, "method")) {
      if (id !== undefined) {
        const method = String(member(message, "method"));
        this.#asked.server.set(id, { method, params: member(message, "params"), revision });
      }
      return checkMessage(revision, "server", message);
    }
    const open = exchange.get(id) ?? this.#asked.client.get(id);
    const result = isObject(message) ? member(message, "result") : undefined;
    const agreed = isObject(result) ? member(result, "protocolVersion") : undefined;
    const inHandshake = open?.method === "initialize" && isLegacyRevision(agreed);
    checkMessage(inHandshake ? agreed : (open?.revision ?? revision), "server", message, open);
  }
}

/** Returns the revision of a request: by its envelope, its handshake or its header. */
function revisionOf(request: Request, sent: unknown): Revision {
  for (const message of messagesIn(sent)) {
    const params = isObject(message) ? member(message, "params") : undefined;
    const meta = isObject(params) ? member(params, "_meta") : undefined;
    if (isObject(meta) && Object.hasOwn(meta, metaKeys.protocolVersion)) return modernRevision;
    if (isObject(message) && isObject(params) && message["method"] === "initialize") {
      const version = member(params, "protocolVersion");
      return isLegacyRevision(version) ? version : latestLegacyRevision;
    }
  }
  const header = request.headers.get("mcp-protocol-version");
  if (header === modernRevision) return modernRevision;
  return isLegacyRevision(header) ? header : assumedRevision;
}

function checkEvents(check: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const parser = new SseParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return new TransformStream({
    transform(chunk, controller) {
      for (const { event, data } of parser.push(decoder.decode(chunk, { stream: true }))) {
        if (event === "message" && data !== "") check(data);
      }
      controller.enqueue(chunk);
    },
  });
}

function checkWhole(check: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      if (chunks.length > 0) check(Buffer.concat(chunks).toString());
    },
  });
}

function parsed(body: string, malformed: boolean): unknown {
  try {
    return body === "" ? undefined : (JSON.parse(body) as unknown);
  } catch (error) {
    if (malformed) return undefined;
    throw error;
  }
}

function messagesIn(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
