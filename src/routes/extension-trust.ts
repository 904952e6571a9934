import { classOfHost } from "../../runtime/contract/addresses.js";
import type { Place } from "../diagnostics/diagnostic.js";
import { below } from "../diagnostics/place.js";
import { valueAt } from "../load/pointer.js";
import type { Sources } from "../load/source.js";
import type { Operation } from "../operations/model.js";

type Extension = "x-mcp" | "x-speakeasy-mcp";

/**
 * Tells the user's words in `x-mcp` from those of a document that was fetched from another host. Overlays are the user's,
 * and so are files and documents of this computer.
 */
export class ExtensionTrust {
  readonly #sources: Sources;
  readonly #placeOf: (place: Place) => Place;

  /** @param placeOf - maps a place to the overlay that wrote it */
  constructor(sources: Sources, placeOf: (place: Place) => Place = (place) => place) {
    this.#sources = sources;
    this.#placeOf = placeOf;
  }

  /** Returns whether the user wrote a member of an operation's extension. */
  for(operation: Operation, extension: Extension): (...keys: readonly string[]) => boolean {
    const { root } = this.#sources;
    const files = [operation.place.file, root.url];
    if (!files.some((file) => this.#isElsewhere(file))) return () => true;
    const at = this.#writtenAt(operation, extension);
    if (at === undefined) return () => false;
    return (...keys) => {
      const place = keys.reduce(below, at);
      return !this.#isElsewhere(place.file) || this.#placeOf(place).file !== place.file;
    };
  }

  /** The extension is of the operation, its path item or the document. */
  #writtenAt({ place, extensions }: Operation, extension: Extension): Place | undefined {
    const pathItem = { file: place.file, pointer: place.pointer.replace(/\/[^/]*$/, "") };
    const holders: readonly Place[] = [
      place,
      pathItem,
      { file: this.#sources.root.url, pointer: "" },
    ];
    return holders
      .map((holder) => below(holder, extension))
      .find(({ file, pointer }) => {
        const source = this.#sources.files.get(file);
        return source && valueAt(source.value, pointer) === extensions[extension];
      });
  }

  #isElsewhere(file: string): boolean {
    if (!/^https?:/.test(file)) return false;
    return this.#sources.reach !== "loopback" && classOfHost(new URL(file).hostname) !== "loopback";
  }
}
