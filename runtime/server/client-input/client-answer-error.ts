import { errorCodes, type ProtocolError } from "../../protocol/protocol-error.js";
import { ToolError } from "../../protocol/tool-error.js";

/**
 * A question got no answer that can be used: the client answered with an error or with something that does not fit the
 * question, took too long, or can't be reached. Before 2026-07-28 only: since then such a question is asked again.
 */
export class ClientAnswerError extends ToolError {
  override readonly name: string = "ClientAnswerError";
  /** The client's error code; -1 is what many send when the user refuses. */
  readonly code: number;

  constructor(message: string, code: number = errorCodes.internalError) {
    super(message);
    this.code = code;
  }

  /** From the error that a request to the client ended with. */
  static from(method: string, error: ProtocolError): ClientAnswerError {
    return new ClientAnswerError(`No answer to ${method}: ${error.message}`, error.code);
  }
}
