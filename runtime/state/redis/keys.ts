import { nodeCrypto } from "../../protocol/node-crypto.js";

/**
 * Builds the keys in Redis. Ids come from clients, so ids that are not plain and short are hashed: then no id can be the key of
 * something else. Keys that a script uses together have the same hash tag, as Redis Cluster requires.
 */
export class RedisKeys {
  readonly #prefix: string;

  /** @throws TypeError for an invalid prefix */
  constructor(prefix: string) {
    if (!/^[\w.:-]{1,64}$/.test(prefix)) {
      throw new TypeError("`prefix` must be 1 to 64 letters, digits, `_`, `.`, `:` or `-`.");
    }
    this.#prefix = prefix;
  }

  session(id: string): string {
    return `${this.#prefix}:session:${part(id)}`;
  }

  /** The events of a session and their sums. */
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

  /** The entries of a kind that a caller has. */
  share(kind: string, share: string): string {
    return `${this.#prefix}:share:${kind}:${part(share)}`;
  }

  /** A key that may be used only once. */
  replay(key: string): string {
    return `${this.#prefix}:replay:${part(key)}`;
  }

  channel(channel: string): string {
    return `${this.#prefix}:channel:${part(channel)}`;
  }

  /** Never set; read to check that Redis replies. */
  get probe(): string {
    return `${this.#prefix}:probe`;
  }
}

function part(id: string): string {
  if (/^[\w-]{1,128}$/.test(id)) return id;
  // Hashed as UTF-16, because different strings never share its bytes. Plain ids contain no `~`.
  return `~${nodeCrypto().createHash("sha256").update(id, "utf16le").digest("base64url")}`;
}
