import { nodeCrypto } from "../../protocol/node-crypto.js";

/** A Lua script. Redis runs it atomically and, once it has seen it, knows it by its hash. */
export class RedisScript {
  readonly text: string;
  #sha1: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get sha1(): string {
    return (this.#sha1 ??= nodeCrypto().createHash("sha1").update(this.text).digest("hex"));
  }
}
