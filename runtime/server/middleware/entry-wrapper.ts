import type {
  AnyEntry,
  PromptEntry,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
} from "../registry/registry.js";
import type { EntryKind, EntryUse, Middleware } from "../types/middleware.js";
import { Around, ChainCode } from "./around.js";
import { checkMiddleware } from "./check-middleware.js";
import { GuardedTool, guardedPrompt, guardedResource, guardedTemplate } from "./guarded-entries.js";

/**
 * Puts guards, interceptors and exception handlers around entries when these are registered, so that no way to an entry goes
 * past them: neither a task, nor `call_operation`, nor a tool that reads a resource. An entry without any stays as it is.
 */
export class EntryWrapper {
  readonly #use: readonly Middleware[];
  readonly #code: ChainCode;

  /**
   * @param use what is around all entries of the server
   * @param waitFor makes requests wait for a promise
   * @throws TypeError for a member of `use` that can't be used
   */
  constructor(use: readonly Middleware[] = [], waitFor: (loading: Promise<unknown>) => void) {
    checkMiddleware(use);
    this.#use = use;
    this.#code = new ChainCode(waitFor);
    // Also without entries: a mounted server may have some that its host does not list.
    if (use.length > 0) this.#code.load();
  }

  tool(name: string, entry: ToolEntry, own: EntryUse): ToolEntry {
    const around = this.#around("tool", name, entry, own);
    return around ? new GuardedTool(entry, around) : entry;
  }

  resource(entry: ResourceEntry, own: EntryUse): ResourceEntry {
    const around = this.#around("resource", entry.listed.name, entry, own);
    return around ? guardedResource(entry, around) : entry;
  }

  template(entry: TemplateEntry, own: EntryUse): TemplateEntry {
    const around = this.#around("template", entry.listed.name, entry, own);
    return around ? guardedTemplate(entry, around) : entry;
  }

  prompt(entry: PromptEntry, own: EntryUse): PromptEntry {
    const around = this.#around("prompt", entry.listed.name, entry, own);
    return around ? guardedPrompt(entry, around) : entry;
  }

  /** Returns what is around an entry; undefined when there is nothing. */
  #around(
    kind: EntryKind,
    name: string,
    { operation, metadata: noted = {}, hiddenFrom }: AnyEntry,
    { use = [], metadata = noted }: EntryUse,
  ): Around | undefined {
    checkMiddleware(use);
    const all = [...this.#use, ...use];
    if (all.length === 0 && metadata === noted) return undefined;
    return new Around({ kind, name, metadata, operation }, all, this.#code, hiddenFrom);
  }
}
