import type { Authorizer } from "../../authorization/authorizer.js";
import type { Caller } from "../../session/caller.js";
import { atLeast, finiteAtLeast } from "../../protocol/limits/check-limit.js";
import { ShareCounts } from "../../protocol/shares/share-counts.js";
import { callerKey, shareOf } from "../../session/owner.js";
import type { Service } from "../../session/service.js";
import type { SessionFacts } from "../../session/session.js";
import { unref } from "../../protocol/unref.js";
import { LiveSession } from "./live-session.js";
import type { SessionOptions } from "./options.js";

const defaultIdleMs = 30 * 60_000;
const defaultMaxSessions = 100_000;
const defaultRetryMs = 1_000;
/** Our session IDs have 36 characters, so a longer one is unknown. */
const maxIdLength = 64;

/** The sessions that this process serves. */
export class LiveSessions {
  readonly #service: Service;
  readonly #authorizer: Authorizer | undefined;
  readonly #idleMs: number;
  readonly #maxSessions: number;
  readonly #retryMs: number;
  readonly #live = new Map<string, LiveSession>();
  readonly #shares: ShareCounts;
  /** Sessions that are being loaded from the store. */
  readonly #loading = new Map<string, Promise<LiveSession | undefined>>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(service: Service, options: SessionOptions, authorizer: Authorizer | undefined) {
    this.#service = service;
    this.#authorizer = authorizer;
    this.#idleMs = atLeast(1, "sessions.idleMs", options.idleMs ?? defaultIdleMs);
    const most = options.maxSessions ?? defaultMaxSessions;
    this.#maxSessions = atLeast(1, "sessions.maxSessions", most);
    this.#shares = new ShareCounts(this.#maxSessions);
    const retryMs = options.retryMs ?? defaultRetryMs;
    this.#retryMs = Math.ceil(finiteAtLeast(0, "sessions.retryMs", retryMs));
  }

  get size(): number {
    return this.#live.size;
  }

  /** Whether this process serves the session with an ID. */
  serves(id: string): boolean {
    return this.#live.has(id);
  }

  /**
   * Creates a session. Its `keep` saves it in the store. If the caller has its share of sessions, the one that it has not
   * used for longest ends.
   *
   * @returns undefined if there are too many
   */
  create(facts: SessionFacts, caller: Caller | undefined): LiveSession | undefined {
    const share = shareOf(caller);
    if (this.#live.size >= this.#maxSessions) return undefined;
    if (!this.#shares.hasRoom(share)) {
      const idle = this.#idleOf(share);
      if (!idle) return undefined;
      idle
        .end()
        .catch((error: unknown) =>
          this.#service.log.error("A session could not be deleted", error),
        );
    }
    const owner = caller && callerKey(caller);
    const live = this.#add(crypto.randomUUID(), owner === undefined ? facts : { ...facts, owner });
    live.session.sender = { caller, authorizer: this.#authorizer };
    return live;
  }

  /**
   * Returns the session with an ID, if it belongs to the caller.
   *
   * @returns no promise when this process knows the session
   */
  find(
    id: string,
    caller: Caller | undefined,
  ): LiveSession | undefined | Promise<LiveSession | undefined> {
    const live = this.#live.get(id);
    if (live) return this.#owned(live, caller);
    if (id.length > maxIdLength) return undefined;
    return this.#load(id).then((loaded) => loaded && this.#owned(loaded, caller));
  }

  stopStreams(): void {
    for (const live of this.#live.values()) live.stopStandalone();
  }

  /** Ends all sessions in this process; the store keeps them. */
  close(): void {
    clearInterval(this.#sweeper);
    for (const live of this.#live.values()) live.close("The server is stopping.");
  }

  /** Hides sessions of other callers, as if they did not exist. */
  #owned(live: LiveSession, caller: Caller | undefined): LiveSession | undefined {
    if (live.session.facts.owner !== (caller && callerKey(caller))) return undefined;
    live.session.sender = { caller, authorizer: this.#authorizer };
    live.use();
    return live;
  }

  #load(id: string): Promise<LiveSession | undefined> {
    const known = this.#loading.get(id);
    if (known) return known;
    const loading = this.#service.state.sessions
      .load(id)
      .then((text) => {
        if (text === undefined) return undefined;
        return this.#live.get(id) ?? this.#add(id, JSON.parse(text) as SessionFacts);
      })
      .finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  #add(id: string, facts: SessionFacts): LiveSession {
    const live = new LiveSession({
      id,
      facts,
      service: this.#service,
      idleMs: this.#idleMs,
      retryMs: this.#retryMs,
      onClosed: () => {
        this.#live.delete(id);
        leave();
      },
    });
    this.#live.set(id, live);
    const leave = this.#shares.enter(live.share);
    this.#sweeper ??= unref(
      setInterval(() => this.#sweep(), Math.max(10, Math.min(this.#idleMs / 4, 60_000))),
    );
    return live;
  }

  /** Drops idle sessions. The store drops them by itself. */
  #sweep(): void {
    const limit = Date.now() - this.#idleMs;
    for (const live of this.#live.values()) {
      if (live.busy) live.touch();
      else if (live.lastUsed < limit) void this.#expire(live);
    }
    if (this.#live.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  /** Returns the session of a share that was not used for longest, of those without an open request or stream. */
  #idleOf(share: string): LiveSession | undefined {
    let found: LiveSession | undefined;
    for (const live of this.#live.values()) {
      if (live.share !== share || live.busy) continue;
      if (!found || live.lastUsed < found.lastUsed) found = live;
    }
    return found;
  }

  async #expire(live: LiveSession): Promise<void> {
    live.close("The session was idle for too long.");
    const { sessions, events } = this.#service.state;
    try {
      // Keep the events when another process still serves the session.
      if ((await sessions.load(live.id)) === undefined) await events.delete(live.id);
    } catch (error) {
      this.#service.log.error("The events of a session could not be deleted", error);
    }
  }
}
