import type { Place } from "../../diagnostics/diagnostic.js";

/** An overlay whose shape is checked and whose queries are not compiled yet. @see Overlay 1.1, Overlay Object */
export interface Overlay {
  /** URL of the overlay. */
  readonly file: string;
  /** The document that the overlay was made for, as written. */
  readonly extends?: string;
  /** In the order of the file, which is the order in which they are applied. */
  readonly actions: readonly Action[];
}

/** One change, at every place that `target` selects. @see Overlay 1.1, Action Object */
export type Action = {
  /** RFC 9535 JSONPath. */
  readonly target: string;
  readonly place: Place;
} & (
  | { readonly kind: "remove" }
  /** `text` is that of a scalar whose value doesn't show it (`writtenIn`). */
  | { readonly kind: "update"; readonly value: unknown; readonly text?: string }
  /** `from` is a JSONPath, too. It must select one value of the document. */
  | { readonly kind: "copy"; readonly from: string }
);
