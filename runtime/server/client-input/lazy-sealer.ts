import type { RequestStateSealer } from "./request-state.js";

export interface SealerOptions {
  /**
   * Secrets of at least 32 bytes each: the first seals, all open, so that one can be replaced while states are under
   * way. Processes that serve the same clients must share them. Default: one made by this process.
   */
  readonly keys?: readonly (string | Uint8Array)[];
  /** How long a state may take to come back; default ten minutes. */
  readonly ttlMs?: number;
}

/** The least length of a secret, and the length of the keys that are made of them. */
export const secretBytes = 32;

/** @throws TypeError for a secret that is too short */
export function checkSecrets(secrets: readonly (string | Uint8Array)[]): void {
  if (secrets.some((secret) => Buffer.byteLength(secret) < secretBytes)) {
    throw new TypeError(`Secrets for request states need at least ${secretBytes} bytes.`);
  }
}

/** The sealer of a server: its secrets are checked at once, and it is made when a call first needs it. */
export class LazySealer {
  readonly #options: SealerOptions;
  #sealer: RequestStateSealer | undefined;

  /** @throws TypeError for a secret that is too short */
  constructor(options: SealerOptions = {}) {
    checkSecrets(options.keys ?? []);
    this.#options = options;
  }

  /** The one sealer of this server. @param sealerClass `RequestStateSealer`, which is loaded by then */
  made(sealerClass: new (options: SealerOptions) => RequestStateSealer): RequestStateSealer {
    return (this.#sealer ??= new sealerClass(this.#options));
  }
}
