import type { Log } from "../../protocol/log.js";
import type { McpClient } from "../client.js";
import type { ExposedTool, ToolRegistry } from "./manager-model.js";

/** Tells a registry of each server's tools, in order. Its failures are logged and go no further. */
export class RegistryFeed {
  readonly #registry: ToolRegistry;
  readonly #log: Log;
  readonly #last = new Map<string, Promise<void>>();
  readonly #registered = new Set<string>();

  constructor(registry: ToolRegistry, log: Log) {
    this.#registry = registry;
    this.#log = log;
  }

  register(alias: string, tools: readonly ExposedTool[], client: McpClient): void {
    this.#registered.add(alias);
    this.#next(alias, () => this.#registry.registerMcpServer(alias, tools, client));
  }

  unregister(alias: string): void {
    if (!this.#registered.delete(alias)) return;
    this.#next(alias, () => this.#registry.unregisterMcpServer?.(alias));
  }

  /** Resolves when the registry has heard all of a server so far. */
  async settled(alias: string): Promise<void> {
    await this.#last.get(alias);
  }

  /** Calls the registry after the earlier call for the same server has ended. */
  #next(alias: string, work: () => unknown): void {
    const done = this.#run(alias, this.#last.get(alias), work);
    this.#last.set(alias, done);
  }

  async #run(alias: string, before: Promise<void> | undefined, work: () => unknown): Promise<void> {
    await before;
    try {
      await work();
    } catch (error) {
      this.#log.error("The registry of tools failed.", error, { server: alias });
    }
  }
}
