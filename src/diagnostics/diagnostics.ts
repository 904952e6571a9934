import type { SourceText } from "../load/source.js";
import type { Diagnostic, LocatedDiagnostic, Place } from "./diagnostic.js";
import { locate } from "./locate.js";

/** Collects the diagnostics of the stages. */
export class Diagnostics {
  readonly #cwd: string;
  readonly #found: Diagnostic[] = [];
  readonly #files = new Map<string, SourceText>();
  #placeOf: ((place: Place) => Place) | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Returns the given result. */
  add<Result extends { readonly diagnostics: readonly Diagnostic[] }>(result: Result): Result {
    for (const each of result.diagnostics) this.#found.push(this.#mapped(each));
    return result;
  }

  /** Also adds the texts that the places point into. */
  addLoaded<
    Loaded extends {
      readonly files: ReadonlyMap<string, SourceText>;
      readonly diagnostics: readonly Diagnostic[];
    },
  >(loaded: Loaded): Loaded {
    for (const [url, text] of loaded.files) this.#files.set(url, text);
    return this.add(loaded);
  }

  /** Maps the places of diagnostics that are added from now on. */
  mapPlaces(placeOf: ((place: Place) => Place) | undefined): void {
    this.#placeOf = placeOf;
  }

  /** Locates diagnostics that are reported apart from the others. */
  locate(apart: readonly Diagnostic[]): readonly LocatedDiagnostic[] {
    const mapped = apart.map((each) => this.#mapped(each));
    return locate(mapped, this.#files, this.#cwd);
  }

  #mapped(each: Diagnostic): Diagnostic {
    const placeOf = this.#placeOf;
    return each.place && placeOf ? { ...each, place: placeOf(each.place) } : each;
  }

  located(): readonly LocatedDiagnostic[] {
    return locate(this.#found, this.#files, this.#cwd);
  }
}
