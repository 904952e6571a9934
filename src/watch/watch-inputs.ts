import { setTimeout as pause } from "node:timers/promises";
import { FileWatcher } from "./file-watcher.js";
import type { InputLog } from "./input-log.js";

export interface WatchOptions {
  /**
   * Makes a run, and returns the inputs to watch after it.
   *
   * @param changed URLs of the inputs that changed since they were read; empty for the first run
   */
  readonly run: (changed: ReadonlySet<string>) => Promise<InputLog>;
  /** Milliseconds without another change before a run begins. */
  readonly quietMs?: number;
  /** Milliseconds between two questions to a server whether a document changed. */
  readonly pollMs?: number;
}

/** Editors write a file in several steps, and people save several files. */
const defaultQuietMs = 100;
const defaultPollMs = 60_000;

/**
 * Runs once, and again whenever an input of the last run holds something else: one run after another, and one for changes
 * that come together. Events on files that hold what was read cause none, so that a run never causes the next.
 */
export class InputWatch {
  readonly #options: WatchOptions;
  readonly #files = new FileWatcher((url) => this.#note([url]));
  readonly #end = new AbortController();
  #pending = new Set<string>();
  #events = 0;
  #wake: (() => void) | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Resolves after `close`. Rejects if a run rejects. */
  async watch(): Promise<void> {
    let changed: ReadonlySet<string> = new Set();
    try {
      while (!this.#end.signal.aborted) {
        const log = await this.#options.run(changed);
        await this.#files.watch(log.paths());
        // What changed since it was read, before it was watched.
        this.#note(log.urls.filter((url) => url.startsWith("file:")));
        changed = await this.#nextChange(log);
      }
    } finally {
      await this.#files.close();
    }
  }

  /** Ends the watch. A run that has begun goes on to its end. */
  close(): void {
    this.#end.abort();
    this.#wake?.();
  }

  async #nextChange(log: InputLog): Promise<ReadonlySet<string>> {
    const { pollMs = defaultPollMs } = this.#options;
    const poll =
      log.remote.length > 0 ? setInterval(() => this.#note(log.remote), pollMs) : undefined;
    try {
      for (;;) {
        const pending = await this.#nextEvents();
        if (this.#end.signal.aborted) return new Set();
        const changed = await log.changed(pending);
        if (changed.size > 0) return changed;
      }
    } finally {
      clearInterval(poll);
    }
  }

  /** Resolves to what events were about, when no more come. */
  async #nextEvents(): Promise<ReadonlySet<string>> {
    const { signal } = this.#end;
    if (this.#pending.size === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    for (let seen = -1; seen !== this.#events && !signal.aborted;) {
      seen = this.#events;
      await pause(this.#options.quietMs ?? defaultQuietMs, undefined, { signal }).catch(
        () => undefined,
      );
    }
    const pending = this.#pending;
    this.#pending = new Set();
    return pending;
  }

  #note(urls: readonly string[]): void {
    for (const url of urls) this.#pending.add(url);
    this.#events += 1;
    this.#wake?.();
  }
}
