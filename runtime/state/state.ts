/** What must outlive one process when several serve the same clients. In memory unless a server is given something else. */

/** Everything a server keeps between requests. */
export interface State {
  readonly sessions: SessionStore;
  readonly events: EventStore;
  readonly tasks: TaskStore;
  readonly bus: Bus;
  /** Lets go of connections and timers. */
  close(): Promise<void>;
}

/** Messages between the processes of a server, and within one. */
export interface Bus {
  /** Reaches every listener of the channel in every process, those of this process too. Never throws. */
  publish(channel: string, message: string): void;
  /** @returns stops listening */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** Resolves once every subscription made so far is in effect. Never rejects. */
  settled(): Promise<void>;
}

/** Sessions of revisions before 2026-07-28 over HTTP. `facts` is JSON text, opaque to the store. */
export interface SessionStore {
  load(id: string): Promise<string | undefined>;
  /** Creates or replaces; forgotten after `ttlMs` without another `save` or `touch`. */
  save(id: string, facts: string, ttlMs: number): Promise<void>;
  touch(id: string, ttlMs: number): Promise<void>;
  delete(id: string): Promise<void>;
}

/** One event of a stream, as it was sent. */
export interface StoredEvent {
  readonly id: string;
  /** JSON text; empty for the event that only gives a client its first id. */
  readonly message: string;
}

/** What a client has not read of a stream. */
export interface MissedEvents {
  readonly stream: string;
  readonly events: readonly StoredEvent[];
  /** True when nothing more will come. */
  readonly ended: boolean;
}

/**
 * What was sent on the event streams of sessions, so that a client which lost its connection can go on reading.
 * Bounded: the oldest events are forgotten first.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export interface EventStore {
  /** @returns the event's id: visible ASCII, unique in the session, telling the stream */
  append(session: string, stream: string, message: string): Promise<string>;
  /** Says that nothing more will be appended to the stream. */
  end(session: string, stream: string): Promise<void>;
  /**
   * What came after an event on its stream.
   *
   * @returns undefined for an id that is unknown or no longer kept
   */
  after(session: string, eventId: string): Promise<MissedEvents | undefined>;
  /** Forgets a session. */
  delete(session: string): Promise<void>;
}

/** Tasks by id. `task` is JSON text, opaque to the store. */
export interface TaskStore {
  load(id: string): Promise<string | undefined>;
  /** Creates or replaces; forgotten `ttlMs` from now, or never when it is absent. */
  save(id: string, task: string, ttlMs?: number): Promise<void>;
  /**
   * Replaces a task unless somebody else did since it was loaded.
   *
   * @returns false when `expected` is no longer what is stored
   */
  replace(id: string, expected: string, task: string, ttlMs?: number): Promise<boolean>;
  delete(id: string): Promise<void>;
  /**
   * Ids of an owner's tasks, oldest first.
   *
   * @param after the last id of the page before; one that the owner never had brings nothing
   */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]>;
  /** Files a task under its owner, for `list`. */
  own(owner: string, id: string): Promise<void>;
}
