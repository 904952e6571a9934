/**
 * The part of a client of the package `redis` (`createClient()`) that the runtime uses. The runtime never imports the
 * package: programs that use Redis install it.
 */
export interface RedisClient {
  readonly isOpen: boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready", listener: () => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  connect(): Promise<unknown>;
  /** Returns an unconnected client with the same settings. */
  duplicate(): RedisClient;
  destroy(): void;

  get(key: string): Promise<string | null>;
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
  pSetEx(key: string, milliseconds: number, value: string): Promise<unknown>;
  pExpire(key: string, milliseconds: number): Promise<unknown>;
  pTTL(key: string): Promise<number>;
  del(key: string): Promise<unknown>;
  exists(key: string): Promise<number>;
  eval(script: string, options: RedisScriptInput): Promise<unknown>;
  evalSha(sha1: string, options: RedisScriptInput): Promise<unknown>;

  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
}

export interface RedisScriptInput {
  keys: string[];
  arguments: string[];
}
