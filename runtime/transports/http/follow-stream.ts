import { unref } from "../../protocol/unref.js";
import type { EventWriter } from "./event-writer.js";
import type { EndpointParts } from "./incoming.js";
import type { LiveSession } from "./live-session.js";
import { streamChannel, type StreamNews } from "./session-stream.js";

/** How often the process that writes a stream is asked whether it still does. */
const askMs = 3_000;
/** How long that process may be silent. One that was killed announces no end. */
const silenceMs = 10_000;

/** Relays a stream that another process writes, or that has ended, until it ends or that process is gone. */
export function followStream(
  { service, stopping }: EndpointParts,
  live: LiveSession,
  stream: string,
  lastEventId: string,
  writer: EventWriter,
): void {
  const { state, log } = service;
  const { bus, events } = state;
  const seen = new Set<string>();
  let waiting: StreamNews[] | undefined = [];
  let heard = Date.now();
  const finish = (): void => writer.end();
  const relay = (news: StreamNews): void => {
    if ("end" in news) return finish();
    if ("alive" in news || seen.has(news.id)) return;
    writer.message(news.message, news.id);
  };
  const stop = bus.subscribe(streamChannel(live.id, stream), (text) => {
    heard = Date.now();
    const news = JSON.parse(text) as StreamNews;
    if (waiting) waiting.push(news);
    else relay(news);
  });
  const timer = unref(
    setInterval(() => {
      // The client may resume once more: the process may only be slow, or the messages between the two are lost.
      if (Date.now() - heard > silenceMs) finish();
      else live.askForStream(stream);
    }, askMs),
  );
  live.addFollower(writer);
  writer.whenClosed(() => {
    stop();
    clearInterval(timer);
  });
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
