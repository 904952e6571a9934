import type { DocumentReach } from "../../runtime/contract/addresses.js";

/** The text of one input file. */
export interface SourceText {
  /** Absolute `file:` or `http(s):` URL, or `stdin:`. Identifies the file. */
  readonly url: string;
  /** Without a byte order mark. */
  readonly text: string;
  /** `text` is prose, such as a Markdown file that a description refers to; its value is the text itself. */
  readonly format: "json" | "yaml" | "text";
  /**
   * A reference led to the file, and the user has not listed it. Messages don't quote it, and its strings are not shown,
   * because it may be no part of an API document.
   */
  readonly isReferenced?: true;
}

/** One input file, parsed. */
export interface Source extends SourceText {
  /** The parsed value: plain objects, arrays, strings, numbers, booleans, null. Never mutated. */
  readonly value: unknown;
  /** URL after redirects, which relative references are resolved against. Absent: `url`. */
  readonly location?: string;
  /** Overlays changed the value, so that it may differ from the text. */
  readonly overlaid?: true;
}

/** An input document with every file that it refers to, already read. */
export interface Sources {
  readonly root: Source;
  /** By `url`; holds `root` too. */
  readonly files: ReadonlyMap<string, Source>;
  /** URL of the working directory, which relative references of standard input are resolved against. */
  readonly base?: string;
  /** Which addresses the document may make us call. Absent for a file. */
  readonly reach?: DocumentReach;
  /** External files that were not read, by URL. Reported where an operation uses them. */
  readonly refused: ReadonlyMap<string, Refusal>;
}

export interface Refusal {
  readonly code: "ref-remote" | "ref-outside" | "ref-file" | "ref-unreadable";
  /** The end of a sentence that begins with the reference: `points outside the document's folder`. */
  readonly message: string;
  readonly hint?: string;
}

/** A value with its file and pointer. */
export interface Node<T = unknown> {
  readonly value: T;
  /** `Source.url` */
  readonly file: string;
  /** RFC 6901 JSON Pointer. */
  readonly pointer: string;
}
