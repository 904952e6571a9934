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
import { ChainCode, LazyChain, type AnyChain, type MakeChain } from "./lazy-chain.js";

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
    const around = this.#around(
      "tool",
      name,
      entry,
      own,
      (code, all) => new code.ToolChain(all, entry),
    );
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
      call: (args, ctx) => around.chain.run(args, ctx),
      ...(entry.callForWire &&
        !around.intercepts && {
          callForWire: (args, ctx) => around.chain.callForWire(args, ctx),
        }),
      handleLate: around.handlesErrors
        ? (error, args, ctx) => around.chain.handleLate(error, args, ctx)
        : entry.handleLate,
    };
  }

  resource(entry: ResourceEntry, own: EntryUse): ResourceEntry {
    const around = this.#around("resource", entry.listed.name, entry, own, (code, all) =>
      code.resourceChain(all, entry),
    );
    if (!around) return entry;
    const read: ResourceEntry["read"] = async (ctx) => around.chain.run({}, ctx, entry.listed.uri);
    return { ...entry, ...around.shown, read };
  }

  template(entry: TemplateEntry, own: EntryUse): TemplateEntry {
    const around = this.#around(
      "template",
      entry.listed.name,
      entry,
      own,
      (code, all) => new code.TemplateChain(all, entry),
    );
    if (!around) return entry;
    const read: TemplateEntry["read"] = async (uri, variables, ctx) =>
      around.chain.read(uri, variables, ctx);
    return { ...entry, ...around.shown, read };
  }

  /** Resources that are not listed have what is around all entries of the server. */
  unlisted(resources: UnlistedResources): UnlistedResources {
    const around = this.#around("resource", resources.name, resources, {}, (code, all) =>
      code.unlistedChain(all, resources),
    );
    if (!around) return resources;
    const read: UnlistedResources["read"] = async (uri, ctx) => around.chain.run({}, ctx, uri);
    return { ...resources, ...around.shown, read };
  }

  prompt(entry: PromptEntry, own: EntryUse): PromptEntry {
    const around = this.#around("prompt", entry.listed.name, entry, own, (code, all) =>
      code.promptChain(all, entry),
    );
    if (!around) return entry;
    const get: PromptEntry["get"] = async (args, ctx) => around.chain.run(args, ctx);
    return { ...entry, ...around.shown, get };
  }

  /** Returns what is around an entry; undefined when there is nothing. */
  #around<C extends AnyChain>(
    kind: EntryKind,
    name: string,
    { operation, metadata: noted, guards }: AnyEntry,
    own: EntryUse,
    make: MakeChain<C>,
  ): LazyChain<C> | undefined {
    if (this.#isEmpty && !own.use && !own.metadata) return undefined;
    const { use, metadata } = joinUse([this.#all, defined({ metadata: noted }), own]);
    checkMiddleware(own.use ?? []);
    if (use.length === 0 && Object.keys(metadata).length === 0) return undefined;
    const around = { facts: { kind, name, metadata, operation }, use };
    return new LazyChain(around, guards, this.#code, make);
  }
}
