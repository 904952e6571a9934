import type { CacheHints, ResultWriter } from "../../protocol/codec/codec-writer.js";
import {
  encodePrompt,
  encodeResource,
  encodeTemplate,
  encodeTool,
} from "../../protocol/codec/codec.js";
import { keepsDigits } from "../../protocol/exact-integers.js";
import { exactJson, hasDigits } from "../../protocol/exact-json.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Revision } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { PreparedResult } from "../../session/result.js";
import type { CallContext } from "../types/call-context.js";
import type { AnyEntry, Registry } from "./registry.js";
import type { ListMethod, ServerOptions } from "../types/server-options.js";

/** Maximum size of a page in bytes: clients refuse messages of more than 10 MiB. */
const maxPageBytes = 8 * 1024 * 1024;

/** Lists change rarely, and subscribers are notified of changes. */
export const listCache: CacheHints = { ttlMs: 60_000, cacheScope: "private" };

interface ListKind {
  /** The name of the result's member. */
  readonly member: string;
  /** The entries by the key that cursors contain. */
  entries(registry: Registry): ReadonlyMap<string, AnyEntry>;
  /** The listed items, in the order of the entries. */
  items(registry: Registry, revision: Revision): JsonObject[];
}

/** Uses `forEach` because an iterator allocates an object per item, of which there may be thousands. */
function encodeEach<T>(
  entries: ReadonlyMap<string, T>,
  encode: (entry: T) => JsonObject,
): JsonObject[] {
  const items: JsonObject[] = [];
  entries.forEach((entry) => items.push(encode(entry)));
  return items;
}

const kinds = new Map<ListMethod, ListKind>([
  [
    "tools/list",
    {
      member: "tools",
      entries: ({ tools }) => tools,
      items(registry, revision) {
        registry.toolsListed();
        return encodeEach(registry.tools, (tool) => encodeTool(tool.describe(), revision));
      },
    },
  ],
  [
    "resources/list",
    {
      member: "resources",
      entries: ({ resources }) => resources,
      items: ({ resources }, revision) =>
        encodeEach(resources, ({ listed }) => encodeResource(listed, revision)),
    },
  ],
  [
    "resources/templates/list",
    {
      member: "resourceTemplates",
      entries: ({ templates }) => templates,
      items: ({ templates }, revision) =>
        encodeEach(templates, ({ listed }) => encodeTemplate(listed, revision)),
    },
  ],
  [
    "prompts/list",
    {
      member: "prompts",
      entries: ({ prompts }) => prompts,
      items: ({ prompts }, revision) =>
        encodeEach(prompts, ({ listed }) => encodePrompt(listed, revision)),
    },
  ],
]);

/** @throws TypeError for a size that no page can have */
export function checkPageSize({ pageSize = Infinity }: Pick<ServerOptions, "pageSize">): void {
  if (pageSize === Infinity || (Number.isInteger(pageSize) && pageSize >= 0)) return;
  throw new TypeError(
    `The option pageSize must be a whole number, or 0 for no pages, not ${pageSize}.`,
  );
}

/** Pages by cursor. */
type Pages = ReadonlyMap<string, PreparedResult>;

/** The list of a method in a revision. */
interface Listed {
  /** Present if the list is the same for all callers. */
  readonly pages?: Pages;
  /** Made when they are asked for: few lists are read item by item. */
  items?: readonly ListedItem[];
}

interface ListedItem {
  readonly key: string;
  readonly text: string;
  readonly entry: AnyEntry;
}

/**
 * The results of the list methods, each written once per revision and cached until the registry changes. A list that guards
 * leave entries out of is written for each caller.
 */
export class ListResults {
  readonly #registry: Registry;
  readonly #results: ResultWriter;
  readonly #options: Pick<ServerOptions, "pageSize" | "cache">;
  #version = -1;
  /** By method and revision. Cached because encoding a thousand tools takes long. */
  readonly #listed = new Map<string, Listed>();

  /** @throws TypeError for an invalid page size */
  constructor(
    registry: Registry,
    results: ResultWriter,
    options: Pick<ServerOptions, "pageSize" | "cache">,
  ) {
    checkPageSize(options);
    this.#registry = registry;
    this.#results = results;
    this.#options = options;
  }

  /**
   * Returns the page that a list request asks for; undefined if the list differs by caller.
   *
   * @throws ProtocolError -32602 if the cursor is not valid
   * @see MCP 2026-07-28, Pagination
   */
  pageForAll({ method, protocolVersion, params }: IncomingRequest): PreparedResult | undefined {
    const list = method as ListMethod;
    const listed = this.#list(list, protocolVersion);
    if (!listed.pages) return undefined;
    const cursor = cursorIn(params);
    const page = listed.pages.get(cursor);
    if (page) return page;
    // Pages begin elsewhere since an earlier item has come or gone.
    const items = (listed.items ??= this.#items(list, protocolVersion));
    const from = placeAfter(cursor, items);
    return this.#page(list, items, from, protocolVersion, this.#hints(list)).result;
  }

  /**
   * Returns the page that a list request asks for, without what guards hide from its caller.
   *
   * @throws ProtocolError -32602 if the cursor is not valid
   */
  async pageFor(
    { method, protocolVersion, params }: IncomingRequest,
    ctx: CallContext,
  ): Promise<PreparedResult> {
    const list = method as ListMethod;
    const items = (this.#list(list, protocolVersion).items ??= this.#items(list, protocolVersion));
    const isHidden = await Promise.all(
      items.map(async ({ entry: { guards } }) => guards?.mayHide && guards.isHiddenFrom(ctx)),
    );
    const visible = items.filter((_, index) => !isHidden[index]);
    const hints = { ...this.#hints(list), cacheScope: "private" } as const;
    const from = placeAfter(cursorIn(params), visible);
    return this.#page(list, visible, from, protocolVersion, hints).result;
  }

  #list(method: ListMethod, revision: Revision): Listed {
    if (this.#version !== this.#registry.version) {
      this.#listed.clear();
      this.#version = this.#registry.version;
    }
    const key = `${method} ${revision}`;
    let listed = this.#listed.get(key);
    if (!listed) {
      listed = this.#write(method, revision);
      this.#listed.set(key, listed);
    }
    return listed;
  }

  #write(method: ListMethod, revision: Revision): Listed {
    const kind = kinds.get(method) as ListKind;
    const all = kind.items(this.#registry, revision);
    const differs = differsByCaller(kind.entries(this.#registry));
    if (!differs && all.length <= this.#pageSize) {
      const text = listText(all);
      // A character has at most three bytes in UTF-8, so most lists need no exact count.
      if (text.length * 3 <= maxPageBytes) {
        return { pages: new Map([["", this.#frame(kind, text, revision, this.#hints(method))]]) };
      }
    }
    const items = this.#items(method, revision, all);
    if (differs) return { items };
    return { pages: this.#pages(method, items, revision) };
  }

  #items(
    method: ListMethod,
    revision: Revision,
    all = kinds.get(method)?.items(this.#registry, revision) ?? [],
  ): ListedItem[] {
    const kind = kinds.get(method) as ListKind;
    return Array.from(kind.entries(this.#registry), ([key, entry], index) => {
      return { key, text: itemText(all[index] as JsonObject), entry };
    });
  }

  get #pageSize(): number {
    return this.#options.pageSize || Infinity;
  }

  #hints(method: ListMethod): CacheHints {
    return this.#options.cache?.[method] ?? listCache;
  }

  #pages(method: ListMethod, items: readonly ListedItem[], revision: Revision): Pages {
    const pages = new Map<string, PreparedResult>();
    let from = 0;
    do {
      const cursor = from === 0 ? "" : cursorAfter(items[from - 1]!);
      const { result, end } = this.#page(method, items, from, revision, this.#hints(method));
      pages.set(cursor, result);
      from = end;
    } while (from < items.length);
    return pages;
  }

  /** Writes the page that begins at an index. @returns it, and the index of the first item after it */
  #page(
    method: ListMethod,
    items: readonly ListedItem[],
    from: number,
    revision: Revision,
    hints: CacheHints,
  ): { readonly result: PreparedResult; readonly end: number } {
    const texts: string[] = [];
    let bytes = 0;
    let end = from;
    for (; end < items.length && texts.length < this.#pageSize; end++) {
      const { text } = items[end]!;
      bytes += Buffer.byteLength(text);
      if (texts.length > 0 && bytes > maxPageBytes) break;
      texts.push(text);
    }
    const kind = kinds.get(method) as ListKind;
    const nextCursor = end < items.length ? cursorAfter(items[end - 1]!) : undefined;
    const result = this.#frame(kind, `[${texts.join(",")}]`, revision, hints, nextCursor);
    return { result, end };
  }

  #frame(
    kind: ListKind,
    items: string,
    revision: Revision,
    hints: CacheHints,
    nextCursor?: string,
  ): PreparedResult {
    const members = this.#results.write({ nextCursor }, revision, { cache: hints });
    const list = `{"${kind.member}":${items}`;
    return new PreparedResult(members === "{}" ? `${list}}` : `${list},${members.slice(1)}`);
  }
}

/** Encodes an item; the schemas of a proxied tool may have integers that numbers can't hold. */
function itemText(item: JsonObject): string {
  return isExact(item) ? exactJson(item)! : JSON.stringify(item);
}

function listText(items: readonly JsonObject[]): string {
  return keepsDigits() && items.some(isExact)
    ? `[${items.map(itemText).join(",")}]`
    : JSON.stringify(items);
}

function isExact(item: JsonObject): boolean {
  return hasDigits(item) || Object.values(item).some(hasDigits);
}

/** Whether guards leave some entries out of the lists of some callers. */
function differsByCaller(entries: ReadonlyMap<string, AnyEntry>): boolean {
  let differs = false;
  entries.forEach(({ guards }) => (differs ||= guards?.mayHide ?? false));
  return differs;
}

/** Returns the cursor of the page after an item: its key, so that it stays valid when other items change. */
function cursorAfter({ key }: ListedItem): string {
  return Buffer.from(key).toString("base64url");
}

/** Returns the cursor of a request; empty: the first page. @throws ProtocolError -32602 if it can't be one */
function cursorIn(params: JsonObject): string {
  const cursor = member(params, "cursor");
  if (cursor === undefined) return "";
  if (typeof cursor === "string" && cursor !== "") return cursor;
  throw wrongCursor();
}

/**
 * Returns the index after the item of a cursor.
 *
 * @throws ProtocolError -32602 if there is no such item, or no longer
 */
function placeAfter(cursor: string, items: readonly ListedItem[]): number {
  if (cursor === "") return 0;
  const wanted = Buffer.from(cursor, "base64url").toString();
  const index = items.findIndex(({ key }) => key === wanted);
  // Other spellings of a cursor decode to the same key.
  if (index >= 0 && cursorAfter(items[index]!) === cursor) return index + 1;
  throw wrongCursor();
}

function wrongCursor(): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, "The cursor is not valid.");
}
