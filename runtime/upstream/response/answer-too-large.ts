import { ToolError } from "../../protocol/tool-error.js";
import type { Answer } from "./answer.js";

/** The API's answer is too large for a result. */
export class AnswerTooLarge extends ToolError {
  override readonly name: string = "AnswerTooLarge";
  /** The whole answer, free of credentials; absent when it is too large to be kept, too. */
  readonly answer: Answer | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.answer = answer;
  }
}
