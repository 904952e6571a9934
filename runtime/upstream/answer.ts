import type { Media } from "./media.js";

/** What a successful upstream call brought back. */
export type Answer =
  /** 204, 205, 304, a HEAD answer or no bytes at all. */
  | { readonly kind: "empty"; readonly status: number }
  /** `application/json` and `+json`. */
  | {
      readonly kind: "json";
      readonly status: number;
      readonly value: unknown;
      /** The text of the value, present when it holds integers that `value` can't hold exactly. */
      readonly source?: string;
    }
  /** `text/*`, XML and the like, and bodies that claim to be JSON but are not. */
  | {
      readonly kind: "text";
      readonly status: number;
      readonly text: string;
      readonly mimeType: string;
    }
  | { readonly kind: "media"; readonly status: number; readonly media: Media };
