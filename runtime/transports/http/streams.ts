/** GET and DELETE: resume a stream, listen, and end a session. @see MCP 2025-11-25, Transports, Streamable HTTP */
import { modernRevision } from "../../protocol/revisions.js";
import { TokenExpiry } from "../access/token-expiry.js";
import { refuseHttp } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { Incoming } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import { readAccept } from "./media-types.js";
import { streamChannel, type StreamNews } from "./session-stream.js";

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
      else follow(incoming, live, missed.stream, lastEventId, writer);
    },
    (error: unknown) => incoming.fail(error),
  );
}

/** Relays a stream that another process writes, or that has ended. */
function follow(
  incoming: Incoming,
  live: LiveSession,
  stream: string,
  lastEventId: string,
  writer: EventWriter,
): void {
  const { service, stopping } = incoming.endpoint;
  const { state, log } = service;
  const { bus, events } = state;
  const seen = new Set<string>();
  let waiting: StreamNews[] | undefined = [];
  const relay = (news: StreamNews): void => {
    if ("end" in news) return finish();
    if (seen.has(news.id)) return;
    writer.message(news.message, news.id);
  };
  const stop = bus.subscribe(streamChannel(live.id, stream), (text) => {
    const news = JSON.parse(text) as StreamNews;
    if (waiting) waiting.push(news);
    else relay(news);
  });
  const finish = (): void => writer.end();
  writer.whenClosed(stop);
  // Read the missed events only once the subscription works, so that none is lost in between.
  const missedEvents = bus.settled().then(() => events.after(live.id, lastEventId));
  missedEvents.then(
    (missed) => {
      for (const { id, message } of missed?.events ?? []) {
        seen.add(id);
        if (message !== "") writer.message(message, id);
      }
      for (const news of waiting ?? []) relay(news);
      waiting = undefined;
      if (missed?.ended !== false) finish();
      // A stream of another process may never end.
      else writer.whenClosed(stopping.onStop(finish));
    },
    (error: unknown) => {
      log.error("An event stream could not be read", error);
      finish();
    },
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
