import { toolList } from "../../protocol/codec/decode-lists.js";
import type { Tool } from "../../protocol/model.js";
import type { ListOptions } from "../client.js";
import type { Exchange } from "../exchange/exchange.js";
import type { AnswerCache } from "./answer-cache.js";
import { PagedList } from "./paged-list.js";
import { factsOf, headerFault, mirrorsArguments, type ToolFacts } from "./tool-facts.js";

export type FactsByName = ReadonlyMap<string, ToolFacts>;

const noTools: FactsByName = new Map();

/** How old a list must be, in milliseconds, for the suspicion that it has changed without notice. */
const suspectAfterMs = 10_000;

/** The tools of a server, and what is known of them. */
export class ToolList {
  readonly #exchange: Exchange;
  readonly #pages: PagedList<Tool>;
  /** Of the tools that were listed last; undefined until they are listed, and after they have changed. */
  #facts: FactsByName | undefined;
  /** Those of before a change, for their compiled schemas. */
  #former: FactsByName = noTools;
  #listedAt = -Infinity;
  #changes = 0;
  #learning: Promise<FactsByName> | undefined;

  constructor(exchange: Exchange, cache: AnswerCache) {
    this.#exchange = exchange;
    this.#pages = new PagedList(exchange, cache, "tools/list", toolList, (tool) =>
      this.#isUsable(tool),
    );
    exchange.onNotification("notifications/tools/list_changed", () => this.#forget());
  }

  async *items(options?: ListOptions): AsyncGenerator<Tool, void> {
    const changes = this.#changes;
    const listed: Tool[] = [];
    for await (const tool of this.#pages.items(options)) {
      listed.push(tool);
      yield tool;
    }
    this.#learnt(listed, changes);
  }

  async all(options?: ListOptions): Promise<readonly Tool[]> {
    const changes = this.#changes;
    const listed = await this.#pages.all(options);
    this.#learnt(listed, changes);
    return listed;
  }

  /** Undefined if the tools must be listed first. */
  get facts(): FactsByName | undefined {
    return this.#facts;
  }

  /** Whether the tools may have changed without notice since they were listed. */
  get isSuspect(): boolean {
    return performance.now() - this.#listedAt > suspectAfterMs;
  }

  /**
   * Lists the tools to know them. Never rejects: a tool can be called without being known.
   *
   * @param fresh asks the server even if it allowed to keep its answer
   */
  learn(fresh = false): Promise<FactsByName> {
    return (this.#learning ??= this.#learn(fresh).finally(() => (this.#learning = undefined)));
  }

  async #learn(fresh: boolean): Promise<FactsByName> {
    try {
      const listed = await this.all({ fresh });
      return this.#facts ?? this.#factsOfAll(listed);
    } catch (error) {
      const { isClosed, log, server } = this.#exchange;
      if (!isClosed) {
        log.warn(`The tools of ${server} can't be listed, so results are not checked`, error);
      }
      return noTools;
    }
  }

  #learnt(listed: readonly Tool[], changes: number): void {
    // The tools may have changed while they were listed.
    if (changes !== this.#changes) return;
    this.#facts = this.#factsOfAll(listed);
    this.#former = this.#facts;
    this.#listedAt = performance.now();
  }

  #factsOfAll(listed: readonly Tool[]): FactsByName {
    const before = this.#former;
    return new Map(
      listed.map((tool) => [tool.name, factsOf(this.#exchange, tool, before.get(tool.name))]),
    );
  }

  #forget(): void {
    this.#changes += 1;
    this.#facts = undefined;
  }

  #isUsable(tool: Tool): boolean {
    const fault = mirrorsArguments(this.#exchange) ? headerFault(tool) : undefined;
    if (fault === undefined) return true;
    this.#exchange.log.warn(
      `The tool ${tool.name} of ${this.#exchange.server} is left out: ${fault}`,
    );
    return false;
  }
}
