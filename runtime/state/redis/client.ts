/**
 * The part of a client of the package `redis` (`createClient()`) that the runtime uses. The runtime never imports the
 * package: programs that use Redis install it.
 */
export interface RedisClient {
  /** Whether the client is connected, or connects. */
  readonly isOpen: boolean;
  /** Adds a listener. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Adds a listener. */
  on(event: "ready", listener: () => void): unknown;
  /** Removes a listener. */
  off(event: "error", listener: (error: Error) => void): unknown;
  /** Connects to Redis. */
  connect(): Promise<unknown>;
  /** Returns an unconnected client with the same settings. */
  duplicate(): RedisClient;
  /** Ends the connection without waiting for answers. */
  destroy(): void;

  /** Returns the value of a key, or null. */
  get(key: string): Promise<string | null>;
  /** Sets the value of a key. */
  set(key: string, value: string): Promise<unknown>;
  /** Resolves to null if the key exists. */
  set(
    key: string,
    value: string,
    options: {
      readonly condition: "NX";
      readonly expiration: { readonly type: "PX"; readonly value: number };
    },
  ): Promise<unknown>;
  /** Sets the value of a key for some milliseconds. */
  pSetEx(key: string, milliseconds: number, value: string): Promise<unknown>;
  /** Lets a key expire after some milliseconds. */
  pExpire(key: string, milliseconds: number): Promise<unknown>;
  /** Returns the milliseconds until a key expires. */
  pTTL(key: string): Promise<number>;
  /** Deletes a key. */
  del(key: string): Promise<unknown>;
  /** Returns 1 if a key exists, else 0. */
  exists(key: string): Promise<number>;
  /** Runs a script. */
  eval(script: string, options: RedisScriptInput): Promise<unknown>;
  /** Runs a script that Redis has already, by its hash. */
  evalSha(sha1: string, options: RedisScriptInput): Promise<unknown>;

  /** Publishes a message. */
  publish(channel: string, message: string): Promise<unknown>;
  /** Listens to the messages of a channel. */
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  /** Ends the listening. */
  unsubscribe(channel: string): Promise<unknown>;
}

/** What a script of Redis gets. */
export interface RedisScriptInput {
  /** The keys that it reads and writes. */
  keys: string[];
  /** Further arguments. */
  arguments: string[];
}
