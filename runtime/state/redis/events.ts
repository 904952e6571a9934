import { formatEventId, parseEventId } from "../event-id.js";
import type { EventLimits } from "../event-limits.js";
import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import { appendEvent, endStream, eventsAfter } from "./event-scripts.js";
import type { RedisKeys } from "./keys.js";
import type { EventStore, MissedEvents, StoredEvent } from "../state.js";

/** Stores events in Redis. Places are Redis entry ids, which increase over all processes. */
export class RedisEvents implements EventStore {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #limits: readonly string[];

  constructor(commands: RedisCommands, keys: RedisKeys, limits: Required<EventLimits>) {
    this.#commands = commands;
    this.#keys = keys;
    const { perStream, perSession, bytesPerSession, ttlMs } = limits;
    this.#limits = [perStream, perSession, bytesPerSession, lifetime(ttlMs)].map(String);
  }

  async append(session: string, stream: string, message: string): Promise<string> {
    const keys = this.#keys.events(session);
    const values = [stream, message, ...this.#limits];
    const place = await this.#commands.script(appendEvent, keys, values);
    return formatEventId(stream, String(place));
  }

  async end(session: string, stream: string): Promise<void> {
    await this.#commands.script(endStream, this.#keys.events(session), [stream]);
  }

  async after(session: string, eventId: string): Promise<MissedEvents | undefined> {
    const at = parseEventId(eventId);
    if (!at) return undefined;
    const { stream, place } = at;
    const keys = this.#keys.events(session);
    const reply = await this.#commands.script(eventsAfter, keys, [stream, place]);
    if (!Array.isArray(reply)) return undefined;
    const [ended, ...rest] = reply.map(String);
    const events: StoredEvent[] = [];
    for (let index = 0; index + 1 < rest.length; index += 2) {
      const id = formatEventId(stream, rest[index] ?? "");
      events.push({ id, message: rest[index + 1] ?? "" });
    }
    return { stream, events, ended: ended === "1" };
  }

  async delete(session: string): Promise<void> {
    const keys = this.#keys.events(session);
    await Promise.all(keys.map((key) => this.#commands.run((client) => client.del(key))));
  }
}
