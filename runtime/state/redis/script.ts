import { nodeCrypto } from "../../protocol/node-crypto.js";

/** A Lua script: Redis runs it as one step, and knows it by its hash once it has seen it. */
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
