import path from "node:path";
import { watch, type FSWatcher } from "chokidar";

/**
 * Watches files and folders by the folders that they are in, because an editor may replace a file by another of the same
 * name, and a file may appear later. Everything else in these folders is ignored.
 */
export class FileWatcher {
  readonly #onEvent: (url: string) => void;
  #watcher: FSWatcher | undefined;
  #watched: ReadonlyMap<string, string> = new Map();

  /** @param onEvent - called with the URL of an input that may have changed */
  constructor(onEvent: (url: string) => void) {
    this.#onEvent = onEvent;
  }

  /**
   * Watches these paths instead of the former ones. Resolves when changes are noticed.
   *
   * @param paths - absolute, with their URLs; those of folders end with `/`
   */
  async watch(paths: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#watched;
    if (before.size === paths.size && [...paths.keys()].every((each) => before.has(each))) return;
    this.#watched = paths;
    const former = this.#watcher;
    this.#watcher = await this.#start(paths);
    await former?.close();
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
    this.#watcher = undefined;
    this.#watched = new Map();
  }

  async #start(paths: ReadonlyMap<string, string>): Promise<FSWatcher> {
    const folders = [...paths].flatMap(([each, url]) => (url.endsWith("/") ? [each] : []));
    const roots = new Set([...[...paths.keys()].map((each) => path.dirname(each)), ...folders]);
    const folderOf = (each: string): string | undefined =>
      folders.find((folder) => each === folder || each.startsWith(folder + path.sep));
    const watcher = watch([...roots], {
      ignoreInitial: true,
      depth: folders.length > 0 ? maxDepth : 0,
      ignored: (each) => !roots.has(each) && !paths.has(each) && folderOf(each) === undefined,
    });
    watcher.on("all", (_event, each) => {
      const url = paths.get(each) ?? paths.get(folderOf(each) ?? "");
      if (url !== undefined) this.#onEvent(url);
    });
    // A folder that can't be watched is not the end of the others. Node tells it again as an event.
    watcher.on("error", () => undefined);
    await new Promise<void>((resolve) => watcher.once("ready", resolve));
    return watcher;
  }
}

/** Of folders within watched folders. */
const maxDepth = 5;
