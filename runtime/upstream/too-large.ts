import { ToolError } from "../protocol/tool-error.js";
import type { Media } from "./media.js";

/** The body of an answer that is too large for a result. */
export type LargeBody =
  | { readonly kind: "text"; readonly text: string; readonly mimeType: string }
  | { readonly kind: "media"; readonly media: Media };

/** The API answered with more than a result may hold. */
export class AnswerTooLarge extends ToolError {
  override readonly name: string = "AnswerTooLarge";
  /** The whole body, free of credentials; absent when it is too large to be kept as well. */
  readonly body: LargeBody | undefined;

  constructor(message: string, body?: LargeBody) {
    super(message);
    this.body = body;
  }
}
