import { member, pointerKeys, valueAt } from "../../protocol/json.js";
import type { ResponseHeaders } from "../exchange/response-headers.js";
import type { Reply } from "./answer.js";
import { withArgument, type Arguments } from "../request/arguments.js";
import type { Pagination } from "../../contract/operation.js";

/** The request for the next page. */
export type Next = { readonly args: Arguments } | { readonly url: string };

/** One page of a list. */
export interface Page {
  readonly reply: Reply;
  /** The page's JSON; integers that numbers can't hold are `bigint`s. */
  readonly value: unknown;
  readonly items: readonly unknown[];
}

/** Returns the request for the next page; undefined after the last. @param fetched totals so far */
export function nextOf(
  paging: Pagination,
  args: Arguments,
  page: Page,
  fetched: { readonly pages: number; readonly items: number },
): Next | undefined {
  const { reply, value } = page;
  switch (paging.by) {
    case "link": {
      const target = paging.next === undefined ? nextLink(reply.headers) : at(value, paging.next);
      if (typeof target !== "string" || target === "" || !URL.canParse(target, reply.url)) {
        return undefined;
      }
      const next = new URL(target, reply.url);
      next.hash = "";
      return { url: next.href };
    }
    case "cursor": {
      const cursor = at(value, paging.next);
      const isCursor = cursor !== "" && ["string", "number", "bigint"].includes(typeof cursor);
      return isCursor ? { args: withArgument(args, paging.arg, cursor) } : undefined;
    }
    case "page": {
      if (!hasMore(paging, page, fetched.items)) return undefined;
      const start = startOf(args, paging.arg, paging.first ?? 1);
      return { args: withArgument(args, paging.arg, start + fetched.pages) };
    }
    case "offset": {
      const start = startOf(args, paging.arg, 0);
      if (!hasMore(paging, page, start + fetched.items)) return undefined;
      return { args: withArgument(args, paging.arg, start + fetched.items) };
    }
  }
}

/** Whether more items follow, unless the page denies it. An empty page is the last. */
function hasMore({ more }: Pagination, { value, items }: Page, until: number): boolean {
  if (items.length === 0) return false;
  const stated = more === undefined ? undefined : at(value, more);
  if (typeof stated === "boolean") return stated;
  return typeof stated !== "number" || until < stated;
}

function startOf(args: Arguments, arg: string, usual: number): number {
  const given = member(args, arg);
  const start = typeof given === "number" ? given : Number(given ?? usual);
  return Number.isSafeInteger(start) ? start : usual;
}

/** Returns the target of the link with the relation `next`. @see RFC 8288 section 3 */
export function nextLink(headers: ResponseHeaders): string | undefined {
  const header = headers.get("link")?.slice(0, 16_384) ?? "";
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/);
    // A link with an anchor describes another resource.
    if (relations.includes("next") && !/;\s*anchor\s*=/i.test(parameters)) return target;
  }
  return undefined;
}

const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;

function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerKeys(pointer));
}
