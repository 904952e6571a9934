import type { ClientOptions, HttpClientOptions } from "../../client-options.js";
import type { McpClient } from "../../client.js";
import { McpConnectionError } from "../../errors.js";
import type {
  ManagedTarget,
  OpenConnection,
  ServerAddress,
  ServerEntry,
} from "../manager-model.js";

/** Reads both forms of an entry. @throws TypeError for anything else */
export function entryOf(given: ManagedTarget | ServerEntry, server: string): ServerEntry {
  if (isEntry(given)) {
    checkTarget(given.target, server);
    return given;
  }
  checkTarget(given, server);
  return { target: given };
}

function isEntry(given: ManagedTarget | ServerEntry): given is ServerEntry {
  return typeof given === "object" && "target" in given && !isClient(given);
}

function checkTarget(target: unknown, server: string): void {
  if (typeof target === "function" || isClient(target) || isTransport(target)) return;
  if (typeof target === "string" && target.trim() !== "") return;
  if (target instanceof URL) return;
  if (Array.isArray(target) && target.length > 0) return;
  if (typeof (target as { command?: unknown } | null)?.command === "string") return;
  throw new TypeError(
    `The server "${server}" needs a URL, a command, a connected client, or a function that connects.`,
  );
}

/** Whether a target is a client that is already connected. */
export function isClient(target: unknown): target is McpClient {
  return typeof (target as { callTool?: unknown } | null)?.callTool === "function";
}

function isTransport(target: unknown): boolean {
  const { start, send } = (target ?? {}) as { readonly start?: unknown; readonly send?: unknown };
  return typeof start === "function" && typeof send === "function";
}

/** Connects to what an entry names. The signal ends the connection. */
export class TargetOpener {
  readonly #name: string;
  readonly #entry: ServerEntry;
  readonly #common: ClientOptions;
  readonly #open: OpenConnection;
  #isUsed = false;

  constructor(
    name: string,
    entry: ServerEntry,
    common: ClientOptions,
    openConnection: OpenConnection,
  ) {
    this.#name = name;
    this.#entry = entry;
    this.#common = common;
    this.#open = openConnection;
  }

  /** False for what is a connection already. */
  get canReopen(): boolean {
    return !isClient(this.#entry.target) && !isTransport(this.#entry.target);
  }

  async open(signal: AbortSignal, isAnotherAttempt: boolean): Promise<McpClient> {
    const { target, options, transport } = this.#entry;
    if (!this.canReopen) this.#useOnce();
    if (isClient(target)) return target;
    const merged: HttpClientOptions = {
      ...this.#common,
      ...options,
      name: this.#name,
      // The pauses between attempts are then the manager's.
      ...(isAnotherAttempt && { retries: 0 }),
      signal: AbortSignal.any([signal, ...signalsOf(this.#common, options)]),
    };
    if (typeof target === "function") return target(merged);
    return this.#open(target as ServerAddress, merged, transport);
  }

  #useOnce(): void {
    if (this.#isUsed) {
      throw new McpConnectionError(
        `"${this.#name}" was given as a connection, which can't be made again. Give its URL or command, or a function that connects.`,
        { server: this.#name },
      );
    }
    this.#isUsed = true;
  }
}

function signalsOf(...options: (ClientOptions | undefined)[]): AbortSignal[] {
  return options.flatMap((each) => each?.signal ?? []);
}
