/** Which page of a list comes next. */
import { member, pointerKeys, valueAt } from "../../protocol/json.js";
import type { SentReply } from "./answer.js";
import { withArgument, type Arguments } from "../request/arguments.js";
import type { Pagination } from "../../contract/operation.js";

/** What follows a page. */
export type Next = { readonly args: Arguments } | { readonly url: string };

/** One page of a list. */
export interface Page {
  readonly reply: SentReply;
  /** Its JSON; integers that numbers can't hold are `bigint`s. */
  readonly value: unknown;
  readonly items: readonly unknown[];
}

/** What follows a page; undefined when it is the last. */
export function nextOf(
  paging: Pagination,
  args: Arguments,
  page: Page,
  so: { readonly pages: number; readonly items: number },
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
      if (!hasMore(paging, page, so.items)) return undefined;
      const start = startOf(args, paging.arg, paging.first ?? 1);
      return { args: withArgument(args, paging.arg, start + so.pages) };
    }
    case "offset": {
      const start = startOf(args, paging.arg, 0);
      if (!hasMore(paging, page, start + so.items)) return undefined;
      return { args: withArgument(args, paging.arg, start + so.items) };
    }
  }
}

/** Whether there is more, as far as a page says; an empty page is the last in any case. */
function hasMore({ more }: Pagination, { value, items }: Page, until: number): boolean {
  if (items.length === 0) return false;
  const said = more === undefined ? undefined : at(value, more);
  if (typeof said === "boolean") return said;
  return typeof said !== "number" || until < said;
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

function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerKeys(pointer));
}
