import type { McpClient } from "../../client/client.js";
import {
  promptList,
  resourceList,
  templateList,
  toolList,
  type ListCodec,
} from "../../protocol/codec/decode-lists.js";
import { jsonText } from "../../protocol/exact-json.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import type { Prompt, Resource, ResourceTemplate, Tool } from "../../protocol/model.js";
import type { Registration } from "../../server/types/definitions.js";

/** Offers the items of a remote server. Each method throws a TypeError for an item that can't be offered. */
export interface RemoteItems {
  tool(tool: Tool): Registration | undefined;
  resource(resource: Resource): Registration;
  template(template: ResourceTemplate): Registration;
  prompt(prompt: Prompt): Registration;
}

export type RemoteListKind = "tools" | "resources" | "resourceTemplates" | "prompts";

/** More pages than any server has. */
const mostPages = 10_000;

/** A list of a remote server, in step with it. */
class RemoteList<Item> {
  readonly #method: string;
  readonly #codec: ListCodec<Item>;
  readonly #offer: (item: Item) => Registration | undefined;
  readonly #log: Log;
  /** By key: the item as text, and what takes it away. */
  readonly #offered = new Map<
    string,
    { readonly text: string; readonly registration?: Registration }
  >();

  constructor(
    method: string,
    codec: ListCodec<Item>,
    offer: (item: Item) => Registration | undefined,
    log: Log,
  ) {
    this.#method = method;
    this.#codec = codec;
    this.#offer = offer;
    this.#log = log;
  }

  /** Reads the list, and offers what has changed. @throws McpClientError */
  async update(client: McpClient): Promise<void> {
    const items = await this.#read(client);
    const texts = new Map(items.map(([key, item]) => [key, jsonText(item) ?? ""]));
    for (const [key, { text, registration }] of this.#offered) {
      if (texts.get(key) === text) continue;
      registration?.remove();
      this.#offered.delete(key);
    }
    for (const [key, item] of items) {
      if (!this.#offered.has(key)) this.#add(key, item, texts.get(key) ?? "", client.name);
    }
  }

  /** Takes all items away. */
  clear(): void {
    for (const { registration } of this.#offered.values()) registration?.remove();
    this.#offered.clear();
  }

  #add(key: string, item: Item, text: string, server: string): void {
    try {
      const registration = this.#offer(item);
      this.#offered.set(key, registration ? { text, registration } : { text });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#warn(server, key, error.message);
      this.#offered.set(key, { text });
    }
  }

  /** Reads all pages, and leaves out what is malformed: one wrong item must not cost the others. */
  async #read(client: McpClient): Promise<readonly (readonly [string, Item])[]> {
    const { name, key, item: check, newest } = this.#codec;
    const items = new Map<string, Item>();
    const seen = new Set<string>();
    let cursor: unknown;
    for (let page = 0; page < mostPages; page++) {
      const params = typeof cursor === "string" ? { cursor } : {};
      const result = await client.request(this.#method, params);
      const found = member(result, name);
      for (const each of Array.isArray(found) ? (found as unknown[]) : []) {
        const id = isObject(each) ? member(each, key) : undefined;
        const fault = check(each);
        if (fault !== undefined || typeof id !== "string") {
          this.#warn(client.name, typeof id === "string" ? id : "?", fault ?? "no key");
          continue;
        }
        const item = each as Item & JsonObject;
        items.set(id, newest ? newest(item, client.protocolVersion) : item);
      }
      const next = member(result, "nextCursor");
      // An empty cursor is a cursor as well. One that comes back would lead round in circles.
      if (typeof next !== "string" || seen.has(next)) break;
      seen.add(next);
      cursor = next;
    }
    return [...items];
  }

  #warn(server: string, key: string, why: string): void {
    this.#log.warn(`An item of ${this.#method} of ${server} is left out: ${why}`, undefined, {
      item: key,
    });
  }
}

/** The lists of a remote server. */
export class RemoteLists {
  readonly #lists: Readonly<Record<RemoteListKind, RemoteList<never>>>;
  readonly #log: Log;
  /** Lists are read one after the other, so that the last answer is the newest. */
  #reading: Promise<void> = Promise.resolve();

  constructor(items: RemoteItems, log: Log) {
    this.#log = log;
    const list = <Item>(
      method: string,
      codec: ListCodec<Item>,
      offer: (item: Item) => Registration | undefined,
    ): RemoteList<never> =>
      new RemoteList(method, codec, offer, log) as unknown as RemoteList<never>;
    this.#lists = {
      tools: list("tools/list", toolList, (tool) => items.tool(tool)),
      resources: list("resources/list", resourceList, (each) => items.resource(each)),
      resourceTemplates: list("resources/templates/list", templateList, (each) =>
        items.template(each),
      ),
      prompts: list("prompts/list", promptList, (each) => items.prompt(each)),
    };
  }

  /** Takes all items away. */
  clear(): void {
    for (const list of Object.values(this.#lists)) list.clear();
  }

  /** Reads lists of a server, if it has them. Never rejects. */
  update(client: McpClient, kinds: readonly RemoteListKind[]): Promise<void> {
    const { tools, resources, prompts } = client.serverCapabilities;
    const has = { tools, resources, resourceTemplates: resources, prompts };
    this.#reading = this.#reading.then(async () => {
      await Promise.all(
        kinds.map(async (kind) => {
          if (has[kind] === undefined) return this.#lists[kind].clear();
          try {
            await this.#lists[kind].update(client);
          } catch (error) {
            this.#log.warn(`The ${kind} of ${client.name} can't be listed`, error);
          }
        }),
      );
    });
    return this.#reading;
  }
}
