/** What a server offers, kept in step with its notifications. */
import type { Log } from "../../../protocol/log.js";
import type { Prompt, Resource, ResourceTemplate, Tool } from "../../../protocol/model.js";
import { isModern } from "../../../protocol/revisions.js";
import type { ListKind } from "../../client-options.js";
import type { McpClient } from "../../client.js";

/** Lists at one time. */
export interface Lists {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
}

export const noLists: Lists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** A server that tells of changes in a row is asked once. */
const settleMs = 50;

/** How long to wait for the server to agree to tell of changes. */
const listenTimeoutMs = 10_000;

/** Reads the lists of a connected server, and again when it says that one changed. */
export class ServerLists {
  readonly #client: McpClient;
  readonly #log: Log;
  readonly #changed: (kind: ListKind) => void;
  #lists = noLists;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #stale = new Set<ListKind>();
  #isClosed = false;
  readonly #unsubscribe: () => void;

  constructor(client: McpClient, log: Log, changed: (kind: ListKind) => void) {
    this.#client = client;
    this.#log = log;
    this.#changed = changed;
    this.#unsubscribe = client.on("listChanged", (kind) => this.#hear(kind));
  }

  get current(): Lists {
    return this.#lists;
  }

  /** Whether the connection ended. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reads all lists. @throws the error of the tools; without resources and prompts a server is still of use */
  async load(): Promise<void> {
    await this.#listen();
    const [tools, resources, prompts] = await Promise.all([
      this.#tools(),
      this.#resources().catch((error: unknown) => this.#warn("resources", error)),
      this.#prompts().catch((error: unknown) => this.#warn("prompts", error)),
    ]);
    this.#lists = { ...noLists, ...tools, ...resources, ...prompts };
  }

  /** Stops to hear of changes. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  /** Since 2026-07-28 a server tells of changes only if it is asked to. */
  async #listen(): Promise<void> {
    const { tools, prompts, resources } = this.#client.serverCapabilities;
    const filter = {
      tools: tools?.listChanged === true,
      prompts: prompts?.listChanged === true,
      resources: resources?.listChanged === true,
    };
    if (!isModern(this.#client.protocolVersion)) return;
    if (!filter.tools && !filter.prompts && !filter.resources) return;
    try {
      await this.#client.listen(filter, { timeoutMs: listenTimeoutMs });
    } catch (error) {
      const { name } = this.#client;
      this.#log.warn("A server will not tell of changes of its lists.", error, { server: name });
    }
  }

  #hear(kind: ListKind): void {
    this.#stale.add(kind);
    if (this.#isClosed || this.#isReading || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, settleMs);
  }

  async #refresh(): Promise<void> {
    const kinds = [...this.#stale];
    this.#stale.clear();
    this.#isReading = true;
    await Promise.all(kinds.map((kind) => this.#refreshOne(kind)));
    this.#isReading = false;
    for (const kind of this.#stale) this.#hear(kind);
  }

  async #refreshOne(kind: ListKind): Promise<void> {
    try {
      const read = await this.#read(kind);
      if (this.#isClosed) return;
      this.#lists = { ...this.#lists, ...read };
      this.#changed(kind);
    } catch (error) {
      if (!this.#isClosed) this.#warn(kind, error);
    }
  }

  #read(kind: ListKind): Promise<Partial<Lists>> {
    if (kind === "tools") return this.#tools();
    return kind === "resources" ? this.#resources() : this.#prompts();
  }

  async #tools(): Promise<Partial<Lists>> {
    if (!this.#client.serverCapabilities.tools) return {};
    return { tools: await this.#client.listTools({ fresh: true }) };
  }

  async #resources(): Promise<Partial<Lists>> {
    if (!this.#client.serverCapabilities.resources) return {};
    const [resources, resourceTemplates] = await Promise.all([
      this.#client.listResources({ fresh: true }),
      this.#client.listResourceTemplates({ fresh: true }),
    ]);
    return { resources, resourceTemplates };
  }

  async #prompts(): Promise<Partial<Lists>> {
    if (!this.#client.serverCapabilities.prompts) return {};
    return { prompts: await this.#client.listPrompts({ fresh: true }) };
  }

  #warn(kind: ListKind, error: unknown): Partial<Lists> {
    this.#log.warn(`The ${kind} of a server can't be listed.`, error, {
      server: this.#client.name,
    });
    return {};
  }
}
