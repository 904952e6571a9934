import type { CalledLink } from "./session-links.js";

/** A process of its own may stand behind each. */
const mostLinks = 8;

/**
 * Sessions with a remote server before 2026-07-28 for calls of clients of that revision, which have none. A call that waits for its
 * client keeps its session for itself, because questions do not say which call they belong to.
 */
export class CallLinks {
  readonly #first: CalledLink;
  readonly #open: (() => CalledLink) | undefined;
  readonly #more: CalledLink[] = [];

  /** @param open opens a further session; absent: there is one for all */
  constructor(first: CalledLink, open: (() => CalledLink) | undefined) {
    this.#first = first;
    this.#open = open;
  }

  /** Returns a session in which no call waits for its client, if there can be one, and preferably no other call is open. */
  next(): CalledLink {
    if (this.#first.calls.isIdle) return this.#first;
    const all = [this.#first, ...this.#more];
    const free = all.filter(({ calls }) => !calls.isWaiting);
    const found = free.find(({ calls }) => calls.isIdle) ?? free[0];
    if (found) return found;
    if (!this.#open || all.length >= mostLinks) return this.#first;
    const opened = this.#open();
    this.#more.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#more.map(({ link }) => link.close()));
  }
}
