import picomatch from "picomatch";
import { isSafeName } from "./safe-names.js";

/** Which files of a folder are offered. */
export interface FileChoice {
  /** A glob; one without a slash is about names in every folder. */
  readonly pattern: string;
  readonly recursive: boolean;
  readonly includeHidden: boolean;
}

/** Decides by the names of files and folders which of them are offered. */
export class ChosenFiles {
  readonly #choice: FileChoice;
  readonly #matches: (path: string) => boolean;

  /** @throws TypeError for a pattern that can't be used */
  constructor(choice: FileChoice) {
    const { pattern, includeHidden } = choice;
    if (typeof pattern !== "string" || pattern === "" || pattern.startsWith("/")) {
      throw new TypeError("pattern must be a glob, relative to the folder.");
    }
    this.#choice = choice;
    this.#matches = picomatch(pattern, {
      dot: includeHidden,
      basename: !pattern.includes("/"),
      // The same names on every system; a backslash is part of none.
      windows: false,
    });
  }

  /** Whether a folder below may hold chosen files. */
  enters(name: string): boolean {
    return this.#choice.recursive && this.#isVisible(name);
  }

  /** Whether a file is chosen, by the names in its path. */
  takes(segments: readonly string[]): boolean {
    if (segments.length === 0 || !segments.every((name) => this.#isVisible(name))) return false;
    if (segments.length > 1 && !this.#choice.recursive) return false;
    return this.#matches(segments.join("/"));
  }

  #isVisible(name: string): boolean {
    return isSafeName(name) && (this.#choice.includeHidden || !name.startsWith("."));
  }
}
