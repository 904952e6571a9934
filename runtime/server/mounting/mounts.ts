import type { JsonObject } from "../../protocol/json.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { ServerOptions } from "../types/server-options.js";

/** A server that can be mounted. */
export interface MountedServer {
  readonly name: string;
  readonly options: ServerOptions;
  /** The servers that are mounted in it. */
  readonly mounts: Mounts;
}

/** A server that is mounted. */
export interface Mounted {
  readonly server: MountedServer;
  /** Starts the lifespan, and those of the servers that are mounted in this one. @throws what they throw; then it is stopped */
  start(): Promise<void>;
  /** Ends them when every `start` has had its `stop`. @throws what the end of a lifespan throws */
  stop(): Promise<void>;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

/** The servers that are mounted in a server. */
export class Mounts {
  readonly #mounts = new Set<Mounted>();
  /** How often they were started more than stopped. */
  #users = 0;

  get isEmpty(): boolean {
    return this.#mounts.size === 0;
  }

  /** The options of the mounted servers, and of those that are mounted in them. */
  get options(): readonly ServerOptions[] {
    return [...this.#mounts].flatMap(({ server }) => [server.options, ...server.mounts.options]);
  }

  /** Whether a server is mounted here, or in one that is. */
  has(mounts: Mounts): boolean {
    return [...this.#mounts].some(
      ({ server }) => server.mounts === mounts || server.mounts.has(mounts),
    );
  }

  /** Adds a mount, and starts it as often as the others are. @throws what its lifespan throws */
  async add(mount: Mounted): Promise<void> {
    this.#mounts.add(mount);
    for (let user = 0; user < this.#users; user++) await mount.start();
  }

  /** Forgets a mount, and stops it when its calls are over. @throws what the end of its lifespan throws */
  async remove(mount: Mounted): Promise<void> {
    this.#mounts.delete(mount);
    const users = this.#users;
    await mount.idle();
    for (let user = 0; user < users; user++) await mount.stop();
  }

  /** Starts all mounted servers. @throws the first error of a lifespan; then none is started */
  async start(): Promise<void> {
    this.#users++;
    const started: Mounted[] = [];
    try {
      for (const mount of this.#mounts) {
        await mount.start();
        started.push(mount);
      }
    } catch (error) {
      this.#users--;
      await Promise.allSettled(started.map((mount) => mount.stop()));
      throw error;
    }
  }

  /** Stops all mounted servers, the last mounted first. @throws the first error, when all are stopped */
  async stop(): Promise<void> {
    if (this.#users === 0) return;
    this.#users--;
    const errors: unknown[] = [];
    for (const mount of [...this.#mounts].reverse()) {
      await mount.stop().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Passes a notification of a client on. @param failed called with what a handler throws or rejects with */
  notified(
    method: string,
    params: JsonObject,
    sessionId: string | undefined,
    failed: (error: unknown) => void,
  ): void {
    for (const each of this.options) {
      void recover(() => each.onNotification?.(method, params, sessionId), failed);
    }
  }
}
