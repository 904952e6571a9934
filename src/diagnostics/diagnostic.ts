import type { Code } from "./codes.js";

/** Whether a diagnostic stops the run (`error`), deserves a look (`warning`) or only tells (`info`). */
export type Severity = "error" | "warning" | "info";

/** A place in an input. Cheap to create; converted to line and column only when it is reported. */
export interface Place {
  /** Key of the source file in its document set: an absolute `file:` or `http(s):` URL, or `stdin:`. */
  readonly file: string;
  /** RFC 6901 JSON Pointer into that file's value; `""` is the root. */
  readonly pointer: string;
  /** Character offset, for problems found before the value exists (syntax errors). */
  readonly offset?: number;
}

/** A problem as a stage reports it. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** One sentence that names the object and what is wrong with it. */
  readonly message: string;
  readonly place?: Place;
  /** The next step: what to change, or the option that allows it. */
  readonly hint?: string;
}

/** A problem as reported to users and tools. */
export interface LocatedDiagnostic extends Omit<Diagnostic, "place"> {
  /** The place in the document, route map or other file. */
  readonly at?: {
    /** Path, relative to the working directory if possible, or URL. */
    readonly file: string;
    /** 1-based. */
    readonly line: number;
    /** 1-based, in UTF-16 code units. */
    readonly column: number;
    readonly pointer: string;
  };
  /** The source lines around the place, ready to print. */
  readonly excerpt?: string;
}
