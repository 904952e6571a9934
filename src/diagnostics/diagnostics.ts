import type { SourceText } from "../load/source.js";
import type { Diagnostic, LocatedDiagnostic, Place } from "./diagnostic.js";
import { locate, locateEach } from "./locate.js";

/** Collects the diagnostics of the stages. */
export class Diagnostics {
  readonly #cwd: string;
  readonly #found: Diagnostic[] = [];
  #findings: readonly Diagnostic[] | undefined;
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

  /** Adds what is reported apart from the diagnostics, at the end of the stages that read the document. */
  addFindings(findings: readonly Diagnostic[]): void {
    this.#findings = findings.map((each) => this.#mapped(each));
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

  /** Locates diagnostics of a later stage. */
  locate(later: readonly Diagnostic[]): readonly LocatedDiagnostic[] {
    const mapped = later.map((each) => this.#mapped(each));
    return locate(mapped, this.#files, this.#cwd);
  }

  #mapped(each: Diagnostic): Diagnostic {
    const placeOf = this.#placeOf;
    return each.place && placeOf ? { ...each, place: placeOf(each.place) } : each;
  }

  located(): readonly LocatedDiagnostic[] {
    return locate(this.#found, this.#files, this.#cwd);
  }

  /** Locates the diagnostics and the findings, if the stages got so far, in one pass over each file. */
  report(): {
    readonly diagnostics: readonly LocatedDiagnostic[];
    readonly findings?: readonly LocatedDiagnostic[];
  } {
    const lists = [this.#found, this.#findings ?? []];
    const [diagnostics = [], findings = []] = locateEach(lists, this.#files, this.#cwd);
    return this.#findings ? { diagnostics, findings } : { diagnostics };
  }
}
