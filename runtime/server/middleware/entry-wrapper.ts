import { defined } from "../../protocol/defined.js";
import type {
  AnyEntry,
  PromptEntry,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
  UnlistedResources,
} from "../registry/registry.js";
import type { EntryKind, EntryUse } from "../types/middleware.js";
import { checkMiddleware } from "./check-middleware.js";
import { joinUse } from "./join-use.js";
import { ChainCode, LazyChain } from "./lazy-chain.js";

/**
 * Puts guards, interceptors and exception handlers around entries when these are registered, so that no way to an entry goes
 * past them: neither a task, nor `call_operation`, nor a tool that reads a resource. An entry without any stays as it is.
 */
export class EntryWrapper {
  readonly #all: Required<EntryUse>;
  readonly #isEmpty: boolean;
  readonly #code: ChainCode;

  /**
   * @param all what is around all entries of the server
   * @param waitFor makes requests wait for a promise
   * @throws TypeError for a member of `use` that can't be used
   */
  constructor(all: Required<EntryUse>, waitFor: (loading: Promise<unknown>) => void) {
    checkMiddleware(all.use);
    this.#all = all;
    this.#isEmpty = all.use.length === 0 && Object.keys(all.metadata).length === 0;
    this.#code = new ChainCode(waitFor);
    // Also without entries: a mounted server may have some that its host does not list.
    if (!this.#isEmpty) this.#code.load();
  }

  tool(name: string, entry: ToolEntry, own: EntryUse): ToolEntry {
    const around = this.#around("tool", name, entry, own);
    if (!around) return entry;
    const { headers, scopes, scopesOf, requires, task, timeoutMs, operation, origin } = entry;
    return {
      ...around.shown,
      headers,
      scopes,
      scopesOf,
      requires,
      task,
      timeoutMs,
      operation,
      origin,
      ready: () => entry.ready?.(),
      describe: (prefix, isGuarded) => entry.describe(prefix, isGuarded || around.hides),
      call: (args, ctx) => around.chain.callTool(entry, args, ctx),
      handleLate: around.handlesErrors
        ? (error, args, ctx) => around.chain.handleLate(entry, error, args, ctx)
        : entry.handleLate,
    };
  }

  resource(entry: ResourceEntry, own: EntryUse): ResourceEntry {
    const around = this.#around("resource", entry.listed.name, entry, own);
    if (!around) return entry;
    const read: ResourceEntry["read"] = (ctx) => around.chain.readResource(entry, ctx);
    return { ...entry, ...around.shown, read };
  }

  template(entry: TemplateEntry, own: EntryUse): TemplateEntry {
    const around = this.#around("template", entry.listed.name, entry, own);
    if (!around) return entry;
    const read: TemplateEntry["read"] = (uri, variables, ctx) =>
      around.chain.readTemplate(entry, uri, variables, ctx);
    return { ...entry, ...around.shown, read };
  }

  /** Resources that are not listed have what is around all entries of the server. */
  unlisted(resources: UnlistedResources): UnlistedResources {
    const around = this.#around("resource", resources.name, resources, {});
    if (!around) return resources;
    const read: UnlistedResources["read"] = (uri, ctx) =>
      around.chain.readUnlisted(resources, uri, ctx);
    return { ...resources, ...around.shown, read };
  }

  prompt(entry: PromptEntry, own: EntryUse): PromptEntry {
    const around = this.#around("prompt", entry.listed.name, entry, own);
    if (!around) return entry;
    const get: PromptEntry["get"] = (args, ctx) => around.chain.getPrompt(entry, args, ctx);
    return { ...entry, ...around.shown, get };
  }

  /** Returns what is around an entry; undefined when there is nothing. */
  #around(
    kind: EntryKind,
    name: string,
    { operation, metadata: noted, guards }: AnyEntry,
    own: EntryUse,
  ): LazyChain | undefined {
    if (this.#isEmpty && !own.use && !own.metadata) return undefined;
    const { use, metadata } = joinUse([this.#all, defined({ metadata: noted }), own]);
    checkMiddleware(own.use ?? []);
    if (use.length === 0 && Object.keys(metadata).length === 0) return undefined;
    return new LazyChain({ kind, name, metadata, operation }, use, guards, this.#code);
  }
}
