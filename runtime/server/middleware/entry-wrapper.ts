import type { Operation } from "../../contract/operation.js";
import type { PromptEntry, ResourceEntry, TemplateEntry, ToolEntry } from "../registry/registry.js";
import type { CalledOperation, EntryKind, EntryUse, Middleware } from "../types/middleware.js";
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
  }

  tool(name: string, entry: ToolEntry, own: EntryUse, operation?: Operation): ToolEntry {
    const around = this.#around("tool", name, own, operation);
    return around ? new GuardedTool(entry, around) : entry;
  }

  resource(entry: ResourceEntry, own: EntryUse, operation?: Operation): ResourceEntry {
    const around = this.#around("resource", entry.listed.name, own, operation);
    return around ? guardedResource(entry, around) : entry;
  }

  template(entry: TemplateEntry, own: EntryUse, operation?: Operation): TemplateEntry {
    const around = this.#around("template", entry.listed.name, own, operation);
    return around ? guardedTemplate(entry, around) : entry;
  }

  prompt(entry: PromptEntry, own: EntryUse): PromptEntry {
    const around = this.#around("prompt", entry.listed.name, own);
    return around ? guardedPrompt(entry, around) : entry;
  }

  /** Returns what is around an entry; undefined when there is nothing. */
  #around(
    kind: EntryKind,
    name: string,
    { use = [], metadata }: EntryUse,
    operation?: Operation,
  ): Around | undefined {
    checkMiddleware(use);
    const all = [...this.#use, ...use];
    if (all.length === 0 && !metadata) return undefined;
    const facts = { kind, name, metadata: metadata ?? {}, operation: called(operation) };
    return new Around(facts, all, this.#code);
  }
}

function called(operation: Operation | undefined): CalledOperation | undefined {
  if (!operation) return undefined;
  const { id, request, expose } = operation;
  return { id, method: request.method, path: request.path, tags: expose.tags ?? [] };
}
