import type { Tool } from "../../protocol/model.js";
import type { Operation } from "../../contract/operation.js";
import type { Registry, ToolEntry } from "../registry/registry.js";
import type { Registration } from "../types/definitions.js";
import { searchToolNames, type SearchTool } from "../../contract/search-tool-names.js";
import type { SearchTools } from "./search-tools.js";

/** An operation that is not listed, and what describes and calls it. */
export interface SearchableOperation {
  readonly operation: Operation;
  readonly entry: ToolEntry;
}

/** What the three tools need of the server they belong to. */
export interface SearchHost {
  /** The API's title. */
  readonly title: string;
  readonly registry: Registry;
  /** A tool as the server's client takes it. */
  readonly shown: (tool: Tool) => Tool;
  /** Lets requests wait for something that is loading. */
  readonly waitFor: (loading: Promise<unknown>) => void;
}

/**
 * The operations that a server offers without listing them. What the three tools do that lead to them is loaded with the
 * first operation: few servers have any.
 */
export class SearchableOperations {
  readonly #host: SearchHost;
  readonly #operations = new Map<string, SearchableOperation>();
  #registered: readonly Registration[] = [];
  #module: typeof import("./search-tools.js") | undefined;
  #isLoading = false;
  /** What the tools say of the operations, and find of them; made when it is first asked for. */
  #tools: SearchTools | undefined;

  constructor(host: SearchHost) {
    this.#host = host;
  }

  /** @throws TypeError when the name is taken, or that of one of the three tools is */
  add(operation: Operation, entry: ToolEntry): Registration {
    const { name } = operation.expose;
    if (this.#operations.has(name)) {
      throw new TypeError(`There is an operation ${JSON.stringify(name)} already.`);
    }
    const added = { operation, entry };
    this.#operations.set(name, added);
    this.#changed();
    return {
      remove: () => {
        if (this.#operations.get(name) !== added) return;
        this.#operations.delete(name);
        this.#changed();
      },
    };
  }

  /** What is listed tells of the operations: once it has been made it is made anew, and clients hear of it. */
  #changed(): void {
    const isStale = this.#tools !== undefined || this.#operations.size === 0;
    if (isStale) {
      this.#tools = undefined;
      for (const tool of this.#registered) tool.remove();
      this.#registered = [];
    }
    if (this.#registered.length > 0 || this.#operations.size === 0) return;
    this.#registered = [
      this.#register("search"),
      this.#register("describe"),
      this.#register("call"),
    ];
    this.#load();
  }

  #register(which: SearchTool): Registration {
    return this.#host.registry.addTool(searchToolNames[which], {
      describe: () => this.#open().describe(which),
      call: async (args, ctx) => this.#open().call(which, args, ctx),
    });
  }

  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const loading = import("./search-tools.js").then((module) => {
      this.#module = module;
    });
    this.#host.waitFor(loading);
  }

  #open(): SearchTools {
    if (this.#tools) return this.#tools;
    // Nothing is asked of the tools before it is there.
    if (!this.#module) throw new Error("The search is not loaded.");
    this.#tools = new this.#module.SearchTools(this.#operations, this.#host);
    return this.#tools;
  }
}
