import type { Operation } from "../contract/operation.js";
import { ToolError } from "../protocol/tool-error.js";
import type { Log } from "../protocol/log.js";
import { UpstreamError } from "./response/upstream-error.js";

const longestReason = 300;

/**
 * Tells the operator of a call that the API refused or did not answer. The entry has the operation as the document names it,
 * without the values of its arguments, and no part of the answer: both may hold secrets.
 *
 * @param start when the call began, in milliseconds of `performance.now()`
 */
export function logFailure(log: Log, { request }: Operation, error: unknown, start: number): void {
  const call = `${request.method} ${request.path}`;
  const ms = Math.round(performance.now() - start);
  if (error instanceof UpstreamError) {
    const { status } = error;
    log.warn(`Status ${status} from ${call}`, undefined, { operation: call, status, ms });
    return;
  }
  const facts = { operation: call, ms };
  // Messages for models name hosts, variables and limits, and credentials are cut out of them. Other errors are bugs.
  if (error instanceof ToolError) {
    log.warn(`No answer to ${call}: ${error.message.slice(0, longestReason)}`, undefined, facts);
  } else log.error(`No answer to ${call}`, error, facts);
}
