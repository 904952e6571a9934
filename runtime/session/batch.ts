import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { Revision } from "../protocol/revisions.js";

/** Far more than clients need. The limit keeps one small message from starting thousands of calls. */
const maxBatch = 100;

/**
 * Returns the messages of a JSON-RPC batch, or undefined if the value is not an array.
 *
 * @throws ProtocolError -32600 if the revision has no batches, or the batch is empty or too long
 * @see MCP 2025-03-26, Base Protocol, Batching
 */
export function readBatch(
  value: unknown,
  revision: Revision | undefined,
): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (revision === undefined || revision > "2025-03-26") {
    throw new ProtocolError(
      errorCodes.invalidRequest,
      "This protocol version does not support batches. Send one message at a time.",
    );
  }
  if (value.length === 0 || value.length > maxBatch) {
    throw new ProtocolError(
      errorCodes.invalidRequest,
      `A batch must have 1 to ${maxBatch} messages.`,
    );
  }
  return value;
}

/** Returns the error for `initialize` in a batch. @see MCP 2025-03-26, Lifecycle, Initialization */
export function refuseInitializeInBatch(): ProtocolError {
  return new ProtocolError(errorCodes.invalidRequest, "`initialize` must not be part of a batch.");
}
