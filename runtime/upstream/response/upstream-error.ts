import { ToolError } from "../../protocol/tool-error.js";
import type { Answer } from "./answer.js";

/** The API answered with status 400 or above. The message contains the status and the body. */
export class UpstreamError extends ToolError {
  override readonly name: string = "UpstreamError";
  /** The HTTP status with which the API answered. */
  readonly status: number;
  /** The body, free of credentials, cut if very long. */
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.status = answer.status;
    this.answer = answer;
  }
}
