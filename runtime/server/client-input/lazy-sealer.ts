import type { JsonObject } from "../../protocol/json.js";
import { finiteAtLeast } from "../../protocol/limits/check-limit.js";

export interface SealerOptions {
  /**
   * Secrets of at least 32 bytes. The first seals and all open, so that one can be replaced while states are on their
   * way. Processes that serve the same clients must share them. Default: a random one per process.
   */
  readonly keys?: readonly (string | Uint8Array)[];
  /** Lifetime of a state, in milliseconds; default ten minutes. */
  readonly ttlMs?: number;
  /** Remembers the states whose answers were used. Default: in the memory of the process. */
  readonly replays?: UsedStates;
}

/** Remembers what may be used only once. */
export interface UsedStates {
  /** Marks a key as used. @returns false if it was used before */
  first(key: string, ttlMs: number): boolean | Promise<boolean>;
}

/** What a state belongs to: it opens only for the same user and the same request. */
export interface StateBinding {
  readonly method: string;
  /** The name of the tool or prompt, or the URI. */
  readonly name: string;
  readonly args?: JsonObject;
  /** `callerKey` of the caller, if it is known. */
  readonly subject: string | undefined;
  /** The id of the session, if the request has one. */
  readonly session?: string | undefined;
}

/** @see RequestStateSealer */
export interface StateSealer {
  seal(value: unknown, binding: StateBinding): string;
  open(sealed: unknown, binding: StateBinding): unknown;
  spend(sealed: string): Promise<void>;
}

/** Minimum length of a secret, and length of the keys derived from it. */
export const secretBytes = 32;

/** @throws TypeError if a secret is too short */
export function checkSecrets(secrets: readonly (string | Uint8Array)[]): void {
  if (secrets.some((secret) => Buffer.byteLength(secret) < secretBytes)) {
    throw new TypeError(`Secrets for request states need at least ${secretBytes} bytes.`);
  }
}

/** The sealer of a server. Secrets are checked at once; the sealer is made when it is first needed. */
export class LazySealer {
  readonly #options: SealerOptions;
  #sealer: StateSealer | undefined;

  /** @throws TypeError if a secret is too short; RangeError if the lifetime is below 1 or infinite */
  constructor(options: SealerOptions = {}) {
    const { keys = [], ttlMs } = options;
    checkSecrets(keys);
    finiteAtLeast(1, "requestStateTtlMs", ttlMs);
    this.#options = options;
  }

  /** @param sealerClass `RequestStateSealer`, which is loaded by then */
  made(sealerClass: new (options: SealerOptions) => StateSealer): StateSealer {
    return (this.#sealer ??= new sealerClass(this.#options));
  }
}
