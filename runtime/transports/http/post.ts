import { metaOf } from "../../protocol/envelope.js";
import { parseJson, readMessage, unreadRequest, type Message } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import {
  assumedRevision,
  isLegacyRevision,
  modernRevision,
  type Revision,
} from "../../protocol/revisions.js";
import { readBatch } from "../../session/batch.js";
import { legacyRevision, versionMismatch } from "./check-request.js";
import type { Incoming } from "./incoming.js";
import { LegacyPost, notifyService, whenSaved } from "./legacy-post.js";
import type { LiveSession } from "./live-session.js";
import type { Accepted } from "./media-types.js";
import { answerModern } from "./modern-post.js";

/**
 * Answers the body of a POST request of either era. Never throws.
 *
 * @see MCP 2026-07-28, Streamable HTTP; MCP 2025-11-25, Transports, Streamable HTTP
 */
export function answerPost(incoming: Incoming, body: string, accepted: Accepted): void {
  const version = incoming.headers("mcp-protocol-version")?.trim();
  let value: unknown;
  let batch: readonly unknown[] | undefined;
  try {
    value = parseJson(body);
    batch = Array.isArray(value) ? readBatch(value, batchRevision(version)) : undefined;
  } catch (error) {
    return incoming.refuse(400, error as ProtocolError, unreadRequest(error));
  }
  if (batch) {
    const legacy = new LegacyPost(incoming, accepted);
    return inSession(incoming, version, batch, (messages, live) => legacy.batch(messages, live));
  }
  const message = readMessage(value);
  switch (message.kind) {
    case "invalid":
      return incoming.refuse(400, message.error, message.id);
    case "response":
      return inSession(incoming, version, message, (response, live) =>
        takeResponse(incoming, version, response, live),
      );
    case "notification":
      return inSession(incoming, version, message, (notification, live) =>
        takeNotification(incoming, version, notification, live),
      );
    case "request":
      return answerRequest(incoming, version, accepted, message);
  }
}

/** The revision that decides whether arrays are batches. */
function batchRevision(version: string | undefined): Revision | undefined {
  if (version === undefined) return assumedRevision;
  return isLegacyRevision(version) ? version : undefined;
}

function answerRequest(
  incoming: Incoming,
  version: string | undefined,
  accepted: Accepted,
  message: Message & { kind: "request" },
): void {
  if (incoming.late) return incoming.refuseLate(message.id);
  const revision = legacyRevision(message, version);
  if (revision === undefined) return answerModern(incoming, message, version, accepted);
  const legacy = new LegacyPost(incoming, accepted);
  if (message.method === "initialize") return legacy.initialize(message);
  inSession(incoming, version, message, (request, live) => legacy.request(request, revision, live));
}

/** Looks up the session that the request names, if any, and continues with it. Answers 404 when it does not exist. */
function inSession<T>(
  incoming: Incoming,
  version: string | undefined,
  what: T,
  next: (what: T, live: LiveSession | undefined) => void,
): void {
  const id = incoming.sessionId;
  // Requests of 2026-07-28 may name a session, but have none.
  if (id === undefined || version === modernRevision) return next(what, undefined);
  const found = incoming.endpoint.sessions?.find(id, incoming.caller);
  if (found instanceof Promise) {
    found.then(
      (live) => (live ? next(what, live) : incoming.refuseSession()),
      (error: unknown) => incoming.fail(error),
    );
  } else if (found) next(what, found);
  else incoming.refuseSession();
}

function takeResponse(
  incoming: Incoming,
  version: string | undefined,
  { id, body }: Message & { kind: "response" },
  live: LiveSession | undefined,
): void {
  if (version === modernRevision) {
    const reason = `Unexpected response: revision ${modernRevision} sends no requests to clients.`;
    return incoming.refuse(400, new ProtocolError(errorCodes.invalidRequest, reason));
  }
  live?.receive(id, body);
  incoming.accept();
}

function takeNotification(
  incoming: Incoming,
  version: string | undefined,
  message: Message & { kind: "notification" },
  live: LiveSession | undefined,
): void {
  const mismatch = versionMismatch(version, metaOf(message.params));
  if (mismatch) return incoming.refuse(400, mismatch);
  notifyService(incoming, message, live);
  whenSaved(live, () => incoming.accept());
}
