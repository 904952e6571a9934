/** Notices that something in some folders has changed. Needs Node. */
import { watch, type FSWatcher } from "node:fs";
import { unref } from "../../protocol/unref.js";

/** Waits for the rest of a change: editors write a file in several steps. */
const quietMs = 50;
/** Without the system's notifications, the folders are looked at this often. */
const pollMs = 2_000;

/** Looks for changes. Returns the folders to watch from now on, by what tells each from another folder at its path. */
export type Look = () => Promise<ReadonlyMap<string, string>>;

/** Calls `look` at once and after each change. Notifications only say when: what has changed is found by looking. */
export class FolderWatch {
  readonly #look: Look;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isStale = false;
  #isStopped = false;

  constructor(look: Look) {
    this.#look = look;
    void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Looks until nothing changes meanwhile and every folder is watched. */
  async #run(): Promise<void> {
    if (this.#isLooking) {
      this.#isStale = true;
      return;
    }
    this.#isLooking = true;
    let isWatched = false;
    let isNew = true;
    while (isNew && !this.#isStopped) {
      this.#isStale = false;
      const folders = await this.#look().catch(() => new Map<string, string>());
      if (this.#isStopped) break;
      isWatched = folders.size > 0;
      // What a folder got before it was watched has to be looked for.
      isNew = this.#isStale;
      for (const [identity, folder] of folders) {
        if (this.#watchers.has(identity)) continue;
        if (this.#watch(identity, folder)) isNew = true;
        else isWatched = false;
      }
      for (const identity of this.#watchers.keys()) {
        if (!folders.has(identity)) this.#drop(identity);
      }
    }
    this.#isLooking = false;
    if (!isWatched) this.#later(pollMs);
  }

  #watch(identity: string, folder: string): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#later(quietMs));
      watcher.on("error", () => {
        this.#drop(identity);
        this.#later(quietMs);
      });
      this.#watchers.set(identity, watcher);
      return true;
    } catch {
      return false;
    }
  }

  #drop(identity: string): void {
    this.#watchers.get(identity)?.close();
    this.#watchers.delete(identity);
  }

  #later(milliseconds: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), milliseconds);
    unref(this.#timer);
  }
}
