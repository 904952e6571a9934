/** GET and DELETE: resume a stream, listen, and end a session. @see MCP 2025-11-25, Transports, Streamable HTTP */
import { modernRevision } from "../../protocol/revisions.js";
import { TokenExpiry } from "../access/token-expiry.js";
import { refuseHttp } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import { followStream } from "./follow-stream.js";
import type { Incoming } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import { readAccept } from "./media-types.js";

/** Our event IDs are shorter, so a longer one is unknown. */
const maxEventIdLength = 200;

/** Resumes an event stream of a session, or opens the one for messages that belong to no request. */
export function answerGet(incoming: Incoming): void {
  const { outlet, fields } = incoming;
  if (!readAccept(incoming.headers("accept")).events) {
    return refuseHttp(outlet, 406, "Accept must allow text/event-stream.", fields);
  }
  withSession(incoming, (live) => {
    const lastEventId = incoming.headers("last-event-id");
    if (lastEventId !== undefined && lastEventId !== "") return resume(incoming, live, lastEventId);
    if (incoming.late) return incoming.refuseLate();
    live.openStandalone(open(incoming));
  });
}

/** Ends a session. */
export function answerDelete(incoming: Incoming): void {
  withSession(incoming, (live) => {
    live.end().then(
      () => incoming.outlet.send(204, incoming.fields),
      (error: unknown) => incoming.fail(error),
    );
  });
}

function withSession(incoming: Incoming, next: (live: LiveSession) => void): void {
  const { outlet, fields, endpoint, caller } = incoming;
  const id = incoming.sessionId;
  const version = incoming.headers("mcp-protocol-version")?.trim();
  if (!endpoint.sessions || id === undefined || version === modernRevision) {
    const reason = "Without a session only POST is supported.";
    return refuseHttp(outlet, 405, reason, { ...fields, allow: "POST" });
  }
  Promise.resolve(endpoint.sessions.find(id, caller)).then(
    (live) => (live ? next(live) : incoming.refuseSession()),
    (error: unknown) => incoming.fail(error),
  );
}

function resume(incoming: Incoming, live: LiveSession, lastEventId: string): void {
  const { service } = incoming.endpoint;
  const { events } = service.state;
  if (lastEventId.length > maxEventIdLength) return unknownEvent(incoming);
  events.after(live.id, lastEventId).then(
    (missed) => {
      if (!missed) return unknownEvent(incoming);
      const writer = open(incoming);
      const own = live.stream(missed.stream);
      if (own) own.resume(writer, lastEventId);
      else followStream(incoming.endpoint, live, missed.stream, lastEventId, writer);
    },
    (error: unknown) => incoming.fail(error),
  );
}

/**
 * Opens an event stream that ends when the access token expires. Later events are kept for a client that resumes with a
 * new token.
 */
function open({ outlet, fields, endpoint, caller }: Incoming): EventWriter {
  const writer = new EventWriter(outlet, fields, endpoint.timers.keepAlive);
  const expiry = new TokenExpiry(caller, () => writer.end());
  writer.whenClosed(() => expiry.stop());
  outlet.onClose = () => writer.closed();
  return writer;
}

function unknownEvent({ outlet, fields }: Incoming): void {
  refuseHttp(outlet, 400, "The Last-Event-ID is unknown, or too old to resume from.", fields);
}
