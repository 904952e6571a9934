/** Lists that come in pages. A module of its own: pages are followed only where a route map says so. */
import { defined } from "../../protocol/defined.js";
import { exactText } from "../../protocol/exact-integers.js";
import { isObject, pointerKeys, valueAt } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withNote, type Answer, type SentReply } from "./answer.js";
import type { Arguments } from "../request/arguments.js";
import { exactValue } from "./exact-numbers.js";
import { nextOf, type Next, type Page } from "./next-page.js";
import type { Pagination } from "../../contract/operation.js";

/** A longer argument is not worth its place in a note: it is in the answer. */
const maxShown = 500;

/** How pages are fetched. */
export interface PageSettings {
  /** The most bytes of all pages together. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Fetches the page that these arguments ask for; with `url`, what is there. */
  fetch(args: Arguments, url?: string): Promise<SentReply>;
}

/**
 * Follows the pages of a list.
 *
 * A page that would bring more items than are wanted is left out whole: what the last one says of further pages stays
 * right, and nothing is skipped by whoever goes on there.
 *
 * @returns the last page with the items of all pages in place of its own; a note says why the list ends early, if it does
 * @throws what fetching the first page does; a later one that fails ends the list with a note
 */
export async function fetchPages(
  paging: Pagination,
  args: Arguments,
  settings: PageSettings,
): Promise<SentReply> {
  const { maxPages = 10, maxItems = 1_000 } = paging;
  const first = await settings.fetch(args);
  if (first.answer.kind !== "json") return first;
  const path = itemsPath(paging, first.answer.value);
  let page = path && pageOf(first, path);
  if (!path || !page) {
    const note = "(This answer has no list, so no further pages were fetched.)";
    return { ...first, answer: withNote(first.answer, note) };
  }
  const items = [...page.items];
  let { bytes } = first;
  let isExact = first.answer.source !== undefined;
  let next: Next | undefined;
  let why: string | undefined;
  const seen = new Set([first.url, exactText(args)]);
  for (let pages = 1; ; pages += 1) {
    next = nextOf(paging, args, page, { pages, items: items.length });
    if (next === undefined) break;
    const key = "url" in next ? next.url : exactText(next.args);
    if (seen.has(key)) why = "the API leads to the same page again";
    else if (items.length >= maxItems) why = `${maxItems} items are enough`;
    else if (pages >= maxPages) why = `${maxPages} pages are enough`;
    else if (bytes >= settings.maxBytes) why = "the pages get too large together";
    if (why !== undefined) break;
    seen.add(key);
    settings.onProgress?.(
      `${items.length} items on ${pages === 1 ? "one page" : `${pages} pages`} so far.`,
    );
    let reply: SentReply;
    try {
      reply = await ("url" in next ? settings.fetch(args, next.url) : settings.fetch(next.args));
    } catch (error) {
      settings.signal?.throwIfAborted();
      if (!(error instanceof ToolError)) throw error;
      why = `page ${pages + 1} failed: ${error.message.slice(0, 500)}`;
      break;
    }
    const following = pageOf(reply, path);
    if (!following) why = `page ${pages + 1} has no list`;
    else if (items.length + following.items.length > maxItems) {
      why = `with page ${pages + 1} there would be more than ${maxItems}`;
    }
    if (!following || why !== undefined) break;
    page = following;
    bytes += reply.bytes;
    isExact ||= reply.answer.kind === "json" && reply.answer.source !== undefined;
    for (const item of following.items) items.push(item);
  }
  const { reply } = page;
  const answer = merged(reply.answer, withList(page.value, path, items), isExact);
  if (why === undefined) return { ...reply, bytes, answer };
  const note = `(These are the first ${items.length} items; there may be more: ${why}.${goOn(paging, next)})`;
  return { ...reply, bytes, answer: withNote(answer, note) };
}

/** A page of the list that is there; undefined when none is. */
function pageOf(reply: SentReply, path: readonly string[]): Page | undefined {
  if (reply.answer.kind !== "json") return undefined;
  const value = exactValue(reply.answer);
  const items = valueAt(value, path);
  return Array.isArray(items) ? { reply, value, items } : undefined;
}

/** An answer with another value; its text is kept where numbers can't hold all its integers. */
function merged(answer: Answer, value: unknown, isExact: boolean): Answer {
  const { status, notes, cache } = answer;
  const about = {
    status,
    ...defined({ notes, cache }),
  };
  if (!isExact) return { kind: "json", ...about, value };
  const source = exactText(value);
  return { kind: "json", ...about, value: JSON.parse(source), source };
}

/** How to ask for what follows, where an argument does. */
function goOn(paging: Pagination, next: Next | undefined): string {
  if (!next || "url" in next || !("arg" in paging)) return "";
  const argument = exactText({ [paging.arg]: next.args[paging.arg] });
  return argument.length > maxShown ? "" : ` The next page is the one of ${argument}.`;
}

/** Where the items are: as the facts say, else the answer itself or its one list. */
function itemsPath({ items }: Pagination, value: unknown): readonly string[] | undefined {
  if (items !== undefined) return pointerKeys(items);
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return undefined;
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return lists.length === 1 ? lists : undefined;
}

/** A copy of the value along the path, with another list at its end. */
function withList(value: unknown, path: readonly string[], list: readonly unknown[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return list;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === Number(key) ? withList(each, rest, list) : each));
  }
  if (!isObject(value)) return value;
  // Entries, since a member may be called `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === key ? withList(each, rest, list) : each,
    ]),
  );
}
