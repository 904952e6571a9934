/** Lists in pages. A separate module, because only some route maps use it. */
import type { Cancellation } from "../../protocol/cancellable.js";
import { defined } from "../../protocol/defined.js";
import { parseExact } from "../../protocol/keep-integers.js";
import { exactText } from "../../protocol/marked-integers.js";
import { isObject, pointerKeys, valueAt } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withNote, type Answer, type Reply } from "./answer.js";
import type { Arguments } from "../request/arguments.js";
import { exactValue } from "./exact-numbers.js";
import { nextOf, type Next, type Page } from "./next-page.js";
import type { Pagination } from "../../contract/operation.js";

/** Maximum length of an argument in a note; a longer one is in the answer. */
const maxShown = 500;

export interface PageSettings {
  /** Maximum size of all pages. */
  readonly maxBytes: number;
  readonly signal?: Cancellation | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Fetches the page for these arguments, or the one at `url`. */
  fetch(args: Arguments, url?: string): Promise<Reply>;
}

/** The pages fetched so far. */
interface ListState {
  /** The last one. */
  page: Page;
  pages: number;
  readonly items: unknown[];
  bytes: number;
  /** Some integers don't fit numbers. */
  isExact: boolean;
  next?: Next | undefined;
  /** Why the list ends early, if it does. */
  stopped?: string | undefined;
}

/**
 * Follows the pages of a list.
 *
 * A page that would exceed `maxItems` is dropped as a whole, so that the last page still says where to continue and no
 * item is skipped.
 *
 * @returns the last page with the items of all pages; a note states why the list ends early, if it does
 * @throws what fetching the first page throws; a later page that fails ends the list with a note
 */
export async function fetchPages(
  paging: Pagination,
  args: Arguments,
  settings: PageSettings,
): Promise<Reply> {
  const first = await settings.fetch(args);
  if (first.answer.kind !== "json") return first;
  const path = itemsPath(paging, first.answer.value);
  const page = path && pageOf(first, path);
  if (!path || !page) {
    const note = "(This answer has no list, so no further pages were fetched.)";
    return { ...first, answer: withNote(first.answer, note) };
  }
  const list: ListState = {
    page,
    pages: 1,
    items: [...page.items],
    bytes: first.bytes,
    isExact: first.answer.source !== undefined,
  };
  for await (const following of pages(paging, args, path, list, settings)) append(list, following);
  return replyOf(paging, path, list);
}

/** Fetches further pages. Sets `next` and `stopped` of the list. */
async function* pages(
  paging: Pagination,
  args: Arguments,
  path: readonly string[],
  list: ListState,
  settings: PageSettings,
): AsyncGenerator<Page, void> {
  const { maxItems = 1_000 } = paging;
  const seen = new Set([list.page.reply.url, exactText(args)]);
  for (;;) {
    const next = nextOf(paging, args, list.page, { pages: list.pages, items: list.items.length });
    list.next = next;
    if (next === undefined) return;
    const key = "url" in next ? next.url : exactText(next.args);
    list.stopped = seen.has(key)
      ? "the API leads to a page that was already fetched"
      : stopReason(paging, list, settings.maxBytes);
    if (list.stopped !== undefined) return;
    seen.add(key);
    settings.onProgress?.(progressOf(list));
    const number = list.pages + 1;
    let reply: Reply;
    try {
      reply = await ("url" in next ? settings.fetch(args, next.url) : settings.fetch(next.args));
    } catch (error) {
      settings.signal?.throwIfAborted();
      if (!(error instanceof ToolError)) throw error;
      list.stopped = `page ${number} failed: ${error.message.slice(0, 500)}`;
      return;
    }
    const page = pageOf(reply, path);
    if (!page) list.stopped = `page ${number} has no list`;
    else if (list.items.length + page.items.length > maxItems) {
      list.stopped = `page ${number} would exceed the limit of ${maxItems} items`;
    }
    if (!page || list.stopped !== undefined) return;
    yield page;
  }
}

function stopReason(
  { maxPages = 10, maxItems = 1_000 }: Pagination,
  { items, pages: fetched, bytes }: ListState,
  maxBytes: number,
): string | undefined {
  if (items.length >= maxItems) return `the limit of ${maxItems} items is reached`;
  if (fetched >= maxPages) return `the limit of ${maxPages} pages is reached`;
  if (bytes >= maxBytes) return "the pages are too large together";
  return undefined;
}

function progressOf({ items, pages: fetched }: ListState): string {
  return `${items.length} items on ${fetched === 1 ? "one page" : `${fetched} pages`} so far.`;
}

function append(list: ListState, page: Page): void {
  const { answer, bytes } = page.reply;
  list.page = page;
  list.pages += 1;
  list.bytes += bytes;
  list.isExact ||= answer.kind === "json" && answer.source !== undefined;
  for (const item of page.items) list.items.push(item);
}

function replyOf(paging: Pagination, path: readonly string[], list: ListState): Reply {
  const { page, items, bytes, stopped, next } = list;
  const answer = merged(page.reply.answer, withList(page.value, path, items), list.isExact);
  if (stopped === undefined) return { ...page.reply, bytes, answer };
  const note = `(These are the first ${items.length} items; there may be more: ${stopped}.${continuation(paging, next)})`;
  return { ...page.reply, bytes, answer: withNote(answer, note) };
}

/** Reads a page; undefined when it has no list at `path`. */
function pageOf(reply: Reply, path: readonly string[]): Page | undefined {
  if (reply.answer.kind !== "json") return undefined;
  const value = exactValue(reply.answer);
  const items = valueAt(value, path);
  return Array.isArray(items) ? { reply, value, items } : undefined;
}

/** Replaces an answer's value; keeps its JSON text if some integers don't fit numbers. */
function merged(answer: Answer, value: unknown, isExact: boolean): Answer {
  const { status, notes, cache } = answer;
  const about = defined({ status, notes, cache });
  if (!isExact) return { kind: "json", ...about, value };
  const source = exactText(value);
  return { kind: "json", ...about, value: parseExact(source), source };
}

/** Says how to get the next page, if that takes an argument. */
function continuation(paging: Pagination, next: Next | undefined): string {
  if (!next || "url" in next || !("arg" in paging)) return "";
  const argument = exactText({ [paging.arg]: next.args[paging.arg] });
  return argument.length > maxShown ? "" : ` The next page is requested with ${argument}.`;
}

/** Returns where the items are: as the route map says, else the answer itself or its only list. */
function itemsPath({ items }: Pagination, value: unknown): readonly string[] | undefined {
  if (items !== undefined) return pointerKeys(items);
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return undefined;
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return lists.length === 1 ? lists : undefined;
}

/** Copies the value along the path, with another list at its end. */
function withList(value: unknown, path: readonly string[], list: readonly unknown[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return list;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === Number(key) ? withList(each, rest, list) : each));
  }
  if (!isObject(value)) return value;
  // From entries, because a member may be named `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === key ? withList(each, rest, list) : each,
    ]),
  );
}
