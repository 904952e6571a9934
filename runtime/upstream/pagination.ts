/** Lists that come in pages. A module of its own: pages are followed only where a route map says so. */
import { isObject, member, pointerKeys } from "../protocol/json.js";
import { ToolError } from "../protocol/tool-error.js";
import { withNote, type Answer, type Reply } from "./answer.js";
import { withArgument, type Arguments } from "./arguments.js";
import type { Pagination } from "./operation.js";

/** What follows a page. */
type Next = { readonly args: Arguments } | { readonly url: string };

/** How pages are fetched. */
export interface PageSettings {
  /** The most bytes of all pages together. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly tell?: ((message: string) => void) | undefined;
  /** Fetches the page that these arguments ask for; with `url`, what is there. */
  fetch(args: Arguments, url?: string): Promise<Reply & { readonly url: string }>;
}

type Page = Answer & { readonly kind: "json" };

/**
 * Follows the pages of a list.
 *
 * @returns the last page with the items of all pages in place of its own, so that what it says of further pages is
 *   right; a note says why it ends early, if it does
 * @throws what fetching the first page does; a later one that fails ends the list with a note
 */
export async function fetchPages(
  paging: Pagination,
  args: Arguments,
  settings: PageSettings,
): Promise<Reply & { readonly url: string }> {
  const { maxPages = 10, maxItems = 1_000 } = paging;
  let reply = await settings.fetch(args);
  if (reply.answer.kind !== "json") return reply;
  let page: Page = reply.answer;
  const path = itemsPath(paging, page.value);
  const first = path && listAt(page.value, path);
  if (!first)
    return {
      ...reply,
      answer: withNote(page, "(This answer has no list, so no further pages were fetched.)"),
    };
  const items = [...first];
  let ownItems = first.length;
  let bytes = reply.bytes;
  let why: string | undefined;
  const seen = new Set<string>();
  for (let pages = 1; ; pages += 1) {
    const next = nextOf(paging, args, page.value, reply, { pages, items: items.length, ownItems });
    if (next === undefined) break;
    const key = "url" in next ? next.url : JSON.stringify(next.args);
    if (seen.has(key)) why = "the API leads to the same page again";
    else if (items.length >= maxItems) why = `${maxItems} items are enough`;
    else if (pages >= maxPages) why = `${maxPages} pages are enough`;
    else if (bytes >= settings.maxBytes) why = "the pages get too large together";
    if (why !== undefined) break;
    seen.add(key);
    settings.tell?.(
      `${items.length} items on ${pages === 1 ? "one page" : `${pages} pages`} so far.`,
    );
    try {
      reply = await ("url" in next ? settings.fetch(args, next.url) : settings.fetch(next.args));
    } catch (error) {
      settings.signal?.throwIfAborted();
      if (!(error instanceof ToolError)) throw error;
      why = `page ${pages + 1} failed: ${error.message.slice(0, 500)}`;
      break;
    }
    const more = reply.answer.kind === "json" ? listAt(reply.answer.value, path) : undefined;
    if (reply.answer.kind !== "json" || !more) {
      why = `page ${pages + 1} has no list`;
      break;
    }
    page = reply.answer;
    ownItems = more.length;
    bytes += reply.bytes;
    for (const item of more) items.push(item);
  }
  if (items.length > maxItems) why = `${maxItems} items are enough`;
  const kept = items.slice(0, maxItems);
  const { source: _, ...answer } = page;
  const merged = { ...answer, value: withList(page.value, path, kept) };
  const note = `(These are the first ${kept.length} items; there may be more: ${why ?? ""}.)`;
  return { ...reply, bytes, answer: why === undefined ? merged : withNote(merged, note) };
}

function nextOf(
  paging: Pagination,
  args: Arguments,
  value: unknown,
  { headers, url }: { readonly headers: Headers; readonly url: string },
  so: { readonly pages: number; readonly items: number; readonly ownItems: number },
): Next | undefined {
  switch (paging.by) {
    case "link": {
      const target = paging.next === undefined ? nextLink(headers) : at(value, paging.next);
      if (typeof target !== "string" || target === "" || !URL.canParse(target, url))
        return undefined;
      const next = new URL(target, url);
      next.hash = "";
      return { url: next.href };
    }
    case "cursor": {
      const cursor = at(value, paging.next);
      const isCursor = (typeof cursor === "string" && cursor !== "") || typeof cursor === "number";
      return isCursor ? { args: withArgument(args, paging.arg, cursor) } : undefined;
    }
    case "page": {
      if (!hasMore(paging, value, so)) return undefined;
      const start = startOf(args, paging.arg, paging.first ?? 1);
      return { args: withArgument(args, paging.arg, start + so.pages) };
    }
    case "offset": {
      const start = startOf(args, paging.arg, 0);
      if (!hasMore(paging, value, { ...so, items: start + so.items })) return undefined;
      return { args: withArgument(args, paging.arg, start + so.items) };
    }
  }
}

/** Whether there is more, as far as a page says; an empty page is the last in any case. */
function hasMore(
  { more }: Pagination,
  value: unknown,
  so: { readonly items: number; readonly ownItems: number },
): boolean {
  if (so.ownItems === 0) return false;
  const said = more === undefined ? undefined : at(value, more);
  if (typeof said === "boolean") return said;
  return typeof said !== "number" || so.items < said;
}

function startOf(args: Arguments, arg: string, usual: number): number {
  const given = member(args, arg);
  const start = typeof given === "number" ? given : Number(given ?? usual);
  return Number.isSafeInteger(start) ? start : usual;
}

/** The target of the link with the relation `next`. @see RFC 8288 section 3 */
export function nextLink(headers: Headers): string | undefined {
  const header = headers.get("link")?.slice(0, 16_384) ?? "";
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/);
    // A link whose context is another resource says nothing of this one.
    if (relations.includes("next") && !/;\s*anchor\s*=/i.test(parameters)) return target;
  }
  return undefined;
}

const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;

/** Where the items are: as the facts say, else the answer itself or its one list. */
function itemsPath({ items }: Pagination, value: unknown): readonly string[] | undefined {
  if (items !== undefined) return pointerKeys(items);
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return undefined;
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return lists.length === 1 ? lists : undefined;
}

function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerKeys(pointer));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(key) ? found[Number(key)] : undefined;
    else found = isObject(found) ? member(found, key) : undefined;
  }
  return found;
}

function listAt(value: unknown, path: readonly string[]): readonly unknown[] | undefined {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : undefined;
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
