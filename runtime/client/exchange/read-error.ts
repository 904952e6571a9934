import { MalformedMessage } from "../../protocol/codec/shape.js";
import { McpAnswerError } from "../errors.js";

/** Returns the error to throw when a result could not be read: a fault in the result becomes an `McpAnswerError`. */
export function readError(error: unknown, method: string, server: string): unknown {
  if (!(error instanceof MalformedMessage)) return error;
  const message = `${server} answered ${method} wrongly: ${error.message}.`;
  return new McpAnswerError(message, { server, cause: error });
}
