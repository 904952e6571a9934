/** GET and DELETE: reading on, listening, and ending a session. @see MCP 2025-11-25, Transports, Streamable HTTP */
import { modernRevision } from "../../protocol/revisions.js";
import { TokenExpiry } from "../access/token-expiry.js";
import { refuseHttp } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { Incoming } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import { readAccept } from "./media-types.js";
import { streamChannel, type StreamNews } from "./session-stream.js";

/** Ids of events are short; what is longer is nobody's. */
const maxEventIdLength = 200;

/** Opens an event stream of a session: one that was begun before, or the one for what belongs to no request. */
export function answerGet(incoming: Incoming): void {
  const { outlet, fields } = incoming;
  if (!readAccept(incoming.headers("accept")).events) {
    return refuseHttp(outlet, 406, "Accept must allow text/event-stream.", fields);
  }
  withSession(incoming, (live) => {
    const lastEventId = incoming.headers("last-event-id");
    if (lastEventId !== undefined && lastEventId !== "") return resume(incoming, live, lastEventId);
    const writer = open(incoming);
    live.openStandalone(writer);
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
    const reason = "Without a session only POST is served here.";
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

/** Reads a stream that another process sends on, or that has ended. */
function follow(
  incoming: Incoming,
  live: LiveSession,
  stream: string,
  lastEventId: string,
  writer: EventWriter,
): void {
  const { state, log } = incoming.endpoint.service;
  const { bus, events } = state;
  const seen = new Set<string>();
  let waiting: StreamNews[] | undefined = [];
  const take = (news: StreamNews): void => {
    if ("end" in news) return finish();
    if (seen.has(news.id)) return;
    writer.message(news.message, news.id);
  };
  const stop = bus.subscribe(streamChannel(live.id, stream), (text) => {
    const news = JSON.parse(text) as StreamNews;
    if (waiting) waiting.push(news);
    else take(news);
  });
  const finish = (): void => writer.end();
  writer.whenClosed(stop);
  // Read only once news are heard: nothing may fall between the two.
  const missedEvents = bus.settled().then(() => events.after(live.id, lastEventId));
  missedEvents.then(
    (missed) => {
      for (const { id, message } of missed?.events ?? []) {
        seen.add(id);
        if (message !== "") writer.message(message, id);
      }
      for (const news of waiting ?? []) take(news);
      waiting = undefined;
      if (missed?.ended !== false) finish();
    },
    (error: unknown) => {
      log.error("An event stream could not be read", error);
      finish();
    },
  );
}

/**
 * An event stream that ends with the access token which opened it. What comes later is kept for whoever goes on reading
 * with a new one.
 */
function open({ outlet, fields, endpoint, caller }: Incoming): EventWriter {
  const writer = new EventWriter(outlet, fields, endpoint.timers.keepAlive);
  const expiry = new TokenExpiry(caller, () => writer.end());
  writer.whenClosed(() => expiry.stop());
  outlet.onClose = () => writer.closed();
  return writer;
}

function unknownEvent({ outlet, fields }: Incoming): void {
  refuseHttp(outlet, 400, "The Last-Event-ID is unknown, or too old to go on from.", fields);
}
