import path from "node:path";
import type { ChosenFiles } from "./file-choice.js";
import { foldersByIdentity, stateOf } from "./file-state.js";
import { listFiles, type FoundFiles } from "./list-files.js";

/** What has changed in a folder since it was looked at before. */
export interface FolderChanges {
  /** A file came or went. */
  readonly isListChanged: boolean;
  /** Files that came, went or have other contents. */
  readonly changed: readonly (readonly string[])[];
  /** What to watch from now on, by identity. */
  readonly folders: ReadonlyMap<string, string>;
}

interface KnownFile {
  readonly segments: readonly string[];
  readonly state: string;
}

const nothing: FoundFiles = { files: [], folders: [] };

/** Remembers the files of a folder. */
export class FolderStates {
  readonly #root: string;
  readonly #chosen: ChosenFiles;
  readonly #maxFiles: number;
  /** By path. */
  #known: ReadonlyMap<string, KnownFile> = new Map();

  constructor(root: string, chosen: ChosenFiles, maxFiles: number) {
    this.#root = root;
    this.#chosen = chosen;
    this.#maxFiles = maxFiles;
  }

  /** Returns the same knowledge, which then changes on its own. */
  copy(): FolderStates {
    const copy = new FolderStates(this.#root, this.#chosen, this.#maxFiles);
    copy.#known = this.#known;
    return copy;
  }

  async look(): Promise<FolderChanges> {
    // A folder that is gone or too large to be listed has no files that anybody could be told of.
    const found = await listFiles(this.#root, this.#chosen, this.#maxFiles).catch(() => nothing);
    const current = new Map<string, KnownFile>();
    for (const segments of found.files) {
      const state = await stateOf(path.join(this.#root, ...segments));
      if (state !== "") current.set(segments.join("/"), { segments, state });
    }
    const before = this.#known;
    this.#known = current;
    const gone = [...before].filter(([name]) => !current.has(name));
    const other = [...current].filter(([name, { state }]) => before.get(name)?.state !== state);
    return {
      isListChanged: gone.length > 0 || other.some(([name]) => !before.has(name)),
      changed: [...gone, ...other].map(([, { segments }]) => segments),
      folders: await foldersByIdentity(found.folders),
    };
  }
}
