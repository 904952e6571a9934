import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import { decodePage, type ListCodec, type Page } from "../../protocol/codec/decode-lists.js";
import { decodeCacheAdvice } from "../../protocol/codec/decode-results.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import type { ListOptions } from "../client.js";
import { McpAnswerError, McpCallError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import type { AnswerCache } from "./answer-cache.js";

/** Far more than servers have. The limit ends a list whose server names new pages for ever. */
const mostPages = 10_000;
/** Likewise, of a list that must fit into the memory. */
const mostItems = 1_000_000;

interface PageOfList<Item> {
  readonly items: readonly Item[];
  /** Whether the list begins, or has begun, for the second time. */
  readonly isAgain: boolean;
}

/** A list that a server gives page by page. @see MCP 2026-07-28, Pagination; Caching */
export class PagedList<Item> {
  readonly #exchange: Exchange;
  readonly #cache: AnswerCache;
  readonly #method: string;
  readonly #codec: ListCodec<Item>;
  readonly #keep: ((item: Item) => boolean) | undefined;

  /** @param keep whether an item is used; default: all are */
  constructor(
    exchange: Exchange,
    cache: AnswerCache,
    method: string,
    codec: ListCodec<Item>,
    keep?: (item: Item) => boolean,
  ) {
    this.#exchange = exchange;
    this.#cache = cache;
    this.#method = method;
    this.#codec = codec;
    this.#keep = keep;
  }

  /** Pages through the items; each page is asked for when the one before has been read. */
  async *items(options: ListOptions = {}): AsyncGenerator<Item, void> {
    const given = new Set<unknown>();
    for await (const { items, isAgain } of this.#pages(options)) {
      for (const item of items) {
        const key = (item as JsonObject)[this.#codec.key];
        // When the list begins again, what was given before comes once more.
        if (isAgain && given.has(key)) continue;
        given.add(key);
        yield item;
      }
    }
  }

  async all(options: ListOptions = {}): Promise<readonly Item[]> {
    let all: Item[] = [];
    let wasAgain = false;
    for await (const { items, isAgain } of this.#pages(options)) {
      if (isAgain && !wasAgain) all = [];
      wasAgain = isAgain;
      for (const item of items) all.push(item);
    }
    return all;
  }

  /** Yields the pages. If the server no longer knows the cursor of a kept page, the list begins again. */
  async *#pages(options: ListOptions): AsyncGenerator<PageOfList<Item>, void> {
    try {
      yield* this.#pagesOnce(options, false);
    } catch (error) {
      if (!isBadCursor(error) || !this.#cache.drop(this.#method)) throw error;
      yield* this.#pagesOnce(options, true);
    }
  }

  async *#pagesOnce(
    options: ListOptions,
    isAgain: boolean,
  ): AsyncGenerator<PageOfList<Item>, void> {
    if (!isOffered(this.#method, this.#exchange.serverCapabilities)) return;
    const seen = new Set<string>();
    let cursor: string | undefined;
    let count = 0;
    do {
      const page: Page<Item> = await this.#page(cursor, options);
      yield { items: page.items, isAgain };
      count += page.items.length;
      if (count > mostItems) throw this.#broken(`it has more than ${mostItems} items`);
      cursor = page.nextCursor;
      if (cursor === undefined) return;
      if (seen.has(cursor)) throw this.#broken("a cursor comes back");
      seen.add(cursor);
    } while (seen.size < mostPages);
    throw this.#broken(`it has more than ${mostPages} pages`);
  }

  #page(cursor: string | undefined, options: ListOptions): Page<Item> | Promise<Page<Item>> {
    const slot = { method: this.#method, parameter: cursor };
    // Other metadata may lead to another answer.
    const isKept = options.meta === undefined;
    const kept = isKept && !options.fresh ? this.#cache.get<Page<Item>>(slot) : undefined;
    if (kept) return kept;
    const { changes } = this.#cache;
    const params = cursor === undefined ? {} : { cursor };
    return this.#exchange.request(this.#method, params, options, (result) => {
      const page = this.#used(decodePage(result, this.#codec, this.#exchange.revision));
      if (isKept) this.#cache.put(slot, page, decodeCacheAdvice(result), changes);
      return page;
    });
  }

  #used(page: Page<Item>): Page<Item> {
    return this.#keep ? { ...page, items: page.items.filter(this.#keep) } : page;
  }

  #broken(why: string): McpAnswerError {
    const { server } = this.#exchange;
    return new McpAnswerError(`${server} answered ${this.#method} wrongly: ${why}.`, { server });
  }
}

/** A list of what the server does not have is empty, and not asked for. @see MCP 2026-07-28, Versioning, Capabilities */
function isOffered(method: string, capabilities: ServerCapabilities = {}): boolean {
  const [kind] = method.split("/", 1);
  if (kind !== "tools" && kind !== "resources" && kind !== "prompts") return true;
  return capabilities[kind] !== undefined;
}

/** @see MCP 2026-07-28, Pagination, Error Handling */
function isBadCursor(error: unknown): boolean {
  return error instanceof McpCallError && error.code === errorCodes.invalidParams;
}
