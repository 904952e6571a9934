import { statSync } from "node:fs";
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
  #glances: NodeJS.Timeout | undefined;

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
    await this.#begin(paths);
  }

  async close(): Promise<void> {
    this.#watched = new Map();
    clearInterval(this.#glances);
    await this.#watcher?.close();
    this.#watcher = undefined;
  }

  async #begin(paths: ReadonlyMap<string, string>): Promise<void> {
    const folders = [...paths].flatMap(([each, url]) => (url.endsWith("/") ? [each] : []));
    const roots = new Set([...[...paths.keys()].map((each) => path.dirname(each)), ...folders]);
    const identities = identitiesOf(roots);
    const started = await this.#start(paths, folders, roots);
    // It was closed meanwhile, or watches other paths.
    if (this.#watched !== paths) return started.close();
    const former = this.#watcher;
    this.#watcher = started;
    this.#glance(paths, roots, identities);
    await former?.close();
  }

  /**
   * A watcher ends with its folder, which a switch of branches may remove and bring back: then this begins anew, and what is
   * in the folders may have changed.
   */
  #glance(
    paths: ReadonlyMap<string, string>,
    roots: ReadonlySet<string>,
    before: ReadonlyMap<string, string>,
  ): void {
    clearInterval(this.#glances);
    const glances = setInterval(() => {
      const now = identitiesOf(roots);
      if ([...now].every(([each, identity]) => before.get(each) === identity)) return;
      clearInterval(glances);
      void this.#begin(paths).then(() => {
        for (const url of this.#watched.values()) this.#onEvent(url);
      });
    }, glanceMs);
    this.#glances = glances;
  }

  async #start(
    paths: ReadonlyMap<string, string>,
    folders: readonly string[],
    roots: ReadonlySet<string>,
  ): Promise<FSWatcher> {
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

/** Returns what tells a folder from another one of the same name, for each that exists. */
function identitiesOf(folders: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    try {
      const { dev, ino, birthtimeMs } = statSync(folder);
      found.set(folder, `${dev} ${ino} ${birthtimeMs}`);
    } catch {
      // It is missing, or can't be looked at.
    }
  }
  return found;
}

/** Between two looks whether a folder is another one. */
const glanceMs = 1000;

/** Of folders within watched folders. */
const maxDepth = 5;
