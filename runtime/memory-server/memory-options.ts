import type { ServerFacts, ServerOptions } from "../server/types/server-options.js";
import type { MemoryLimits, MemoryStore } from "./memory-store.js";

/** Options of a memory server, besides those of every server. */
export interface MemoryServerOptions extends Omit<ServerOptions, "lifespan"> {
  /** File of an SQLite database, which is created if it does not exist. Default: the memory of the process. */
  readonly file?: string;
  /** Another store, which stays open when the server is closed. */
  readonly store?: MemoryStore;
  /**
   * True: the tools have an argument `user_id` that names the user. Without it, all who come without a token are one user. A caller
   * with a token is always the user of the token.
   */
  readonly userArgument?: boolean;
  /** How much is kept. */
  readonly memoryLimits?: Partial<MemoryLimits>;
  /** What the server says about itself. Default: the name `memory`. */
  readonly facts?: Partial<ServerFacts>;
}
