import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Source, SourceText } from "./source.js";

/** A parsed input. */
export interface Parsed {
  /** Always present, so that a syntax error can be shown with its line. */
  readonly file: SourceText;
  readonly source?: Source;
  readonly diagnostics: readonly Diagnostic[];
}
