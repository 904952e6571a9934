import { isObject, member } from "../../protocol/json.js";
import type { AnyOperation } from "../../contract/operation-reference.js";
import type { ToolEntry } from "../registry/registry.js";
import type { Registration } from "../types/definitions.js";
import { searchToolNames, type SearchTool } from "../../contract/search-tool-names.js";
import type { SearchableOperation, SearchHost } from "./search-host.js";
import type { SearchTools } from "./search-tools.js";

/**
 * Operations that a server offers without listing them. The tools that find and call them are loaded with the first such
 * operation.
 */
export class SearchableOperations {
  readonly #host: SearchHost;
  readonly #operations = new Map<string, SearchableOperation>();
  #registered: readonly Registration[] = [];
  #module: typeof import("./search-tools.js") | undefined;
  #isLoading = false;
  /** Created when first used, and again after a change. */
  #tools: SearchTools | undefined;

  constructor(host: SearchHost) {
    this.#host = host;
  }

  /** @throws TypeError when the operation's name or that of a search tool is taken */
  add(operation: AnyOperation, entry: ToolEntry): Registration {
    const { name } = operation.expose;
    if (this.#operations.has(name)) {
      throw new TypeError(`The operation ${JSON.stringify(name)} is already registered.`);
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

  /** Registers the tools again, which notifies clients, if they were listed: their listing describes the operations. */
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
    const name = searchToolNames[which];
    const tool: ToolEntry = {
      callsUnlisted: which === "call",
      // The search itself shows no more than a list of tools would.
      scopesOf: which === "search" ? undefined : (args) => this.#scopesOf(args),
      describe: (prefix, isGuarded) => this.#open().describe(which, prefix, isGuarded),
      call: async (args, ctx) => this.#open().call(which, args, ctx),
    };
    return this.#host.registry.addTool(name, which === "call" ? tool : this.#host.wrap(name, tool));
  }

  #scopesOf(args: unknown): readonly string[] | undefined {
    const name = isObject(args) ? member(args, "name") : undefined;
    return this.#operations.get(name as string)?.entry.scopes;
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
    // Unreachable: `waitFor` delays requests.
    if (!this.#module) throw new Error("The search tools are not loaded.");
    this.#tools = new this.#module.SearchTools(this.#operations, this.#host);
    return this.#tools;
  }
}
