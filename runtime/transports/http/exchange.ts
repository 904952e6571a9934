/** Streamable HTTP without sessions: one POST, one answer. Free of any HTTP library. */
import { hasEnvelope, metaKeys, metaOf, readEnvelope } from "../../protocol/envelope.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { parseJson, readMessage, type Message } from "../../protocol/json-rpc.js";
import { checkMcpHeaders } from "../../protocol/mcp-headers.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import {
  assumedRevision,
  isLegacyRevision,
  modernRevision,
  unsupportedVersion,
  type Revision,
} from "../../protocol/revisions.js";
import { answer, refuse, type Reply } from "../../session/answer.js";
import { readBatch } from "../../session/batch.js";
import { IncomingRequest, type Notify } from "../../session/incoming-request.js";
import type { Service } from "../../session/service.js";
import { negotiate } from "../../session/session.js";
import type { Accepted } from "./media-types.js";

/** A header's value by its lower-case name. */
export type Headers = (name: string) => string | undefined;

/** Where the answer goes. Either `send` once, or `event` any number of times and then `end`. */
export interface Outlet {
  /** The whole response. */
  send(status: number, body?: string): void;
  /** One message of an event stream; the first opens it with status 200. */
  event(message: string): void;
  /** Ends the event stream. */
  end(): void;
  /** Called when the client is gone before the answer is out. */
  onClose?: () => void;
}

/**
 * Answers the body of a POST request, in whichever era it speaks. Never throws.
 *
 * @see MCP 2026-07-28, Streamable HTTP; MCP 2025-11-25, Transports, Streamable HTTP
 */
export async function answerPost(
  service: Service,
  body: string,
  headers: Headers,
  accepted: Accepted,
  outlet: Outlet,
): Promise<void> {
  const version = headers("mcp-protocol-version")?.trim();
  let value: unknown;
  let batch: readonly unknown[] | undefined;
  try {
    value = parseJson(body);
    batch = readBatch(value, batchRevision(version));
  } catch (error) {
    return outlet.send(400, refuse(undefined, error as ProtocolError).text);
  }
  const stream = new Stream(accepted, outlet);
  if (batch) return answerBatch(service, batch, stream);

  const message = readMessage(value);
  switch (message.kind) {
    case "invalid":
      return outlet.send(400, refuse(message.id, message.error).text);
    case "response":
      if (version === modernRevision) {
        const error = new ProtocolError(errorCodes.invalidRequest, "Nothing was asked.");
        return outlet.send(400, refuse(undefined, error).text);
      }
      return outlet.send(202);
    case "notification": {
      const error = versionMismatch(version, metaOf(message.params));
      return error ? outlet.send(400, refuse(undefined, error).text) : outlet.send(202);
    }
    case "request":
      return answerRequest(service, message, version, headers, stream);
  }
}

async function answerRequest(
  service: Service,
  message: Message & { kind: "request" },
  version: string | undefined,
  headers: Headers,
  stream: Stream,
): Promise<void> {
  let request: IncomingRequest;
  try {
    request = admit(service, message, version, headers, stream.notify);
  } catch (error) {
    const refusal = error as ProtocolError;
    const status = refusal.code === errorCodes.methodNotFound ? 404 : 400;
    return stream.outlet.send(status, refuse(message.id, refusal).text);
  }
  if (request.envelope) {
    // Since 2026-07-28 leaving is how a client cancels; before, it says so in a message of its own.
    stream.outlet.onClose = () =>
      request.abort(new DOMException("The client closed the connection.", "AbortError"));
  }
  const reply = await answer(service, request);
  if (reply) stream.finish(statusOf(reply, request.protocolVersion), reply.text);
}

/** @throws ProtocolError when the request can't be worked on: every check that decides the status by itself */
function admit(
  service: Service,
  message: Message & { kind: "request" },
  version: string | undefined,
  headers: Headers,
  notify: Notify | undefined,
): IncomingRequest {
  const { id, method, params } = message;
  const meta = metaOf(params);
  const notifying = notify && { notify };
  if (!hasEnvelope(meta)) {
    if (method === "initialize") {
      const { protocolVersion } = negotiate(params);
      return new IncomingRequest({ id, method, params, protocolVersion, ...notifying });
    }
    if (version === undefined || isLegacyRevision(version)) {
      const protocolVersion = version ?? assumedRevision;
      return new IncomingRequest({ id, method, params, protocolVersion, ...notifying });
    }
  }
  const mismatch = versionMismatch(version, meta);
  if (mismatch) throw mismatch;
  const envelope = readEnvelope(meta);
  if (version === undefined) {
    throw new ProtocolError(
      errorCodes.headerMismatch,
      "The MCP-Protocol-Version header is missing.",
    );
  }
  const { protocolVersion } = envelope;
  if (!service.has(method, protocolVersion)) {
    throw new ProtocolError(errorCodes.methodNotFound, `There is no method ${method}.`);
  }
  checkMcpHeaders(headers, method, params);
  return new IncomingRequest({ id, method, params, protocolVersion, envelope, ...notifying });
}

/** What is wrong with a version header, seen beside the body's `_meta`. */
function versionMismatch(version: string | undefined, meta: JsonObject): ProtocolError | undefined {
  const stated = member(meta, metaKeys.protocolVersion);
  if (typeof stated === "string" && version !== undefined && version !== stated) {
    return new ProtocolError(
      errorCodes.headerMismatch,
      "The MCP-Protocol-Version header differs from the request's _meta.",
    );
  }
  if (version === undefined || version === modernRevision) return undefined;
  return isLegacyRevision(version) && stated === undefined
    ? undefined
    : unsupportedVersion(version);
}

/** The revision that decides whether arrays are batches. */
function batchRevision(version: string | undefined): Revision | undefined {
  if (version === undefined) return assumedRevision;
  return isLegacyRevision(version) ? version : undefined;
}

async function answerBatch(
  service: Service,
  batch: readonly unknown[],
  stream: Stream,
): Promise<void> {
  const replies = await Promise.all(
    batch.map(async (value) => {
      const message = readMessage(value);
      if (message.kind === "invalid") return refuse(message.id, message.error);
      if (message.kind !== "request") return undefined;
      const { id, method, params } = message;
      if (method === "initialize") {
        const error = "`initialize` must not be part of a batch.";
        return refuse(id, new ProtocolError(errorCodes.invalidRequest, error));
      }
      const { notify } = stream;
      const protocolVersion = assumedRevision;
      return answer(
        service,
        new IncomingRequest({ id, method, params, protocolVersion, ...(notify && { notify }) }),
      );
    }),
  );
  const texts = replies.filter((each) => each !== undefined).map((each) => each.text);
  if (texts.length === 0) stream.outlet.send(202);
  else stream.finish(200, `[${texts.join(",")}]`);
}

function statusOf(reply: Reply, revision: Revision): number {
  if (revision !== modernRevision) return 200;
  if (reply.errorCode === errorCodes.methodNotFound) return 404;
  return reply.errorCode === errorCodes.missingClientCapability ? 400 : 200;
}

/** The choice between a JSON answer and an event stream: a stream once there is something to say before the answer. */
class Stream {
  readonly outlet: Outlet;
  /** Absent when the client takes no event stream. */
  readonly notify: Notify | undefined;
  #open: boolean;

  constructor(accepted: Accepted, outlet: Outlet) {
    this.outlet = outlet;
    this.#open = !accepted.json;
    if (accepted.events) {
      this.notify = (message) => {
        this.#open = true;
        this.outlet.event(message);
      };
    }
  }

  finish(status: number, text: string): void {
    if (!this.#open) return this.outlet.send(status, text);
    this.outlet.event(text);
    this.outlet.end();
  }
}
