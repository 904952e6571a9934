import { formatEventId } from "../event-id.js";
import { eventOverhead, type EventLimits } from "../event-limits.js";
import type { StoredEvent } from "../state.js";

interface StreamLog {
  readonly name: string;
  /** By place, oldest first. */
  readonly events: Map<number, StoredEvent>;
  ended: boolean;
}

/** The stored events of a session. */
export class SessionLog {
  readonly #limits: Required<EventLimits>;
  /** Only streams with stored events, so that there are never more streams than events. */
  readonly #streams = new Map<string, StreamLog>();
  /** The stream of each event by place, oldest first. */
  readonly #order = new Map<number, StreamLog>();
  #bytes = 0;

  constructor(limits: Required<EventLimits>) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#order.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the event's id */
  append(name: string, place: number, message: string): string {
    const id = formatEventId(name, place);
    let stream = this.#streams.get(name);
    if (!stream) this.#streams.set(name, (stream = { name, events: new Map(), ended: false }));
    stream.events.set(place, { id, message });
    this.#order.set(place, stream);
    this.#bytes += message.length + eventOverhead;
    const { perStream, perSession, bytesPerSession } = this.#limits;
    if (stream.events.size > perStream) this.#forget(stream, first(stream.events));
    while (this.count > perSession || (this.#bytes > bytesPerSession && this.count > 1)) {
      this.forgetOldest();
    }
    return id;
  }

  end(name: string): void {
    const stream = this.#streams.get(name);
    if (stream) stream.ended = true;
  }

  after(
    name: string,
    place: number,
  ): { readonly events: readonly StoredEvent[]; readonly ended: boolean } | undefined {
    const stream = this.#streams.get(name);
    if (!stream?.events.has(place)) return undefined;
    const events: StoredEvent[] = [];
    for (const [at, event] of stream.events) if (at > place) events.push(event);
    return { events, ended: stream.ended };
  }

  forgetOldest(): void {
    const place = first(this.#order);
    const stream = place === undefined ? undefined : this.#order.get(place);
    if (stream) this.#forget(stream, place);
  }

  #forget(stream: StreamLog, place: number | undefined): void {
    const event = place === undefined ? undefined : stream.events.get(place);
    if (place === undefined || !event) return;
    stream.events.delete(place);
    this.#order.delete(place);
    this.#bytes -= event.message.length + eventOverhead;
    if (stream.events.size === 0) this.#streams.delete(stream.name);
  }
}

function first(map: ReadonlyMap<number, unknown>): number | undefined {
  for (const key of map.keys()) return key;
  return undefined;
}
