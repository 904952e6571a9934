import type { CacheHints, ResultWriter } from "../../protocol/codec/codec-writer.js";
import {
  encodePrompt,
  encodeResource,
  encodeTemplate,
  encodeTool,
} from "../../protocol/codec/codec.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Revision } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { PreparedResult } from "../../session/result.js";
import type { Registry } from "./registry.js";
import type { ListMethod, ServerOptions } from "../types/server-options.js";

/** A page larger than this is cut, whatever its number of items: clients refuse messages of more than 10 MiB. */
const maxPageBytes = 8 * 1024 * 1024;

/** What is listed changes rarely, and those who listen are told at once. */
export const listCache: CacheHints = { ttlMs: 60_000, cacheScope: "private" };

interface ListKind {
  /** The result's member. */
  readonly member: string;
  /** By what cursors name them. */
  entries(registry: Registry): ReadonlyMap<string, unknown>;
  /** What is listed, in the same order. */
  items(registry: Registry, revision: Revision): JsonObject[];
}

/** Not by an iterator, which makes an object for each step: lists may have thousands. */
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
      items: ({ tools }, revision) =>
        encodeEach(tools, (tool) => encodeTool(tool.describe(), revision)),
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

/** The list methods' results, written once per revision and kept until the catalogue changes. */
export class ListResults {
  readonly #catalogue: Registry;
  readonly #results: ResultWriter;
  readonly #options: Pick<ServerOptions, "pageSize" | "cache">;
  #version = -1;
  /** By method and revision; pages by cursor. Encoded once: a list of a thousand tools takes long to. */
  readonly #pages = new Map<string, ReadonlyMap<string, PreparedResult>>();

  constructor(
    registry: Registry,
    results: ResultWriter,
    options: Pick<ServerOptions, "pageSize" | "cache">,
  ) {
    this.#catalogue = registry;
    this.#results = results;
    this.#options = options;
  }

  /**
   * The page that a request of a list method asks for.
   *
   * @throws ProtocolError -32602 for a cursor that is none of ours
   * @see MCP 2026-07-28, Pagination
   */
  page({ method, protocolVersion, params }: IncomingRequest): PreparedResult {
    return this.#page(method as ListMethod, protocolVersion, member(params, "cursor"));
  }

  #page(method: ListMethod, revision: Revision, cursor: unknown): PreparedResult {
    if (this.#version !== this.#catalogue.version) {
      this.#pages.clear();
      this.#version = this.#catalogue.version;
    }
    const key = `${method} ${revision}`;
    let pages = this.#pages.get(key);
    if (!pages) {
      pages = this.#write(method, kinds.get(method) as ListKind, revision);
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

  #write(
    method: ListMethod,
    kind: ListKind,
    revision: Revision,
  ): ReadonlyMap<string, PreparedResult> {
    const { pageSize = Infinity, cache } = this.#options;
    const hints = cache?.[method] ?? listCache;
    const all = kind.items(this.#catalogue, revision);
    if (all.length <= pageSize) {
      const text = JSON.stringify(all);
      // Most lists fit on one page however long their characters are in UTF-8.
      if (text.length * 3 <= maxPageBytes) {
        return new Map([["", this.#frame(kind, text, revision, hints)]]);
      }
    }
    const pages = new Map<string, PreparedResult>();
    let cursor = "";
    let items: string[] = [];
    let bytes = 0;
    let lastKey = "";
    const keys = kind.entries(this.#catalogue).keys();
    for (const item of all) {
      const text = JSON.stringify(item);
      const size = Buffer.byteLength(text);
      if (items.length >= pageSize || (items.length > 0 && bytes + size > maxPageBytes)) {
        // A cursor names the last item shown, so that it keeps its meaning when others come and go.
        const nextCursor = Buffer.from(lastKey).toString("base64url");
        pages.set(cursor, this.#frame(kind, `[${items.join(",")}]`, revision, hints, nextCursor));
        cursor = nextCursor;
        items = [];
        bytes = 0;
      }
      items.push(text);
      bytes += size;
      lastKey = keys.next().value ?? "";
    }
    pages.set(cursor, this.#frame(kind, `[${items.join(",")}]`, revision, hints));
    return pages;
  }

  #frame(
    kind: ListKind,
    items: string,
    revision: Revision,
    hints: CacheHints,
    nextCursor?: string,
  ): PreparedResult {
    const rest = this.#results.write({ nextCursor }, revision, { cache: hints });
    const list = `{"${kind.member}":${items}`;
    return new PreparedResult(rest === "{}" ? `${list}}` : `${list},${rest.slice(1)}`);
  }
}
