import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { Revision } from "../protocol/revisions.js";

/** Enough for any client; keeps one small message from starting thousands of calls. */
const maxBatch = 100;

/**
 * The messages of a JSON-RPC batch; undefined when the value is no array.
 *
 * @throws ProtocolError -32600 where the revision has no batches, or for an empty or overlong one
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
      "This protocol version has no batches: send one message at a time.",
    );
  }
  if (value.length === 0 || value.length > maxBatch) {
    throw new ProtocolError(errorCodes.invalidRequest, `A batch has 1 to ${maxBatch} messages.`);
  }
  return value;
}

/** @see MCP 2025-03-26, Lifecycle, Initialization */
export function refuseInitializeInBatch(): ProtocolError {
  return new ProtocolError(errorCodes.invalidRequest, "`initialize` must not be part of a batch.");
}
