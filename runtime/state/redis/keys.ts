import { nodeCrypto } from "../../protocol/node-crypto.js";

/**
 * Where things are in Redis. Ids come from clients: what isn't plain and short is hashed, so that no id can be the key of
 * something else, or be long. What one script uses together bears the same hash tag, as a cluster demands.
 */
export class RedisKeys {
  readonly #prefix: string;

  /** @throws TypeError for a prefix that isn't plain */
  constructor(prefix: string) {
    if (!/^[\w.:-]{1,64}$/.test(prefix)) {
      throw new TypeError("`prefix` has to be 1 to 64 letters, digits, or `_`, `.`, `:`, `-`.");
    }
    this.#prefix = prefix;
  }

  session(id: string): string {
    return `${this.#prefix}:session:${part(id)}`;
  }

  /** The events of a session, and what they sum up to. */
  events(session: string): [log: string, sums: string] {
    const tag = `{${part(session)}}`;
    return [`${this.#prefix}:events:${tag}`, `${this.#prefix}:sums:${tag}`];
  }

  task(id: string): string {
    return `${this.#prefix}:task:${part(id)}`;
  }

  owner(owner: string): string {
    return `${this.#prefix}:owner:${part(owner)}`;
  }

  /** What may be used only once. */
  replay(key: string): string {
    return `${this.#prefix}:replay:${part(key)}`;
  }

  channel(channel: string): string {
    return `${this.#prefix}:channel:${part(channel)}`;
  }

  /** Never set: asked for to see whether Redis answers. */
  get probe(): string {
    return `${this.#prefix}:probe`;
  }
}

function part(id: string): string {
  if (/^[\w-]{1,128}$/.test(id)) return id;
  // UTF-16, in which two different strings are never the same bytes. `~` is in no plain id.
  return `~${nodeCrypto().createHash("sha256").update(id, "utf16le").digest("base64url")}`;
}
