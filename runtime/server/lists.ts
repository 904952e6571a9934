import {
  encodeResource,
  encodeTemplate,
  encodeTool,
  writeResult,
  type CacheHints,
} from "../protocol/codec.js";
import type { JsonObject } from "../protocol/json.js";
import type { Implementation } from "../protocol/model.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { Revision } from "../protocol/revisions.js";
import type { Catalogue } from "./catalogue.js";

/** A page larger than this is cut, whatever its number of items: clients refuse messages of more than 10 MiB. */
const maxPageBytes = 8 * 1024 * 1024;

/** What is listed does not change while the process runs; a new one may list something else. */
export const listCache: CacheHints = { ttlMs: 60_000, cacheScope: "private" };

interface ListKind {
  /** The result's member. */
  readonly member: string;
  items(catalogue: Catalogue, revision: Revision): Iterable<readonly [key: string, JsonObject]>;
}

const kinds = new Map<string, ListKind>([
  [
    "tools/list",
    {
      member: "tools",
      *items({ tools }, revision) {
        for (const [name, entry] of tools) yield [name, encodeTool(entry.describe(), revision)];
      },
    },
  ],
  [
    "resources/list",
    {
      member: "resources",
      *items({ resources }, revision) {
        for (const [uri, { listed }] of resources) yield [uri, encodeResource(listed, revision)];
      },
    },
  ],
  [
    "resources/templates/list",
    {
      member: "resourceTemplates",
      *items({ templates }, revision) {
        for (const [uri, { listed }] of templates) yield [uri, encodeTemplate(listed, revision)];
      },
    },
  ],
]);

/** The list methods' results, written once per revision and kept until the catalogue changes. */
export class Lists {
  readonly #catalogue: Catalogue;
  readonly #server: Implementation;
  readonly #pageSize: number;
  #version = -1;
  /** By method and revision; pages by cursor. */
  readonly #pages = new Map<string, ReadonlyMap<string, string>>();

  constructor(catalogue: Catalogue, server: Implementation, pageSize: number) {
    this.#catalogue = catalogue;
    this.#server = server;
    this.#pageSize = pageSize;
  }

  /**
   * One page as the JSON text of a result.
   *
   * @param cursor absent: the first page
   * @throws ProtocolError -32602 for a cursor that is none of ours
   * @see MCP 2026-07-28, Pagination
   */
  page(method: string, revision: Revision, cursor: unknown): string {
    if (this.#version !== this.#catalogue.version) {
      this.#pages.clear();
      this.#version = this.#catalogue.version;
    }
    const key = `${method} ${revision}`;
    let pages = this.#pages.get(key);
    if (!pages) {
      pages = this.#write(kinds.get(method) as ListKind, revision);
      this.#pages.set(key, pages);
    }
    const page =
      cursor === undefined || (typeof cursor === "string" && cursor !== "")
        ? pages.get(cursor ?? "")
        : undefined;
    if (page === undefined) {
      throw new ProtocolError(errorCodes.invalidParams, "The cursor is not valid.");
    }
    return page;
  }

  #write(kind: ListKind, revision: Revision): ReadonlyMap<string, string> {
    const pages = new Map<string, string>();
    let cursor = "";
    let items: string[] = [];
    let bytes = 0;
    let lastKey = "";
    for (const [itemKey, item] of kind.items(this.#catalogue, revision)) {
      const text = JSON.stringify(item);
      const size = Buffer.byteLength(text);
      if (items.length >= this.#pageSize || (items.length > 0 && bytes + size > maxPageBytes)) {
        // A cursor names the last item shown, so that it keeps its meaning when others come and go.
        const nextCursor = Buffer.from(lastKey).toString("base64url");
        pages.set(cursor, this.#frame(kind, items, revision, nextCursor));
        cursor = nextCursor;
        items = [];
        bytes = 0;
      }
      items.push(text);
      bytes += size;
      lastKey = itemKey;
    }
    pages.set(cursor, this.#frame(kind, items, revision));
    return pages;
  }

  #frame(
    kind: ListKind,
    items: readonly string[],
    revision: Revision,
    nextCursor?: string,
  ): string {
    const rest = writeResult({ nextCursor }, revision, this.#server, listCache);
    const list = `{"${kind.member}":[${items.join(",")}]`;
    return rest === "{}" ? `${list}}` : `${list},${rest.slice(1)}`;
  }
}
