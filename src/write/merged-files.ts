/** Tells files that Git has merged from files that somebody edited. */
import { hasConflict, linesOf, withoutMarkers } from "./conflict-markers.js";
import { findMerge, type ReadFile } from "./git-merge.js";
import { isRecorded } from "./file-record.js";
import { contentHash, parseManifest, type Manifest } from "./manifest.js";

interface Side {
  readonly read: ReadFile;
  readonly manifest: Manifest | undefined;
}

interface Merge {
  readonly sides: readonly Side[];
  readonly result: ReadFile;
}

export class MergedFiles {
  readonly #root: string;
  readonly #manifestPath: string;
  /** The manifest itself shows that there was a merge. */
  readonly #isMerged: boolean;
  #merge: Promise<Merge | undefined> | undefined;

  constructor(root: string, manifestPath: string, isMerged: boolean) {
    this.#root = root;
    this.#manifestPath = manifestPath;
    this.#isMerged = isMerged;
  }

  /**
   * Whether a file whose content nobody recorded is what a merge made of files that runs wrote. If Git still knows both
   * sides, each must be as its manifest says. Otherwise all lines must be in the new content.
   *
   * @param now what the file holds now
   * @param next what this run writes; empty to remove the file
   */
  async isMergeOfOurs(path: string, now: string, next: string): Promise<boolean> {
    const merge = await (this.#merge ??= this.#readMerge());
    if (!merge) return (this.#isMerged || hasConflict(now)) && isMadeOf(now, [next]);
    if (!hasConflict(now)) {
      const result = await merge.result(path);
      if (result === undefined || contentHash(result) !== contentHash(now)) return false;
    }
    const known = [next];
    for (const { read, manifest } of merge.sides) {
      const content = await read(path);
      if (content === undefined) continue;
      if (!isRecorded(path, content, manifest?.files.get(path))) return false;
      known.push(content);
    }
    return isMadeOf(now, known);
  }

  async #readMerge(): Promise<Merge | undefined> {
    const found = await findMerge(this.#root);
    if (!found) return undefined;
    const sides: Side[] = [];
    for (const read of found.sides) {
      const text = await read(this.#manifestPath);
      sides.push({ read, manifest: text === undefined ? undefined : parseManifest(text) });
    }
    return { sides, result: found.result };
  }
}

function isMadeOf(text: string, contents: readonly string[]): boolean {
  const known = new Set(contents.flatMap(linesOf));
  return withoutMarkers(text).every((line) => known.has(line));
}
