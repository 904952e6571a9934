import { isObject, member, type JsonObject } from "../../protocol/json.js";

const mostLinks = 10_000;

/** The resources that a remote server may have: those like the listed ones, and those that its results link to. */
export class KnownUris {
  /** Schemes with authority, such as `https://example.com`, of listed resources and templates. */
  readonly #places = new Set<string>();
  /** The last one first forgotten. */
  readonly #linked = new Set<string>();

  /** @param uri of a listed resource, or a template */
  list(uri: string): void {
    this.#places.add(placeOf(uri));
  }

  /** Learns from the links in the content of a result. */
  learn(result: JsonObject): void {
    const content = member(result, "content");
    if (!Array.isArray(content)) return;
    for (const block of content as unknown[]) {
      if (!isObject(block) || block["type"] !== "resource_link") continue;
      const { uri } = block;
      if (typeof uri !== "string") continue;
      this.#linked.delete(uri);
      this.#linked.add(uri);
      if (this.#linked.size > mostLinks) this.#linked.delete(this.#linked.values().next().value!);
    }
  }

  has(uri: string): boolean {
    const [address = uri] = uri.split("?", 1);
    return this.#linked.has(uri) || this.#linked.has(address) || this.#places.has(placeOf(uri));
  }
}

/** Returns the scheme and the authority of a URI, up to the first variable of a template. */
function placeOf(uri: string): string {
  return /^[^:/?#{]*:(?:\/\/[^/?#{]*)?/.exec(uri)?.[0] ?? "";
}
