/** All that a server keeps between requests. It is in memory, unless several processes share a store. */
export interface State {
  /** The sessions of clients before 2026-07-28. */
  readonly sessions: SessionStore;
  /** The events of streams that can be resumed. */
  readonly events: EventStore;
  /** The tasks and their results. */
  readonly tasks: TaskStore;
  /** Tells all processes of changes. */
  readonly bus: Bus;
  /** Remembers over all processes what may be used only once. Absent: each process remembers for itself. */
  readonly replays?: {
    /** Marks a key as used. @returns false if it was used before */
    first(key: string, ttlMs: number): boolean | Promise<boolean>;
  };
  /** Releases connections and timers. */
  close(): Promise<void>;
}

/** Carries messages between the processes of a server, and within a process. */
export interface Bus {
  /** Sends a message to every listener of the channel in all processes, including this one. Never throws. */
  publish(channel: string, message: string): void;
  /** Adds a listener. @returns a function that removes it */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** Resolves when all subscriptions made so far are in effect. Never rejects. */
  settled(): Promise<void>;
}

/** Stores HTTP sessions of revisions before 2026-07-28. `facts` is JSON text, opaque to the store. */
export interface SessionStore {
  /** Returns a session, or undefined if it is unknown or has expired. */
  load(id: string): Promise<string | undefined>;
  /**
   * Creates or replaces a session. It expires `ttlMs` after the last `save` or `touch`.
   *
   * @param share what it is counted in: a bounded store makes room in the largest share, so that no caller loses sessions to
   *   another
   */
  save(id: string, facts: string, ttlMs: number, share?: string): Promise<void>;
  /** Lets a session live on for `ttlMs`. */
  touch(id: string, ttlMs: number, share?: string): Promise<void>;
  /** Deletes a session. */
  delete(id: string): Promise<void>;
}

/** An event of a stream, as it was sent. */
export interface StoredEvent {
  /** The id by which a client resumes after it. */
  readonly id: string;
  /** JSON text; empty in the event that only gives a client its first id. */
  readonly message: string;
}

/** The events of a stream that a client has not received. */
export interface MissedEvents {
  /** The stream that the client lost. */
  readonly stream: string;
  /** The events that the client missed, in order. */
  readonly events: readonly StoredEvent[];
  /** True if no more events will follow. */
  readonly ended: boolean;
}

/**
 * Stores the events sent on the streams of sessions, so that a client can resume after it lost its connection. The store is
 * bounded and drops the oldest events first.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export interface EventStore {
  /**
   * @param share as of a session
   * @returns the event's id: visible ASCII, unique in the session, containing the stream
   */
  append(session: string, stream: string, message: string, share?: string): Promise<string>;
  /** Marks the stream as ended: no more events will follow. */
  end(session: string, stream: string): Promise<void>;
  /**
   * Returns the events after the given one on its stream.
   *
   * @returns undefined if the id is unknown or its event is no longer stored
   */
  after(session: string, eventId: string): Promise<MissedEvents | undefined>;
  /** Deletes a session's events. */
  delete(session: string): Promise<void>;
}

/** Stores tasks by id. `task` is JSON text, opaque to the store. */
export interface TaskStore {
  /** Returns a task, or undefined if it is unknown or has expired. */
  load(id: string): Promise<string | undefined>;
  /**
   * Creates or replaces a task. It expires in `ttlMs`, or never if that is absent.
   *
   * @param share as of a session
   */
  save(id: string, task: string, ttlMs?: number, share?: string): Promise<void>;
  /**
   * Replaces a task if it was not changed since it was loaded.
   *
   * @returns false if the stored task is no longer `expected`
   */
  replace(id: string, expected: string, task: string, ttlMs?: number): Promise<boolean>;
  /** Deletes a task. */
  delete(id: string): Promise<void>;
  /**
   * Lists the ids of an owner's tasks, oldest first.
   *
   * @param after the last id of the previous page; an id that the owner never had gives an empty page
   */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]>;
  /** Adds a task to the list of its owner. */
  own(owner: string, id: string): Promise<void>;
}
