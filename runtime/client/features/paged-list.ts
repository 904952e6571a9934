import { isObject, member } from "../../protocol/json.js";
import type { ListOptions } from "../client.js";
import { McpAnswerError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";

/** Far more than servers have. The limit ends a list whose server names new pages for ever. */
const mostPages = 10_000;

/** A list that a server gives page by page. @see MCP 2026-07-28, Pagination */
export class PagedList<Item> {
  readonly #exchange: Exchange;
  readonly #method: string;
  readonly #member: string;
  readonly #read: (item: unknown, place: string) => Item | undefined;

  /**
   * @param name the member of the result that holds the items
   * @param read reads an item into the newest shape; undefined leaves it out
   */
  constructor(
    exchange: Exchange,
    method: string,
    name: string,
    read: (item: unknown, place: string) => Item | undefined,
  ) {
    this.#exchange = exchange;
    this.#method = method;
    this.#member = name;
    this.#read = read;
  }

  /** Pages through the items; each page is asked for when the one before has been read. */
  async *items(options: ListOptions = {}): AsyncGenerator<Item, void> {
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const result = await this.#exchange.request(
        this.#method,
        cursor === undefined ? {} : { cursor },
        options,
      );
      const items = member(result, this.#member);
      if (!Array.isArray(items)) throw this.#broken(`\`${this.#member}\` is not an array`);
      for (const [index, each] of (items as unknown[]).entries()) {
        const item = this.#read(each, `${this.#member}[${index}]`);
        if (item !== undefined) yield item;
      }
      const next = member(result, "nextCursor");
      // An empty cursor is a cursor; only its absence ends the list.
      cursor = typeof next === "string" ? next : undefined;
      if (cursor !== undefined && seen.has(cursor)) throw this.#broken("a cursor comes back");
      if (cursor !== undefined) seen.add(cursor);
    } while (cursor !== undefined && seen.size < mostPages);
  }

  async all(options?: ListOptions): Promise<readonly Item[]> {
    const all: Item[] = [];
    for await (const item of this.items(options)) all.push(item);
    return all;
  }

  #broken(why: string): McpAnswerError {
    const { server } = this.#exchange;
    return new McpAnswerError(`${server} answered ${this.#method} wrongly: ${why}.`, { server });
  }
}

/** Returns a reader of items that need a name. */
export function namedItem<Item>(key: string): (item: unknown, place: string) => Item | undefined {
  return (item) =>
    isObject(item) && typeof member(item, key) === "string" ? (item as Item) : undefined;
}
