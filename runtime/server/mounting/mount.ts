import { andThen, isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import { Lifespan } from "../lifespan.js";
import type { Registry, ToolEntry } from "../registry/registry.js";
import { cancellationOf } from "../types/call-cancellation.js";
import type { CallContext } from "../types/call-context.js";
import { withMountedContext } from "./lazy-context.js";
import type { MountRunner } from "./mounted-entries.js";
import type { Mounted, MountedServer } from "./mounts.js";

/** What a mount needs of its host. */
export interface MountHost {
  readonly registry: Registry;
  /** Returns the entry of a mounted tool as the host lists it. */
  adopt(entry: ToolEntry, name: string, mount: Mount): ToolEntry;
}

/**
 * A server mounted in another one. The lifespan of the mounted server runs while its host does, once for all hosts of the host;
 * it does not matter whether the server is also served by itself.
 */
export class Mount implements MountRunner, Mounted {
  readonly server: MountedServer;
  readonly prefix: string;
  readonly #host: MountHost;
  /** How often it was started more than stopped. */
  #users = 0;
  #lifespan: Lifespan | undefined;
  #openCalls = 0;
  #onIdle: (() => void) | undefined;

  constructor(server: MountedServer, prefix: string, host: MountHost) {
    this.server = server;
    this.prefix = prefix;
    this.#host = host;
  }

  get origin(): string {
    const how = this.prefix === "" ? "without a prefix" : `with the prefix "${this.prefix}"`;
    return `${this.server.name}, which is mounted ${how}`;
  }

  async start(): Promise<void> {
    const { lifespan } = this.server.options;
    if (lifespan) this.#lifespan ??= new Lifespan(lifespan);
    this.#users++;
    try {
      await this.#lifespan?.start();
      await this.server.mounts.start();
    } catch (error) {
      if (--this.#users === 0) await this.#end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    if (this.#users === 0) return;
    if (--this.#users > 0) return this.server.mounts.stop();
    try {
      await this.server.mounts.stop();
    } finally {
      await this.#end();
    }
  }

  idle(): Promise<void> {
    if (this.#openCalls === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#onIdle = resolve));
  }

  run<T>(
    ctx: CallContext,
    work: (inner: CallContext) => MaybePromise<T>,
    toolName?: string,
  ): MaybePromise<T> {
    const call = {
      host: this.#host.registry,
      ctx,
      prefix: this.prefix,
      adopt: (entry: ToolEntry, name: string) => this.#host.adopt(entry, name, this),
    };
    if (!this.server.options.lifespan) return withMountedContext(call, undefined, toolName, work);
    if (!this.#lifespan) throw new Error(`The server ${this.server.name} is closed.`);
    return this.#counted(
      andThen(this.#lifespan.start(), (value) => {
        cancellationOf(ctx).throwIfAborted();
        return withMountedContext(call, value, toolName, work);
      }),
    );
  }

  async #end(): Promise<void> {
    const lifespan = this.#lifespan;
    this.#lifespan = undefined;
    await lifespan?.stop();
  }

  #counted<T>(value: MaybePromise<T>): MaybePromise<T> {
    if (!isPromiseLike(value)) return value;
    this.#openCalls++;
    return Promise.resolve(value).finally(() => {
      if (--this.#openCalls === 0) this.#onIdle?.();
    });
  }
}
